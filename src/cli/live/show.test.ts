import { expect, test } from "bun:test";
import type { LiveEvent } from "../../engine/live.ts";
import { showOn, showsPartials } from "./show.ts";

const words = (text: string): LiveEvent => ({ type: "words", utterance: 0, text, words: [] });
const EVENTS: LiveEvent[] = [
  { type: "speech_started", utterance: 0, atSeconds: 0 },
  { type: "partial", utterance: 0, text: "the meaning" },
  words("the meeting"),
  { type: "partial", utterance: 0, text: " hash" },
  words(" has"),
  {
    type: "utterance",
    utterance: 0,
    startSeconds: 0,
    endSeconds: 1,
    text: "The meeting has.",
    words: [],
    language: "en",
  },
];

function written(output: { isTTY?: boolean; columns?: number }, json = false): string {
  let text = "";
  const show = showOn({ ...output, write: (more) => (text += more) }, json);
  for (const event of EVENTS) show(event);
  return text;
}

test("into a file go final words alone", () => {
  expect(written({})).toBe("the meeting has\n");
  expect(showsPartials({ write: () => {} }, false)).toBe(false);
});

test("at a terminal the line is written anew until it is final", () => {
  const lines = written({ isTTY: true, columns: 80 }).split("\u001b[2K");
  expect(lines.at(-1)).toBe("The meeting has.\n");
  expect(lines[3]).toStartWith("the meeting");
  expect(lines[3]).toContain(" hash");
});

test("at a narrow terminal the end of the line is seen", () => {
  const lines = written({ isTTY: true, columns: 8 }).split("\u001b[2K");
  expect(lines[2]).toStartWith("meeting");
});

test("as JSON each event is a line", () => {
  const lines = written({}, true).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(EVENTS);
});
