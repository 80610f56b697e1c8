import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { processorMs } from "../../../test/support/processor-time.ts";
import { withoutPauses } from "../../lib/slices.ts";
import type { Transcription } from "../transcription.ts";
import type { SubtitleWord } from "./cue-words.ts";
import {
  type Cue,
  cueSlices,
  LONGEST_CUE_MS,
  SUBTITLE_RULES,
  type SubtitleRules,
  speakerPrefix,
} from "./cues.ts";
import { srtFile } from "./subtitle-files.ts";
import { subtitleCues } from "./transcription-cues.ts";

const { maxLineChars: LINE_WIDTH, minMs: SHORTEST_CUE_MS } = SUBTITLE_RULES;

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
      { startMs: 0, endMs: SHORTEST_CUE_MS, lines: ["yes"], speaker: null, firstWord: 0 },
      { startMs: 3200, endMs: 4033, lines: ["of course"], speaker: null, firstWord: 1 },
    ]);
  });

  test("a short word at the very end is not shown before it is said", () => {
    const [, last] = subtitleCues(
      spoken(
        [
          ["hello", 0.5],
          ["bye", 0.1, 2],
        ],
        0,
      ),
    );
    expect(last).toEqual({ startMs: 2500, endMs: 2600, lines: ["bye"], speaker: null, firstWord: 1 });
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

  test("a long name is cut so that words fit beside it", () => {
    expect(speakerPrefix("Ada")).toBe("Ada: ");
    expect(speakerPrefix("Her Excellency the Ambassador")).toBe("Her Excellency the…: ");
  });
});

/** Words of up to three people, of any length and pace, in scripts with and without spaces. */
const streamWord = fc.record({
  text: fc.oneof(
    { weight: 8, arbitrary: fc.stringMatching(/^[a-z]{1,12}[,.]?$/) },
    { weight: 1, arbitrary: fc.stringMatching(/^[a-z]{40,100}$/) },
    { weight: 1, arbitrary: fc.stringMatching(/^[今天気很好散歩]{1,6}$/) },
  ),
  ms: fc.integer({ min: 20, max: 2000 }),
  pauseMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 5000 }) },
  ),
  turn: fc.integer({ min: 0, max: 9 }),
});
const otherRules = fc.record({
  maxLineChars: fc.integer({ min: 16, max: 80 }),
  maxLines: fc.integer({ min: 1, max: 3 }),
  maxCharsPerSecond: fc.integer({ min: 8, max: 40 }),
  minMs: fc.integer({ min: 200, max: 3000 }),
});
const stream = fc.record({
  words: fc.array(streamWord, { minLength: 1, maxLength: 60 }),
  tailMs: fc.integer({ min: 0, max: 3000 }),
  hasSpeakers: fc.boolean(),
});

describe("any speech", () => {
  test("keeps the rules of subtitles, on 1,000 streams of words", () => {
    fc.assert(fc.property(stream, keepsRules(SUBTITLE_RULES)), { numRuns: 1000 });
  });

  test("keeps other rules", () => {
    fc.assert(
      fc.property(otherRules, stream, (rules, given) => keepsRules(rules)(given)),
      { numRuns: 200 },
    );
  });
});

type Stream = typeof stream extends fc.Arbitrary<infer Value> ? Value : never;

function keepsRules(rules: SubtitleRules): (given: Stream) => void {
  return ({ words, tailMs, hasSpeakers }) => {
    const spokenWords = streamOf(words, hasSpeakers);
    const durationMs = (spokenWords.at(-1)?.endMs ?? 0) + tailMs;
    const prefix = (speaker: string) => speakerPrefix(speaker, rules);
    const cues = withoutPauses(cueSlices(spokenWords, { durationMs, rules, prefix }));
    const bare = (texts: string[]) => texts.join("").replaceAll(" ", "");
    expect(bare(cues.flatMap((cue) => cue.lines))).toBe(bare(spokenWords.map(({ text }) => text)));
    for (const [index, cue] of cues.entries())
      expectRules(cue, cues[index + 1]?.startMs, spokenWords, durationMs, rules);
  };
}

function streamOf(words: Stream["words"], hasSpeakers: boolean): SubtitleWord[] {
  let at = 0;
  let speaker = 0;
  return words.map(({ text, ms, pauseMs, turn }) => {
    const startMs = at + pauseMs;
    at = startMs + ms;
    if (turn === 0) speaker = (speaker + 1) % 3;
    return { text, startMs, endMs: at, spaceBefore: true, speaker: hasSpeakers ? `spk_${speaker}` : null };
  });
}

function expectRules(
  cue: Cue,
  nextMs: number | undefined,
  words: SubtitleWord[],
  durationMs: number,
  rules: SubtitleRules,
): void {
  const shown = srtFile([cue], (speaker) => speakerPrefix(speaker, rules))
    .trim()
    .split("\n")
    .slice(2);
  expect(shown.length).toBeLessThanOrEqual(rules.maxLines);
  for (const line of shown) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(rules.maxLineChars);
  expect(cue.startMs).toBeGreaterThanOrEqual((words[cue.firstWord] as SubtitleWord).startMs);
  const shownMs = cue.endMs - cue.startMs;
  expect(shownMs).toBeGreaterThan(0);
  expect(shownMs).toBeLessThanOrEqual(LONGEST_CUE_MS);
  // Never over the next one, or past the end of the recording.
  const roomMs = (nextMs ?? Math.max(durationMs, cue.startMs + 1)) - cue.startMs;
  expect(shownMs).toBeLessThanOrEqual(roomMs);
  // Long enough, if what follows allows it.
  expect(shownMs).toBeGreaterThanOrEqual(Math.min(rules.minMs, roomMs));
  const characters = Bun.stringWidth(shown.join(""));
  const readMs = (characters / rules.maxCharsPerSecond) * 1000;
  expect(shownMs).toBeGreaterThanOrEqual(Math.min(readMs, roomMs, LONGEST_CUE_MS));
}
