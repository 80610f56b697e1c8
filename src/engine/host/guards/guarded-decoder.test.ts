import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { loadStarter, RATE, wavFloats } from "../../../../scripts/bench/starter.ts";
import { StarterEar } from "../alignment/starter-ear.ts";
import type { Decoded, Decoder } from "../backends/backend.ts";
import { GuardedDecoder } from "./guarded-decoder.ts";

const ROOT = join(import.meta.dir, "../../../..");
const speech = wavFloats(join(ROOT, "test/audio/synth_02_rms.wav"));
const SAID = "The meeting has been moved to Thursday at half past two.";
const STARTER = "the meeting has been moved to thursday at half past two";
const SECONDS = speech.length / RATE;
const LOOP = "The meeting has been moved, ".repeat(20);
let ear: StarterEar;

beforeAll(async () => {
  ear = new StarterEar(await loadStarter(false), join(ROOT, "models/starter-en/words.bin"));
});

/** Writes these texts, one for each decode; the last for all that follow. */
function recognizer(...texts: string[]) {
  const heard: number[] = [];
  const prepare: Decoder["prepare"] = (samples) => async () => {
    heard.push(samples.length / RATE);
    const text = texts[Math.min(heard.length, texts.length) - 1] as string;
    return { text, language: null, tokens: [text], timestamps: [], durations: [] };
  };
  return { prepare, heard };
}

async function decoded(
  { prepare }: Decoder,
  {
    samples = speech,
    speechSeconds = SECONDS,
    before = new Float32Array(),
    language = "en" as string | null,
  } = {},
): Promise<Decoded> {
  const options = { language, hotwords: [], heard: { speechSeconds, before } };
  return new GuardedDecoder({ prepare }, ear).prepare(samples, RATE, options)();
}

describe("a recognizer with guards", () => {
  test("is left alone where nothing is suspicious; its words get times and scores", async () => {
    const fake = recognizer(SAID);
    const { text, tokens, timestamps, durations, logProbs } = await decoded(fake);
    expect(text).toBe(SAID);
    expect(fake.heard).toHaveLength(1);
    expect(tokens.join("").trim()).toBe(SAID);
    expect(timestamps[6]).toBeCloseTo(1.62, 0);
    expect([timestamps.length, durations.length, logProbs?.length]).toEqual([11, 11, 11]);
  });

  test("is less sure of what the recognizer itself doubts", async () => {
    const tokens = SAID.split(" ").map((word) => `▁${word}`);
    const prepare: Decoder["prepare"] = () => async () => ({
      text: SAID,
      language: null,
      tokens,
      timestamps: [],
      durations: [],
      doubted: tokens.map((token) => token === "▁Thursday"),
    });
    const { logProbs = [], doubted } = await decoded({ prepare });
    expect(tokens.filter((_, i) => Math.exp(logProbs[i] as number) < 0.5)).toEqual(["▁Thursday"]);
    expect(doubted).toBeUndefined();
  });

  test("decodes a loop again, and takes the first text that fits", async () => {
    const fake = recognizer(LOOP, SAID);
    expect((await decoded(fake)).text).toBe(SAID);
    expect(fake.heard).toHaveLength(2);
  });

  test("decodes speech without a word again, up to three times", async () => {
    const fake = recognizer("", "", "", "", SAID);
    const { text } = await decoded(fake, { before: new Float32Array(RATE) });
    expect(fake.heard).toHaveLength(5);
    expect(text).toBe(SAID);
  });

  test("writes the starter's words where every way leads astray", async () => {
    const fake = recognizer(LOOP);
    expect((await decoded(fake)).text).toBe(STARTER);
    expect(fake.heard).toHaveLength(4);
    expect((await decoded(recognizer(""))).text).toBe(STARTER);
  });

  test("writes nothing where nobody speaks, whatever the detector takes for speech", async () => {
    const hum = Float32Array.from(
      { length: 3 * RATE },
      (_, i) => 0.1 * Math.sin((2 * Math.PI * 100 * i) / RATE),
    );
    const { text, tokens, timestamps } = await decoded(recognizer("", "Thank you. "), {
      samples: hum,
      speechSeconds: 3,
    });
    expect({ text, tokens, timestamps }).toEqual({ text: "", tokens: [], timestamps: [] });
  });

  test("gives no times where the words do not fit", async () => {
    const { text, timestamps } = await decoded(recognizer("Colourless green ideas sleep furiously."));
    expect(text).toBe("Colourless green ideas sleep furiously.");
    expect(timestamps).toEqual([]);
  });

  test("is left alone in any other language", async () => {
    const fake = recognizer("");
    expect((await decoded(fake, { language: "de" })).text).toBe("");
    expect(fake.heard).toHaveLength(1);
  });
});
