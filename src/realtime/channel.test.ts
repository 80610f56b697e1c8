import { expect, test } from "bun:test";
import { limits } from "../config/limits.ts";
import type { Socket } from "../web/socket.ts";
import { Channel } from "./channel.ts";

class Connection implements Socket {
  readonly texts: string[] = [];
  bufferedBytes = 0;
  closedWith: number | null = null;

  send(text: string): void {
    this.texts.push(text);
  }

  close(code: number): void {
    this.closedWith = code;
  }

  terminate(): void {}
}

test("what was sent is sent again from where the client stopped reading, and no further back than is kept", () => {
  const channel = new Channel({ onSlow: () => {}, onSent: () => {} });
  for (const type of ["a", "b", "c"]) channel.send({ type });
  const back = new Connection();
  channel.attach(back);
  channel.repeat("event_1");
  expect(back.texts.map((text) => JSON.parse(text))).toEqual([
    { type: "b", event_id: "event_2" },
    { type: "c", event_id: "event_3" },
  ]);
  expect(["event_0", "event_3", "event_4", "event_", ""].map((id) => channel.remembers(id))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  const text = "x".repeat(limits.liveReplayBytes / 2);
  for (const _ of "12") channel.send({ type: "d", text });
  expect(["event_3", "event_4"].map((id) => channel.remembers(id))).toEqual([false, true]);
});

test("a client that does not read is given up, and told nothing but why", () => {
  let slow = 0;
  const channel = new Channel({
    onSent: () => {},
    onSlow: () => {
      slow += 1;
    },
  });
  const connection = new Connection();
  channel.attach(connection);
  connection.bufferedBytes = limits.liveSendBytes;
  channel.send({ type: "a" });
  expect(slow).toBe(0);
  connection.bufferedBytes += 1;
  channel.send({ type: "b" });
  channel.send({ type: "c" });
  expect([slow, connection.texts.length]).toEqual([1, 2]);
  channel.close({ type: "error" }, 1008, "slow");
  expect([connection.texts.length, connection.closedWith]).toEqual([3, 1008]);
});
