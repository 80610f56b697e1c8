import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { loadStarter, RATE, wavFloats } from "../../../../scripts/bench/starter.ts";
import { SPOKEN } from "../../../../test/support/spoken-times.ts";
import { type FrameScores, speltScores, TOKENS_PER_FRAME } from "../word-search/spelt-scores.ts";
import { readPieces } from "../word-search/word-model.ts";
import { Aligner } from "./aligner.ts";

const ROOT = join(import.meta.dir, "../../../..");
const pieces = readPieces(join(ROOT, "models/starter-en/words.bin"));
const aligner = new Aligner(pieces);

const heard = new Map<string, FrameScores>();

beforeAll(async () => {
  const starter = await loadStarter(false);
  for (const file of Object.keys(SPOKEN)) {
    const samples = wavFloats(join(ROOT, "test/audio", file));
    const spelt = await starter.prepare(samples, RATE, { language: "en", hotwords: [] })();
    heard.set(file, speltScores(spelt, pieces.length));
  }
});

function scoresOf(file: string): FrameScores {
  return heard.get(file) as FrameScores;
}

describe("words on the starter's scores", () => {
  test.each(Object.entries(SPOKEN))("begin where they are said, figures included: %s", (file, spoken) => {
    const words =
      aligner.align(
        scoresOf(file),
        spoken.map(([word]) => word),
      )?.words ?? [];
    expect(words).toHaveLength(spoken.length);
    const errors = words.map(({ startSeconds }, i) => Math.abs(startSeconds - (spoken[i]?.[1] ?? 0)));
    expect(Math.max(...errors)).toBeLessThan(0.15);
    expect(errors.filter((error) => error <= 0.08).length / errors.length).toBeGreaterThanOrEqual(0.8);
  });

  test("fit well where they were said, and badly where others were", () => {
    const [first = "", second = ""] = Object.keys(SPOKEN);
    const wordsOf = (file: string) => SPOKEN[file]?.map(([word]) => word) ?? [];
    const right = aligner.align(scoresOf(first), wordsOf(first))?.score ?? -100;
    const wrong = aligner.align(scoresOf(first), wordsOf(second))?.score ?? -100;
    expect(right).toBeGreaterThan(-1);
    expect(wrong).toBeLessThan(-4);
  });

  test("a word that was said gains over one that was not", () => {
    const scores = scoresOf("synth_02_rms.wav");
    const misheard = "The meeting has been moved to Thirsty at half past two.".split(" ");
    const alignment = aligner.align(scores, misheard);
    expect(alignment?.gain(6, 7, ["Thursday"])).toBeGreaterThan(3);
    expect(alignment?.gain(6, 7, ["Wednesday"])).toBeLessThan(-3);
    expect(alignment?.gain(6, 7, ["Thirsty"])).toBe(0);
    expect(alignment?.gain(0, 11, SPOKEN["synth_02_rms.wav"]?.map(([word]) => word) ?? [])).toBeGreaterThan(
      3,
    );
  });

  test("what has no sound takes no time", () => {
    const words =
      aligner.align(scoresOf("synth_02_rms.wav"), ["—", "The", "meeting", "…", "has"])?.words ?? [];
    const seconds = words.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds);
    expect([seconds[0], seconds[3]]).toEqual([0, 0]);
    expect(Math.min(seconds[1] ?? 0, seconds[2] ?? 0, seconds[4] ?? 0)).toBeGreaterThan(0);
  });
});

const anyScores = fc
  .array(
    fc.tuple(
      fc.shuffledSubarray([...pieces.keys()], { minLength: 8, maxLength: 8 }),
      fc.array(fc.integer({ min: 0, max: 11 }), { minLength: 8, maxLength: 8 }),
    ),
    { maxLength: 20 },
  )
  .map((frames): FrameScores => {
    const logs = frames.flatMap(([, levels]) =>
      levels.toSorted((a, b) => a - b).map((level) => -(((level + 0.5) / 3) ** 2)),
    );
    return {
      frames: frames.length,
      tokens: Uint16Array.from(frames.flatMap(([tokens]) => tokens)),
      logs: Float32Array.from(logs),
    };
  });
const anyWords = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("a", "$1", "I")), {
  maxLength: 6,
});

describe("any words on any scores", () => {
  test("lie in order, inside the audio, or do not fit", () => {
    fc.assert(
      fc.property(anyScores, anyWords, (scores, texts) => {
        const words = aligner.align(scores, texts)?.words;
        if (!words) return true;
        const times = words.flatMap(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]);
        return (
          words.length === texts.length &&
          words.every(({ score }) => score <= 0) &&
          times.every((time, i) => time >= (times[i - 1] ?? 0)) &&
          (times.at(-1) ?? 0) <= (scores.frames * TOKENS_PER_FRAME) / 100 + 0.2
        );
      }),
    );
  });
});
