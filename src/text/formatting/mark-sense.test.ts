import { expect, test } from "bun:test";
import { namedMarks } from "../../../scripts/bench/named-marks.ts";
import { formatWithReasons } from "./format-dictation.ts";

const MARKS = (
  "period,comma,colon,semicolon,dash,slash,hyphen,ellipsis,underscore,asterisk,question mark,exclamation mark," +
  "new line,new paragraph,bullet point,backslash,ampersand"
).split(",");
const NAMED = [
  "the M is wrong",
  "a M is missing",
  "that M should go",
  "each M counts",
  "his M was removed",
  "no M is needed",
  "there is a M in the text",
  "the last M was mine",
  "where does the M go",
  "put the M after the name",
  "another M came later",
  "is there a M after the name",
  "the first M of the book",
  "both ended with a M",
  "do you need a M here",
  "the new M worries me",
];

test.each(NAMED)("a mark that is named stays a word: %s", (sentence) => {
  for (const mark of MARKS) {
    const said = sentence.replace("M", mark);
    expect([said, formatWithReasons(said, { language: "en" }).reasons]).toEqual([said, []]);
  }
});

test.each([
  "lunch period was long",
  "the grace period hurt the farmers",
  "at a later period he moved to rome",
  "each opening period never really started",
  "the trial period no longer applies",
  "grace period hurt the farmers",
  "with one bold dash he reached the gate",
  "she added one comma too many",
  "we made a quick dash as soon as it was light",
  "it was a long semicolon for all of us",
  "we need one more period",
  "he stayed five days during which period he wrote",
  "she was happy at that period",
  "no period of silence lasts forever",
  "which comma do you mean",
  "i hate this comma",
  "the trains dash across the plain",
])("%s", (said) => {
  expect(formatWithReasons(said, { language: "en" }).reasons.filter(({ code }) => code === "mark")).toEqual(
    [],
  );
});

test("with nouns and verbs at random hardly a named mark is taken for one", () => {
  const sentences = namedMarks(1800, 3).filter(({ kind }) => kind !== "bare compound");
  const cut = sentences.filter(({ said }) =>
    formatWithReasons(said, { language: "en" }).reasons.some(({ code }) => code === "mark"),
  );
  expect(cut.length).toBeLessThan(0.03 * sentences.length);
});

test.each([
  ["it works period is it safe", "It works. Is it safe?"],
  ["done period works for me", "Done. Works for me."],
  ["open quote i want more close quote", '"I want more"'],
  ["no comma thanks", "No, thanks."],
  ["lock it in a drawer period it's mine", "Lock it in a drawer. It's mine."],
  ["we went to the party comma his family did not", "We went to the party, his family did not."],
  ["it was a long comma cold winter", "It was a long, cold winter."],
  ["take this one comma for it is yours", "Take this one, for it is yours."],
  ["meet me at the office period we leave at noon", "Meet me at the office. We leave at noon."],
])("%s → %s", (said, written) => {
  expect(formatWithReasons(said, { language: "en" }).text).toBe(written);
});

test.each([
  ["fr", "il ne vient point", "Il ne vient point."],
  ["es", "quiero que coma bien", "Quiero que coma bien."],
  ["de", "wir treffen uns punkt zwei uhr", "Wir treffen uns Punkt 2 Uhr."],
])("%s: %s → %s", (language, said, written) => {
  expect(formatWithReasons(said, { language }).text).toBe(written);
});
