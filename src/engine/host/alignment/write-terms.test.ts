import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { loadStarter, RATE, SILENCE, wavFloats } from "../../../../scripts/bench/starter.ts";
import { surrounded } from "../silence-around.ts";
import { type FrameScores, speltScores } from "../word-search/spelt-scores.ts";
import { WordModel } from "../word-search/word-model.ts";
import { Aligner } from "./aligner.ts";
import { TermWriter } from "./write-terms.ts";

const ROOT = join(import.meta.dir, "../../../..");
const model = WordModel.open(join(ROOT, "models/starter-en/words.bin"));
const { pieces } = model;
const aligner = new Aligner(pieces);
const writer = new TermWriter(aligner, pieces, (word) => model.find(word));
/** "The train to Edinburgh leaves at seven o'clock on Monday." */
const TRAIN = "synth_05_awb.wav";
/** "Hello Laura, comma, new line, thank you for the invoice, period, new paragraph, best regards, comma, new line, John." */
const LETTER = "spoken_marks_slt.wav";

const heard = new Map<string, FrameScores>();

beforeAll(async () => {
  const starter = await loadStarter(false);
  for (const file of [TRAIN, LETTER]) {
    const samples = surrounded(wavFloats(join(ROOT, "test/audio", file)), SILENCE, 30 * RATE);
    const spelt = await starter.prepare(samples, RATE, { language: "en", hotwords: [] })();
    heard.set(file, speltScores(spelt, pieces.length));
  }
});

async function written(
  file: string,
  text: string,
  hotwords: readonly string[],
  phrases: readonly string[] = [],
): Promise<string> {
  const scores = heard.get(file) as FrameScores;
  const words = text.split(" ");
  const alignment = aligner.align(scores, words);
  if (alignment === null) throw new Error("too many words");
  const laid = await writer.write({ words, alignment }, scores, { hotwords, phrases });
  return laid.words.join(" ");
}

/** Scores of a network that is sure of these words, letter by letter, each letter in a frame and a pause after it. */
function hearing(said: string): FrameScores {
  const rows = said.split(" ").flatMap(([first, ...rest]) => [`▁${first}`, ...rest]);
  const tokens = rows.flatMap((piece) => [pieces.indexOf(piece), 0]);
  if (tokens.includes(-1)) throw new Error("the network has no such letter");
  const others = Array.from({ length: 7 }, (_, i) => pieces.length - 1 - i);
  return {
    frames: tokens.length,
    tokens: Uint16Array.from(tokens.flatMap((token) => [token, ...others])),
    logs: Float32Array.from(tokens.flatMap(() => [-0.01, -5, -6, -7, -7, -7, -7, -7])),
  };
}

const MARKS = ["comma", "period", "new line", "new paragraph", "colon", "semicolon", "question mark"];

describe("phrases", () => {
  test("stand where they were said, whatever the recognizer made of them", async () => {
    const moonshine =
      "Hello Laura, come and you'll like thank you for the invoice period, new paragraph, best regards, come and you'll like John.";
    expect(await written(LETTER, moonshine, [], MARKS)).toBe(
      "Hello Laura, comma, new line, thank you for the invoice, period, new paragraph, best regards, comma, new line, John.",
    );
  });

  test("are written once, also where the recognizer left them out", async () => {
    expect(
      await written(
        LETTER,
        "hello laura comma new line thank you for the invoice best regards john",
        [],
        MARKS,
      ),
    ).toBe(
      "hello laura, comma, new line, thank you for the invoice, period, new paragraph, best regards, comma, new line, john",
    );
  });

  test("that nobody said are not written", async () => {
    const text = "The train to Edinburgh leaves at 7 o'clock on Monday.";
    expect(await written(TRAIN, text, [], MARKS)).toBe(text);
  });
});

