import { expect, test } from "bun:test";
import { CarriedLive } from "./carried-live.ts";
import { type AudioStream, CarriedRecording } from "./carried-recording.ts";

/** A host whose place comes in the moment in which the caller gives up. */
function hostAtTheEnd(end: () => void) {
  let aborted = 0;
  const stream: AudioStream = { id: 1, send() {}, end() {}, abort: () => aborted++ };
  const open = async () => {
    const place = Promise.withResolvers<AudioStream>();
    setTimeout(() => {
      place.resolve(stream);
      end();
    });
    await place.promise;
    // As through the parts that choose between this machine and others.
    for (let part = 0; part < 5; part++) await null;
    return stream;
  };
  return { open, aborted: () => aborted };
}

test("a place that comes when the recording is given up is given back", async () => {
  const stop = new AbortController();
  const host = hostAtTheEnd(() => stop.abort(new Error("enough")));
  const { open } = host;
  const carried = new CarriedRecording({ what: "It", open, onSettled() {}, signal: stop.signal });
  await expect(carried.run((async function* () {})())).rejects.toThrow("enough");
  await Bun.sleep(0);
  expect(host.aborted()).toBe(1);
});

test("a place that comes when the live stream is closed is given back", async () => {
  const host = hostAtTheEnd(() => void live.close());
  const { open } = host;
  const settings = {
    language: null,
    hotwords: [],
    phrases: [],
    endpointing: null,
    holdBackMs: 0,
    partials: false,
  };
  const live: CarriedLive = new CarriedLive({ open, onHeard() {}, onOver() {} }, settings, undefined);
  for await (const _ of live.events);
  await Bun.sleep(0);
  expect(host.aborted()).toBe(1);
});
