/** The recognizer in the box, which returns neither times nor scores, with the starter's network beside it in its process. */
import { afterAll, describe, expect, test } from "bun:test";
import { recognized, startMoonshine } from "../../scripts/bench/alignment/moonshine.ts";
import { NOISES } from "../../scripts/bench/alignment/noises.ts";
import { seeded } from "../../src/lib/seeded.ts";
import { SPOKEN } from "../support/spoken-times.ts";
import { clip } from "./support.ts";

const engine = startMoonshine();
afterAll(() => engine.close());

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z0-9$]/g, "");

describe("words of a recognizer without times", () => {
  test.each(Object.entries(SPOKEN))("begin when they are said: %s", async (file, spoken) => {
    const { pieces } = await recognized(engine, clip(file).samples);
    const words = pieces.flatMap((piece) => piece.words);
    const errors = spoken.flatMap(([text, seconds]) => {
      const near = words.filter((word) => lettersOf(word.text) === lettersOf(text));
      return near.length === 0
        ? []
        : [Math.min(...near.map((word) => Math.abs(word.startSeconds - seconds)))];
    });
    expect(errors.length).toBeGreaterThan(spoken.length / 2);
    expect(Math.max(...errors)).toBeLessThan(0.2);
    expect(words.every(({ logProbs = [] }) => logProbs.length === 1 && (logProbs[0] as number) <= 0)).toBe(
      true,
    );
  });

  test.each(NOISES.map((noise) => [noise.name, noise] as const))("are none in %s", async (_name, noise) => {
    const samples = Int16Array.from(
      noise.samples(10, seeded(1)),
      (sample) => 32_767 * Math.max(-1, Math.min(1, sample)),
    );
    expect((await recognized(engine, samples)).pieces.flatMap(({ words }) => words)).toEqual([]);
  });
});
