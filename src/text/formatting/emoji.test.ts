import { expect, test } from "bun:test";
import { formatDictation } from "./format-dictation.ts";

test.each([
  ["en", "see you tomorrow thumbs up emoji", "See you tomorrow 👍"],
  ["en", "See you tomorrow, heart emoji.", "See you tomorrow ❤️"],
  ["en", "she sent the heart emoji", "She sent the heart emoji."],
  ["en", "thumbs up for the plan", "Thumbs up for the plan."],
  ["de", "bis morgen daumen hoch emoji", "Bis morgen 👍"],
  ["fr", "merci emoji cœur et à demain", "Merci ❤️ et à demain"],
  ["es", "nos vemos emoji fuego", "Nos vemos 🔥"],
  ["ja", "ありがとうハートの絵文字", "ありがとう❤️"],
  ["cmn", "明天见爱心表情", "明天见❤️"],
])("in %s, %j becomes %j if emoji are allowed", (language, said, written) => {
  const text = formatDictation(said, { language, instructions: "Use emojis." });
  expect(text.replace(/\.$/u, "")).toBe(written.replace(/\.$/u, ""));
  expect(formatDictation(said, { language })).not.toMatch(/\p{Extended_Pictographic}/u);
});
