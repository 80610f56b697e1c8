import { expect, test } from "bun:test";
import { noSpeechShare, speechSamples } from "./voice-activity.ts";

const ACTIVITY = { fromSample: 1000, windowSamples: 10, speech: [true, true, false, true] };

test("windows of speech count whole", () => {
  expect(speechSamples(ACTIVITY)).toBe(30);
});

test.each([
  ["in speech", 1000, 1020, 0],
  ["in a pause", 1020, 1030, 1],
  ["over both", 1000, 1040, 0.25],
  ["a part of a window counts as the window", 1019, 1021, 0.5],
  ["before and behind the stretch nothing was heard", 990, 1050, 0.5],
  ["far away", 5000, 6000, 1],
  ["a moment", 1005, 1005, 0],
])("the share without speech: %s", (_, from, until, share) => {
  expect(noSpeechShare(ACTIVITY, from, until)).toBe(share);
});