describe("a phrase that sounds like what was said", () => {
  test.each([
    ["had comma and was driving", "Had come up and was driving.", "Had come up and was driving."],
    [
      "had comma and was driving period",
      "Had come up and was driving period.",
      "Had, comma, and was driving, period.",
    ],
    [
      "had comma and was driving period",
      "Had come up and was driving buried.",
      "Had, comma, and was driving, period",
    ],
    ["was driving period", "Was driving buried.", "Was driving, period"],
    ["was driving period", "Was driving/buried.", "Was driving/buried."],
    ["over eighty six comma and period", "Over 86 common and buried.", "Over 86, comma, and, period"],
    ["over the comma and period", "Over the common and buried.", "Over the comma and, period"],
    ["was period driving", "Was buried driving.", "Was buried driving."],
    ["was driving colon", "Was driving call him.", "Was driving call him."],
    ["was new paragraph driving", "Was upland rare driving.", "Was, new paragraph, driving."],
    ["was dash driving period", "Was Mash driving period.", "Was, dash, driving, period."],
  ])(
    "is written only if it is long, ends the piece, or others are named: %s",
    async (said, text, expected) => {
      const scores = hearing(said);
      const words = text.split(" ");
      const alignment = aligner.align(scores, words);
      if (alignment === null) throw new Error("too many words");
      const laid = await writer.write({ words, alignment }, scores, {
        hotwords: [],
        phrases: [...MARKS, "dash"],
      });
      expect(laid.words.join(" ")).toBe(expected);
    },
  );
});

describe("names", () => {
  test.each([
    [
      "The train to add in bora leaves at 7 o'clock on Monday.",
      "The train to Edinburgh leaves at 7 o'clock on Monday.",
    ],
    [
      "The train to Edinburrow, leaves at 7 o'clock on Monday.",
      "The train to Edinburgh, leaves at 7 o'clock on Monday.",
    ],
  ])("take the place of what sounds like them: %s", async (text, expected) => {
    expect(await written(TRAIN, text, ["Kowalski", "Edinburgh"])).toBe(expected);
  });

  test("leave a word that people use as it is", async () => {
    const text = "The train to Ethernet leaves at 7 o'clock on Monday.";
    expect(await written(TRAIN, text, ["Edinburgh"])).toBe(text);
  });

  test("must be the likelier the more of them are listened for", async () => {
    const text = "The train to add in bora leaves at 7 o'clock on Monday.";
    const others = Array.from(
      { length: 900 },
      (_, i) => `Kowa${String.fromCharCode(97 + (i % 26), 97 + i / 26)}owitz`,
    );
    expect(await written(TRAIN, text, ["Edinburgh", ...others.slice(0, 20)])).toContain("Edinburgh");
    expect(await written(TRAIN, text, ["Edinburgh", ...others])).toBe(text);
  });

  test.each([
    [["Edinburgh"], "their letters are there"],
    [["Monde", "Trane", "Levis", "Sevens"], "the words were heard well"],
    [["Kowalski", "Grafana", "Kubernetes"], "nobody said them"],
    [["", "X", "日本", "...", "a b c d e f g"], "they have no letters that the network knows"],
  ])("leave the text where they are %p: %s", async (hotwords) => {
    const text = "The train to Edinburgh leaves at 7 o'clock on Monday.";
    expect(await written(TRAIN, text, hotwords)).toBe(text);
  });
});

test("any words and lists give a text that holds all of the scores' words or terms", async () => {
  const word = fc.stringMatching(/^[a-zA-Z'.,]{1,9}$/);
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { minLength: 1, maxLength: 12 }),
      fc.array(fc.string({ maxLength: 12 }), { maxLength: 4 }),
      async (words, terms) => {
        const scores = heard.get(TRAIN) as FrameScores;
        const alignment = aligner.align(scores, words);
        if (alignment === null) return;
        const laid = await writer.write({ words, alignment }, scores, { hotwords: terms, phrases: terms });
        expect(laid.alignment.words).toHaveLength(laid.words.length);
        for (const each of laid.words)
          expect(words.includes(each) || terms.some((term) => each.includes(term.split(" ")[0] ?? ""))).toBe(
            true,
          );
      },
    ),
    { numRuns: 50 },
  );
});

test("others get their turn while a thousand terms are looked for", async () => {
  let turns = 0;
  let others = setImmediate(function take() {
    turns++;
    others = setImmediate(take);
  });
  try {
    const names = Array.from(
      { length: 1000 },
      (_, n) => `Kowal${(n + 1000).toString(26).replace(/[^a-z]/g, "x")}ski`,
    );
    await written(LETTER, "hello laura thank you for the invoice", names);
  } finally {
    clearImmediate(others);
  }
  expect(turns).toBeGreaterThan(0);
});
