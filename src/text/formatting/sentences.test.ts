import { expect, test } from "bun:test";
import { rulesFor } from "../languages/index.ts";
import { tokenize } from "../words/tokens.ts";
import { formatDictation } from "./format-dictation.ts";
import { hasSeveralSentences } from "./sentences.ts";

test.each([
  "Had I known I would have come.",
  "Should you need anything call me.",
  "Were I you I would wait.",
  "Could be worse.",
  "Would love to join you.",
  "Didn't see that coming.",
  "Doesn't matter.",
  "Is not included in the price.",
  "May he rest in peace.",
  "Had you heard that he would come?",
  "Could you be on time?",
  "Didn't she see it?",
  "Is not the lake lovely?",
  "May I rest here?",
  "Since when do you smoke?",
  "Until when are you open?",
  "What color is your car?",
  "Which bus should we take?",
  "Has the child slept?",
  "Who wrote the music?",
  "What matters is the result.",
  "What people like is cake.",
  "Who dares wins.",
])("in English only questions end with a question mark: %s", (written) => {
  const said = written.slice(0, -1).toLowerCase();
  expect(formatDictation(said, { language: "en" })).toBe(written);
});

test.each([
  ["Ask Mr. Haines.", false],
  ["scriva al dott. Ruiz", false],
  ["Ask HR. They know.", true],
  ["It takes 20 ms. Then it stops.", true],
])("the stop of a title ends no sentence: %s", (text, severalSentences) => {
  expect(hasSeveralSentences(tokenize(text, rulesFor("en")))).toBe(severalSentences);
});

test("a filler after a sentence leaves its capital to the next word", () => {
  const said = "Please ask HR. Um, they will know.";
  expect(formatDictation(said, { language: "en" })).toBe("Please ask HR. They will know.");
});
