import { expect, test } from "bun:test";
import type { SpacedWord } from "../words.ts";
import { Agreement, type Heard, spokenBefore } from "./agreement.ts";

/** A word each 0.4 s, the first at `from`. */
function words(text: string, from = 0): SpacedWord[] {
  return text
    .split(" ")
    .filter(Boolean)
    .map((each, i) => ({
      text: each,
      startSeconds: from + i * 0.4,
      endSeconds: from + i * 0.4 + 0.35,
      spaced: true,
    }));
}

const heard = (text: string, more: Partial<Heard> = {}): Heard => ({
  words: words(text),
  untilSeconds: words(text).length * 0.4 + 0.4,
  isTimed: true,
  final: "heard twice",
  holdBackSeconds: 0,
  ...more,
});

const textOf = (told: readonly SpacedWord[]) => told.map(({ text }) => text).join(" ");

function take(agreement: Agreement, next: Heard) {
  const { final, grey } = agreement.take(next);
  return [textOf(final), textOf(grey)];
}

test("words that two decodes agree on are final, those behind them grey", () => {
  const agreement = new Agreement();
  expect(take(agreement, heard("the meeting has"))).toEqual(["", "the meeting has"]);
  expect(take(agreement, heard("the meeting was moved"))).toEqual(["the meeting", "was moved"]);
  expect(take(agreement, heard("The meeting was moved to"))).toEqual(["was moved", "to"]);
});

test("a word at the edge is neither, unless silence follows", () => {
  const agreement = new Agreement();
  const cut = { untilSeconds: 1.2 };
  expect(take(agreement, heard("the meeting hash", cut))).toEqual(["", "the meeting"]);
  expect(take(agreement, heard("the meeting has", { ...cut, final: "before the edge" }))).toEqual([
    "the meeting",
    "",
  ]);
  expect(take(agreement, heard("the meeting has", { ...cut, final: "all" }))).toEqual(["has", ""]);
});

test("without times the last word is the one at the edge", () => {
  const agreement = new Agreement();
  const untimed = { isTimed: false, untilSeconds: 60 };
  expect(take(agreement, heard("the meeting has", untimed))).toEqual(["", "the meeting"]);
  expect(take(agreement, heard("the meeting has been", untimed))).toEqual(["the meeting has", ""]);
});

test("the newest words are held back for as long as the caller wants", () => {
  const agreement = new Agreement();
  agreement.take(heard("the meeting has been"));
  const next = heard("the meeting has been moved", { holdBackSeconds: 1.5 });
  expect(take(agreement, next)).toEqual(["the meeting", "has been moved"]);
});

const RETELLINGS: [what: string, said: string, heard: string, new_: string][] = [
  ["the same words", "the meeting has", "the meeting has been", "been"],
  ["a word that changed", "the meeting has", "the meetings has been", "been"],
  ["a last word that changed", "the meeting has", "the meeting had been", "been"],
  ["a word that is missing", "the meeting has been", "meeting has been moved", "moved"],
  ["a word that came twice", "the the", "the the end", "end"],
  ["a piece of a word before them", "meeting has been", "ing meeting has been moved", "moved"],
  ["nothing new", "the meeting", "the meeting", ""],
  ["nothing at all", "the meeting", "", ""],
  ["less than was said", "the meeting has", "the", ""],
];
test.each(RETELLINGS)("%s: words that were said are not said again", (_, said, again, new_) => {
  for (const isTimed of [true, false]) {
    const offset = again.startsWith("ing ") ? -0.4 : again.startsWith("meeting has been moved") ? 0.4 : 0;
    const told = words(again, offset);
    expect(textOf(told.slice(spokenBefore(words(said), told, isTimed)))).toBe(new_);
  }
});

test("a word that is said again a moment later is new", () => {
  const said = words("very");
  const told = words("very very");
  expect(spokenBefore(said, told, true)).toBe(1);
  expect(spokenBefore([], told, true)).toBe(0);
});

test("times of final words never fall, and words before a later begin are forgotten", () => {
  const agreement = new Agreement(words("the meeting", 0.2));
  const { final } = agreement.take({ ...heard("the meeting has", { final: "all" }), untilSeconds: 2 });
  expect(final[0]?.startSeconds).toBeGreaterThanOrEqual(0.95);
  agreement.moveTo(0.5);
  expect(textOf(agreement.said)).toBe("meeting has");
  agreement.moveTo(9);
  expect(agreement.said).toEqual([]);
});
