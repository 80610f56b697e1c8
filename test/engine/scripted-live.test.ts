import { expect, test } from "bun:test";
import { ScriptedLive } from "../support/live.ts";

const sound = (seconds: number) => new Int16Array(seconds * 16_000).fill(100);
const silence = (seconds: number) => new Int16Array(seconds * 16_000);

test("ends of speech cut the script into utterances", async () => {
  const live = new ScriptedLive();
  const endpointing = { threshold: 0.5, prefixPaddingMs: 300, silenceDurationMs: 500 };
  const stream = await live.openLive({ endpointing, partials: false });
  for (const part of [sound(2), silence(2), sound(1)]) stream.append(part);
  stream.end();
  const events = await Array.fromAsync(stream.events);
  const said = events.filter(({ type }) => type === "utterance");
  expect(said).toMatchObject([{ text: "0 1" }, { text: "4", utterance: 1 }]);
  expect(stream.position).toEqual({ receivedSamples: 80_000, settledSamples: 80_000 });
  expect(live.liveLoad).toEqual({ streams: 0, places: 100 });
});

test("without them only a commit does, and what is cleared is not said", async () => {
  const stream = await new ScriptedLive().openLive({ endpointing: null, partials: false });
  stream.append(sound(2));
  stream.commit();
  stream.append(sound(1));
  stream.clear();
  stream.end();
  const events = await Array.fromAsync(stream.events);
  expect(events.filter(({ type }) => type === "utterance")).toMatchObject([{ text: "0 1" }]);
});
