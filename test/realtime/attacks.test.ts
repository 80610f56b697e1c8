/** Attacks on a server by its streams. */
import { expect, test } from "bun:test";
import { connect } from "node:net";
import { limits } from "../../src/config/limits.ts";
import { eventually } from "../support/eventually.ts";
import { ScriptedLive } from "../support/live.ts";
import { audio, LiveClient, session } from "../support/live-client.ts";
import { testServer } from "../support/test-servers.ts";
import { handshakeOf, WRONG_MESSAGE } from "./raw-client.ts";

const live = new ScriptedLive();
live.places = 1_000;
const server = await testServer({
  environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "10000" },
  overrides: { live },
});

const bearer = () => ({ Authorization: `Bearer ${server.key}` });

/** A handshake by hand: what the server answers to it, and the socket. */
async function handshake(more = "") {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let heard = "";
  const answered = Promise.withResolvers<void>();
  socket.on("data", (bytes) => {
    heard += bytes.toString("latin1");
    if (heard.includes("\r\n\r\n")) answered.resolve();
  });
  socket.on("error", () => answered.resolve());
  socket.write(handshakeOf(server.url, server.key, more));
  await answered.promise;
  return { socket, head: heard.split("\r\n\r\n")[0] ?? "" };
}

/** Closes with the code 1000: a client that just goes has a minute to come back. */
const GOODBYE = Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]);

test("compression is offered and not taken: a small message stays small", async () => {
  const { socket, head } = await handshake("Sec-WebSocket-Extensions: permessage-deflate\r\n");
  expect(head).toStartWith("HTTP/1.1 101");
  expect(head.toLowerCase()).not.toContain("sec-websocket-extensions");
  socket.end(GOODBYE);
  await eventually(() => server.context.liveStreams.size, 0);
});

test("a client that does not read is dropped, and little waits for it", async () => {
  const { socket } = await handshake();
  socket.pause();
  await eventually(() => server.context.liveStreams.size, 1);
  let isDropped = false;
  socket.on("close", () => {
    isDropped = true;
  });
  while (!isDropped && server.context.liveStreams.size > 0) {
    for (let i = 0; i < 200; i++) socket.write(WRONG_MESSAGE);
    await Bun.sleep(1);
  }
  await eventually(() => server.context.liveStreams.size, 0);
  socket.destroy();
});

test("500 clients at once: some are let in, the others hear when to come back, and the server answers", async () => {
  const all = await Promise.all(
    Array.from({ length: 500 }, () => LiveClient.open(server.url, { headers: bearer() }).catch(() => null)),
  );
  const open = all.filter((client) => client !== null);
  expect(open.length).toBeWithin(1, limits.liveStreams + limits.liveFirstStreams + 1);
  const refused = await fetch(`${server.url}/v1/realtime?intent=transcription`, {
    headers: {
      ...bearer(),
      Upgrade: "websocket",
      Connection: "Upgrade",
      "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
      "Sec-WebSocket-Version": "13",
    },
  });
  expect(refused.status).toBeOneOf([429, 503]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  for (const client of open) client.close();
  await eventually(() => server.context.liveStreams.size, 0);
});

test("ten minutes of silence make no event, and is heard to its end", async () => {
  const client = await LiveClient.open(server.url, { headers: bearer() });
  client.send(session({ turn_detection: { type: "server_vad" } }));
  const silence = JSON.stringify({ type: "input_audio_buffer.append", audio: audio(20, false) });
  for (let seconds = 0; seconds < 600; seconds += 20) client.raw(silence);
  client.send({ type: "no such event", event_id: "the end" });
  await client.until(({ error }) => error?.event_id === "the end");
  expect(client.events.map(({ type }) => type)).toEqual(["session.created", "session.updated", "error"]);
  // A resampler holds the last moment back.
  expect(live.streams.at(-1)?.position.receivedSamples).toBeGreaterThan(599 * 16_000);
  client.close();
});
