import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { processorMs } from "../../../test/support/processor-time.ts";
import type { Transcription } from "../transcription.ts";
import { LINE_WIDTH, LINES, LONGEST_CUE_MS, SHORTEST_CUE_MS, subtitleCues } from "./cues.ts";

/** Words at a given pace; a pause in seconds may stand before each. */
function spoken(words: [text: string, seconds: number, pause?: number][], tailSeconds = 1): Transcription {
  let at = 0;
  const timed = words.map(([text, seconds, pause = 0]) => {
    const startSeconds = at + pause;
    at = startSeconds + seconds;
    return { text, startSeconds, endSeconds: at };
  });
  const text = words.map(([word]) => word).join(" ");
  const segment = { id: 0, startSeconds: 0, endSeconds: at, text, words: timed };
  return { text, language: "en", durationSeconds: at + tailSeconds, segments: [segment], modelId: "m@1" };
}

const sentence = (text: string, secondsEach = 0.35): [string, number][] =>
  text.split(" ").map((word) => [word, secondsEach]);

describe("subtitle cues", () => {
  test("two balanced lines, broken at words", () => {
    const cues = subtitleCues(
      spoken(sentence("it was the best of times it was the worst of times it was the age", 0.3)),
    );
    expect(cues.map((cue) => cue.lines)).toEqual([
      ["it was the best of times it was", "the worst of times it was the age"],
    ]);
  });

  test("a pause parts cues, and the first stays on screen until it can be read", () => {
    const cues = subtitleCues(
      spoken([
        ["yes", 0.2],
        ["of", 0.2, 3],
        ["course", 0.3],
      ]),
    );
    expect(cues).toEqual([
      { startMs: 0, endMs: SHORTEST_CUE_MS, lines: ["yes"], speaker: null },
      { startMs: 3200, endMs: 4033, lines: ["of course"], speaker: null },
    ]);
  });

  test("a short word at the very end is shown a little early rather than for an instant", () => {
    const [, last] = subtitleCues(
      spoken(
        [
          ["hello", 0.5],
          ["bye", 0.1, 2],
        ],
        0,
      ),
    );
    expect(last).toEqual({ startMs: 2600 - SHORTEST_CUE_MS, endMs: 2600, lines: ["bye"], speaker: null });
  });

  test("no speech, no cues", () => {
    expect(
      subtitleCues({ text: "", language: null, durationSeconds: 5, segments: [], modelId: "m@1" }),
    ).toEqual([]);
  });

  test("a segment without word times is spread over its time, Chinese without spaces too", () => {
    const text = "今天天气很好，我们一起去公园散步吧。明天可能会下雨，所以今天出门比较好，记得带上水和帽子。";
    const segment = { id: 0, startSeconds: 0, endSeconds: 14, text, words: [] };
    const cues = subtitleCues({
      text,
      language: "zh",
      durationSeconds: 14,
      segments: [segment],
      modelId: "m@1",
    });
    expect(cues.flatMap((cue) => cue.lines).join("")).toBe(text);
    for (const line of cues.flatMap((cue) => cue.lines))
      expect(Bun.stringWidth(line)).toBeLessThanOrEqual(LINE_WIDTH);
  });

  test("four hours are laid out in well under a second each hour", () => {
    const words = Array.from({ length: 40_000 }, (_, i): [string, number] => [`word${i % 97}`, 0.36]);
    const tookMs = processorMs(() => expect(subtitleCues(spoken(words)).length).toBeGreaterThan(3000));
    expect(tookMs).toBeLessThan(4000);
  });

  const word = fc.tuple(
    fc.oneof(fc.stringMatching(/^[a-z]{1,12}[,.]?$/), fc.stringMatching(/^[a-z]{40,100}$/)),
    fc.double({ min: 0.02, max: 2, noNaN: true }),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.double({ min: 0, max: 5, noNaN: true }) },
    ),
  );
  test("any speech: lines fit, nothing is lost, nothing overlaps, times stay inside the recording", () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 80 }),
        fc.double({ min: 0, max: 3, noNaN: true }),
        (words, tail) => {
          const speech = spoken(words, tail);
          const cues = subtitleCues(speech);
          expect(
            cues
              .flatMap((cue) => cue.lines)
              .join("")
              .replaceAll(" ", ""),
          ).toBe(speech.text.replaceAll(" ", ""));
          let previousEndMs = 0;
          for (const cue of cues) {
            expect(cue.lines.length).toBeLessThanOrEqual(LINES);
            for (const line of cue.lines) expect(line.length).toBeLessThanOrEqual(LINE_WIDTH);
            expect(cue.startMs).toBeGreaterThanOrEqual(previousEndMs);
            expect(cue.endMs).toBeGreaterThan(cue.startMs);
            expect(cue.endMs - cue.startMs).toBeLessThanOrEqual(LONGEST_CUE_MS);
            previousEndMs = cue.endMs;
          }
          expect(previousEndMs).toBeLessThanOrEqual(Math.floor(speech.durationSeconds * 1000) + 1);
        },
      ),
    );
  });
});
