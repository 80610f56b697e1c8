import { expect, test } from "bun:test";
import type { Piece } from "../engine/engine.ts";
import { mendJoins, SENTENCE_GOES_ON_SECONDS } from "./mend-joins.ts";
import { vocabularyOf } from "./vocabulary.ts";

/** Words of half a second, without pauses inside the piece. */
function piece(text: string, startSeconds: number): Piece {
  const words = text.split(" ").map((text, index) => ({
    text,
    startSeconds: startSeconds + index / 2,
    endSeconds: startSeconds + (index + 1) / 2,
  }));
  return { text, words, startSeconds, endSeconds: startSeconds + words.length / 2 };
}

function joined(texts: string[], pauseSeconds: number, language: string | null = "en"): string {
  const pieces: Piece[] = [];
  for (const text of texts)
    pieces.push(piece(text, (pieces.at(-1)?.endSeconds ?? -pauseSeconds) + pauseSeconds));
  const mended = mendJoins(pieces, language, vocabularyOf("Falcon"));
  expect(mended.map(({ words }) => words.map(({ text }) => text).join(" "))).toEqual(
    mended.map(({ text }) => text),
  );
  return mended.map(({ text }) => text).join(" ");
}

const [NONE, LONG] = [0, 1];

test.each([
  [NONE, ["ask not.", "What your country can do."], "ask not what your country can do."],
  [NONE, ["the best of times.", "it was the worst."], "the best of times it was the worst."],
  [LONG, ["In short,", "The period was so far."], "In short, the period was so far."],
  [LONG, ["as might practically", "Have as much."], "as might practically have as much."],
  [LONG, ["It is done.", "that is all."], "It is done. That is all."],
  [NONE, ["Is it done?", "that is all."], "Is it done? That is all."],
  [NONE, ["he went to.", "London in May."], "he went to London in May."],
  [NONE, ["and so,", "I came."], "and so, I came."],
  [NONE, ["and so,", "I'm here."], "and so, I'm here."],
  [NONE, ["works for,", "Falcon today."], "works for, Falcon today."],
  [NONE, ["works for,", "Houses today."], "works for, houses today."],
  [NONE, ["works for,", "US banks."], "works for, US banks."],
  [NONE, ["as we saw,", "Mark came."], "as we saw, Mark came."],
  [NONE, ["as we saw,", "Prime Minister Pitt came."], "as we saw, Prime Minister Pitt came."],
  [NONE, ["as we saw,", "What I like."], "as we saw, what I like."],
  [NONE, ["as we saw,", "It's good."], "as we saw, it's good."],
  [NONE, ["he said,", "“What is it?”"], "he said, “What is it?”"],
  [NONE, ["here is Mr.", "Smith's hat."], "here is Mr. Smith's hat."],
  [NONE, ["it goes on...", "and on."], "it goes on... and on."],
  [NONE, ["it goes on...", "And on."], "it goes on... And on."],
  [LONG, ["pears, etc.", "and more."], "pears, etc. and more."],
  [NONE, ["here is Mrs.", "Miller's hat."], "here is Mrs. Miller's hat."],
  [LONG, ["at five p.m.", "today."], "at five p.m. today."],
  [LONG, ["in 1470.", "more came."], "in 1470. More came."],
  [LONG, ["It is done.", "That is all."], "It is done. That is all."],
])("with a pause of %d s: %p", (pauseSeconds, texts, expected) => {
  expect(joined(texts, pauseSeconds)).toBe(expected);
});

test("the pause decides whether the stop stays", () => {
  const texts = ["ask not.", "What your country can do."];
  expect(joined(texts, SENTENCE_GOES_ON_SECONDS - 0.01)).toBe("ask not what your country can do.");
  expect(joined(texts, SENTENCE_GOES_ON_SECONDS + 0.01)).toBe("ask not. What your country can do.");
});

test("inside a piece nothing changes, nor in one without words, in other languages and without any marks", () => {
  expect(joined(["one. Two, Three four. five", "six"], NONE)).toBe("one. Two, Three four. five six");
  const bare = { ...piece("ask not.", 0), words: [] };
  expect(
    mendJoins([bare, piece("What is it?", 1)], "en", vocabularyOf(null)).map(({ text }) => text),
  ).toEqual(["ask not.", "What is it?"]);
  for (const language of ["de", "fr", null])
    expect(joined(["ask not,", "What your country"], NONE, language)).toBe("ask not, What your country");
  expect(joined(["ask not", "What your country"], NONE)).toBe("ask not What your country");
});
