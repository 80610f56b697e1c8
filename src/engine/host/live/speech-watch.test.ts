import { expect, test } from "bun:test";
import { SpeechWatch } from "./speech-watch.ts";

const ENDPOINTING = { threshold: 0.5, prefixPaddingMs: 300, silenceDurationMs: 320 };

/** @param heard a character a window: `s` speech, `.` silence. @returns what was reported, and after which window. */
function turns(watch: SpeechWatch, heard: string): string[] {
  return [...heard].flatMap((window, i) => {
    const turn = watch.push(window === "s");
    return turn ? [`${turn} ${i}`] : [];
  });
}

test.each([
  [
    "speech begins with its third window, and ends after the silence",
    "..ssss..........",
    ["started 4", "stopped 15"],
  ],
  ["a click is no speech", "..ss.ss..s......................", []],
  ["a pause is no end", "sss.........s..........", ["started 2", "stopped 22"]],
  ["the next speech begins anew", "sss..........sss", ["started 2", "stopped 12", "started 15"]],
])("%s", (_, heard, told) => {
  expect(turns(new SpeechWatch(ENDPOINTING), heard)).toEqual(told);
});

test("without endpointing speech ends after half a second", () => {
  expect(turns(new SpeechWatch(null), `sss${".".repeat(20)}`)).toEqual(["started 2", "stopped 18"]);
});

test("one that goes on for another does not begin again", () => {
  expect(turns(new SpeechWatch(ENDPOINTING, true), "ss..........")).toEqual(["stopped 11"]);
});

test("speech that is not told yet is known", () => {
  const watch = new SpeechWatch(ENDPOINTING);
  turns(watch, "..ss");
  expect(watch.untoldSamples).toBe(3 * 512);
  turns(watch, "s");
  expect(watch.untoldSamples).toBe(0);
});
