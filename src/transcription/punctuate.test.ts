import { expect, test } from "bun:test";
import type { Piece } from "../engine/engine.ts";
import { NotPunctuated } from "../recognition/punctuator.ts";
import type { RoutedEngine } from "../recognition/routed-engine.ts";
import { punctuatePieces } from "./punctuate.ts";

const piece = (startSeconds: number, text: string): Piece => {
  const words = text.split(" ").map((word, i) => ({
    text: word,
    startSeconds: startSeconds + i,
    endSeconds: startSeconds + i + 0.75,
    logProbs: [-1],
  }));
  return { startSeconds, endSeconds: words.at(-1)?.endSeconds ?? 0, text, words };
};

/** Capitals for all words, and a stop before a pause. */
const engine: Pick<RoutedEngine, "punctuate"> = {
  punctuate: async (words) =>
    words.map(({ text, pauseSeconds }) => ({ text: text.toUpperCase(), marks: pauseSeconds > 1 ? "." : "" })),
};
const english = { language: "en", lane: "batch" } as const;

test("text and words get the same marks, and keep their times", async () => {
  const pieces = [piece(0, "one two"), piece(9, "three four")];
  const { pieces: marked } = await punctuatePieces(engine, pieces, english);
  expect(marked.map(({ text }) => text)).toEqual(["ONE TWO.", "THREE FOUR"]);
  expect(marked.map(({ words }) => words.map(({ text }) => text))).toEqual([
    ["ONE", "TWO."],
    ["THREE", "FOUR"],
  ]);
  const bare = (all: Piece[]) => all.map(({ words }) => words.map(({ text: _, ...rest }) => rest));
  expect(bare(marked)).toEqual(bare(pieces));
});

test.each<[why: string, pieces: Piece[], language: string | null, engine: Pick<RoutedEngine, "punctuate">]>([
  ["no language is known", [piece(0, "one two")], null, engine],
  ["the recognizer wrote marks", [piece(0, "one, two")], "en", engine],
  ["a piece has no words", [{ ...piece(0, "one"), words: [] }], "en", engine],
  ["nothing was said", [], "en", engine],
  ["the engine has one model only", [piece(0, "one two")], "en", {}],
  ["there is no pack", [piece(0, "one two")], "en", { punctuate: async () => null }],
])("the text stays where %s", async (_, pieces, language, engine) => {
  const { pieces: left, lacksMarks } = await punctuatePieces(engine, pieces, { language, lane: "batch" });
  expect([left === pieces, lacksMarks]).toEqual([true, undefined]);
});

test("a short text gets marks only where somebody paused", async () => {
  const short = { ...english, leastWordsForMarks: 5 };
  const fluent = [piece(0, "one two three four")];
  expect((await punctuatePieces(engine, fluent, short)).pieces).toBe(fluent);
  const textsOf = async (pieces: Piece[]) =>
    (await punctuatePieces(engine, pieces, short)).pieces.map(({ text }) => text);
  expect(await textsOf([piece(0, "one two"), piece(9, "three four")])).toEqual(["ONE TWO.", "THREE FOUR"]);
  expect(await textsOf([piece(0, "one two three four five")])).toEqual(["ONE TWO THREE FOUR FIVE"]);
});

test("a text that could not get its marks is told apart", async () => {
  const pieces = [piece(0, "one two")];
  const punctuate = () => Promise.reject(new NotPunctuated("late"));
  expect(await punctuatePieces({ punctuate }, pieces, english)).toEqual({ pieces, lacksMarks: true });
  const broken = () => Promise.reject(new Error("another"));
  await expect(punctuatePieces({ punctuate: broken }, pieces, english)).rejects.toThrow("another");
});
