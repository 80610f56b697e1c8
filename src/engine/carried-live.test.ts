import { expect, test } from "bun:test";
import { CarriedLive, type LiveHosts } from "./carried-live.ts";
import type { LiveEvent } from "./live.ts";
import type { LiveHeard, LiveMessage } from "./live-protocol.ts";
import type { StreamListener } from "./stream-listener.ts";

const SETTINGS = {
  language: null,
  hotwords: [],
  phrases: [],
  endpointing: null,
  holdBackMs: 0,
  partials: false,
};

/** A stream with a host that says what the test lets it say. */
async function carried() {
  const opened = Promise.withResolvers<StreamListener>();
  const hosts: LiveHosts = {
    async open(_startSample, _live, listener) {
      opened.resolve(listener);
      return { id: 1, send() {}, end() {}, abort() {} };
    },
    onHeard() {},
    onOver() {},
  };
  const stream = new CarriedLive(hosts, SETTINGS, undefined);
  const told: LiveEvent[] = [];
  void (async () => {
    for await (const event of stream.events) told.push(event);
  })();
  const listener = await opened.promise;
  const say = async (events: LiveMessage[], state: Partial<LiveHeard>) => {
    const nothing = { begun: null, keptWords: 0, processorMs: 0, speechSeconds: 0 };
    listener.heard?.({ ...nothing, untilSample: 0, utterance: 0, controlsDone: 0, ...state, events });
    await Bun.sleep(0);
  };
  return { stream, told, say };
}

const words = (utterance: number, text: string): LiveMessage => ({
  type: "words",
  utterance,
  text,
  words: [{ text, startSeconds: 0, endSeconds: 1, spaced: true }],
});
const whole = (utterance: number): LiveMessage => ({
  type: "utterance",
  utterance,
  startSeconds: 0,
  endSeconds: 1,
  language: null,
});

test("of what was cleared nothing more is told, though its words were on their way", async () => {
  const { stream, told, say } = await carried();
  stream.append(new Int16Array(16_000));
  await say([words(0, "early")], {});
  stream.clear();
  await say([words(0, "late")], {});
  expect(told.map(({ type }) => type)).toEqual(["words"]);
  await say([], { utterance: 1, controlsDone: 1 });
  await say([words(1, "next"), whole(1)], { utterance: 2, controlsDone: 1 });
  expect(told).toMatchObject([
    { utterance: 0, text: "early" },
    { utterance: 1, text: "next" },
    { type: "utterance", utterance: 1, text: "next" },
  ]);
  await stream.close();
});

test("what was committed before is told all the same", async () => {
  const { stream, told, say } = await carried();
  stream.append(new Int16Array(16_000));
  stream.commit();
  stream.append(new Int16Array(16_000));
  stream.clear();
  await say([words(0, "said"), whole(0)], { utterance: 1, controlsDone: 1 });
  await say([words(1, "cleared")], { utterance: 1, controlsDone: 1 });
  await say([], { utterance: 2, controlsDone: 2, untilSample: 32_000 });
  expect(told).toMatchObject([{ text: "said" }, { type: "utterance", utterance: 0, text: "said" }]);
  await stream.close();
});
