/** Conformance of every engine with live speech, whichever library recognizes. */
import { expect, test } from "bun:test";
import type { ModelEngine } from "../../src/engine/engine.ts";
import type { Endpointing, LiveEvent, LiveOptions, LiveStream } from "../../src/engine/live.ts";
import { seeded } from "../../src/lib/seeded.ts";
import { clip, joined, SAMPLE_RATE, silence, wordDifferences } from "./support.ts";

export const ENDPOINTING: Endpointing = { threshold: 0.5, prefixPaddingMs: 300, silenceDurationMs: 500 };

export interface LiveSubject {
  engine(): ModelEngine;
  /** Whether it is known that it hears the words. */
  isKnown: boolean;
}

/** Appends all at once, which is faster than anybody speaks, and says that there is no more. */
async function hear(
  engine: ModelEngine,
  options: Partial<LiveOptions>,
  use: (stream: LiveStream) => void,
): Promise<LiveEvent[]> {
  const stream = await engine.openLive({ endpointing: ENDPOINTING, partials: true, ...options });
  const events = Array.fromAsync(stream.events);
  use(stream);
  stream.end();
  const told = await events;
  expect(stream.position.settledSamples).toBe(stream.position.receivedSamples);
  return told;
}

type Utterance = Extract<LiveEvent, { type: "utterance" }>;

export function utterancesOf(events: readonly LiveEvent[]): Utterance[] {
  return events.filter((event): event is Utterance => event.type === "utterance");
}

/** Words are reported in their utterance, once, and in order of time. */
export function expectInOrder(events: readonly LiveEvent[]): void {
  let at = 0;
  let text = "";
  let last = -1;
  for (const event of events) {
    expect(event.utterance).toBeGreaterThanOrEqual(last);
    last = event.utterance;
    if (event.type === "words") {
      text += event.text;
      for (const word of event.words) {
        expect(word.startSeconds).toBeGreaterThanOrEqual(at);
        expect(word.endSeconds).toBeGreaterThanOrEqual(word.startSeconds);
        at = word.endSeconds;
      }
    }
    if (event.type !== "utterance") continue;
    expect(event.text).toBe(text);
    expect(event.words.map((word) => word.text).join(" ")).toBe(text);
    expect(event.endSeconds).toBeGreaterThanOrEqual(event.startSeconds);
    text = "";
  }
  expect(text).toBe("");
}

const one = clip("synth_02_rms.wav");
const other = clip("synth_08_rms.wav");
const both = joined(one.samples, silence(2), other.samples, silence(1));

export function followsSpeech(subject: LiveSubject): void {
  cutsUtterances(subject);
  keepsStreamsApart(subject);
}

function cutsUtterances({ engine, isKnown }: LiveSubject): void {
  test("live: ends of speech cut utterances, each told word by word and then whole", async () => {
    const events = await hear(engine(), {}, (stream) => stream.append(both));
    expectInOrder(events);
    const frame = events.filter(({ type }) => type !== "words" && type !== "partial");
    const whole = ["speech_started", "speech_stopped", "utterance"];
    expect(frame.map(({ type }): string => type)).toEqual([...whole, ...whole]);
    const [first, second] = utterancesOf(events) as [Utterance, Utterance];
    expect(second.startSeconds).toBeWithin(one.samples.length / SAMPLE_RATE, both.length / SAMPLE_RATE - 2);
    if (!isKnown) return;
    expect(wordDifferences(one.starterText, first.text)).toBeLessThanOrEqual(1);
    expect(wordDifferences(other.starterText, second.text)).toBeLessThanOrEqual(1);
    expect(first.language).toBe("en");
  });

  test("live: without endpointing only a commit cuts, also where nothing was said", async () => {
    const events = await hear(engine(), { endpointing: null }, (stream) => {
      stream.append(both);
      stream.commit();
      stream.append(silence(1));
      stream.commit();
      stream.append(other.samples);
    });
    expectInOrder(events);
    const types = new Set(events.map(({ type }) => type));
    expect(types.has("speech_started") || types.has("speech_stopped")).toBe(false);
    const [all, nothing, last] = utterancesOf(events) as [Utterance, Utterance, Utterance];
    expect(nothing).toMatchObject({ utterance: 1, text: "", words: [] });
    expect(nothing.endSeconds - nothing.startSeconds).toBe(1);
    if (!isKnown) return;
    expect(wordDifferences(`${one.starterText} ${other.starterText}`, all.text)).toBeLessThanOrEqual(2);
    expect(wordDifferences(other.starterText, last.text)).toBeLessThanOrEqual(1);
  });

  test("live: what is cleared is not heard, and settings hold from the next utterance on", async () => {
    const events = await hear(engine(), {}, (stream) => {
      stream.append(one.samples);
      stream.clear();
      stream.configure({ partials: false });
      stream.append(joined(silence(1), other.samples));
    });
    const [only, ...others] = utterancesOf(events);
    expect(others).toEqual([]);
    const number = (only as Utterance).utterance;
    expect(events.some((event) => event.type === "partial" && event.utterance === number)).toBe(false);
    if (isKnown) expect(wordDifferences(other.starterText, (only as Utterance).text)).toBeLessThanOrEqual(1);
  });
}

function keepsStreamsApart({ engine, isKnown }: LiveSubject): void {
  test("live: silence is not decoded, and is settled", async () => {
    expect(await hear(engine(), {}, (stream) => stream.append(silence(20)))).toEqual([]);
    expect(await hear(engine(), {}, () => {})).toEqual([]);
  });

  test("live: noise says nothing", async () => {
    const random = seeded(33);
    const noise = silence(10).map(() => 4_000 * (random() - 0.5));
    const told = await hear(engine(), {}, (stream) => stream.append(noise));
    expect(told.filter((event) => "text" in event && event.text !== "")).toEqual([]);
  });

  test("live: eight streams at once are each told what was said in it", async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        hear(engine(), { mustAdmit: true }, (stream) =>
          stream.append(joined(silence(i / 4), i % 2 === 0 ? one.samples : other.samples, silence(1))),
        ),
      ),
    );
    all.forEach((events, i) => {
      expectInOrder(events);
      const { starterText } = i % 2 === 0 ? one : other;
      const text = utterancesOf(events).map((utterance) => utterance.text);
      if (isKnown) expect(wordDifferences(starterText, text.join(" "))).toBeLessThanOrEqual(1);
    });
    expect(engine().liveLoad.streams).toBe(0);
  });

  test("live: a caller that gives up gets its own reason, and its place is free", async () => {
    const stop = new AbortController();
    const reason = new Error("the caller hung up");
    const stream = await engine().openLive({ endpointing: null, partials: false, signal: stop.signal });
    stream.append(one.samples);
    const events = Array.fromAsync(stream.events).catch((fault) => fault);
    stop.abort(reason);
    expect(await events).toBe(reason);
    expect(engine().liveLoad.streams).toBe(0);
    await stream.close();
  });

  test("live: audio far ahead of its words is refused, and the stream goes on", async () => {
    const stream = await engine().openLive({ endpointing: ENDPOINTING, partials: false });
    const append = () => stream.append(silence(60));
    append();
    append();
    expect(() => stream.append(silence(1))).toThrow("more than 120 seconds ahead");
    stream.end();
    expect(await Array.fromAsync(stream.events)).toEqual([]);
  });
}
