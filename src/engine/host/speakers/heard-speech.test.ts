import { expect, test } from "bun:test";
import fc from "fast-check";
import { VAD_WINDOW_SAMPLES } from "../speech-detector.ts";
import { HeardSpeech } from "./heard-speech.ts";

const RATE = 16_000;
const WINDOW = 10 * RATE;
const BLOCK_SECONDS = VAD_WINDOW_SAMPLES / RATE;

/** Exact in single precision: a quiet sample at which the detector has not let go yet. */
const LINGERING = -(2 ** -10);

/** Hears speech in blocks whose first sample is a loud one or lingers, and keeps what the newest was given. */
function detector() {
  const heard: number[] = [];
  const speech = new HeardSpeech(() => {
    heard.splice(0);
    return {
      isSpeech: (block) => {
        heard.push(block[0] as number);
        return (block[0] as number) > 0.3 || block[0] === LINGERING;
      },
    };
  });
  return { heard, speech };
}

const windowAt = (recording: Float32Array, at: number) => {
  const window = new Float32Array(WINDOW);
  window.set(recording.subarray(at, at + WINDOW));
  return window;
};

test("each block is heard once, in order, though windows overlap and begin inside blocks", () => {
  const recording = Float32Array.from(
    { length: 4 * WINDOW },
    (_, at) => (at % 6_000 < 3_000 ? 0.5 : 0.001) + at / 1e9,
  );
  const { heard, speech } = detector();
  const found = [0, 1, 2, 3, 4].map((n) => speech.spansIn(windowAt(recording, n * 5 * RATE), n * 5 * RATE));
  const blocks = Math.floor((6 * 5 * RATE) / VAD_WINDOW_SAMPLES);
  expect(heard).toEqual(
    Array.from({ length: blocks }, (_, block) => recording[block * VAD_WINDOW_SAMPLES] as number),
  );
  // The second half of one window is the first half of the next.
  const inMiddle = (spans: (typeof found)[number], from: number) =>
    spans.map(({ startSeconds }) => startSeconds - from).filter((start) => start > 0.1 && start < 4.9);
  const [first = [], second = []] = found;
  const before = inMiddle(first, 5);
  expect(before.length).toBeGreaterThan(10);
  for (const [at, start] of inMiddle(second, 0).entries()) expect(start).toBeCloseTo(before[at] as number, 6);
});

test("behind audio that nobody asked about it begins anew, where the window begins", () => {
  const recording = new Float32Array(6 * WINDOW).fill(0.5);
  const { heard, speech } = detector();
  speech.spansIn(windowAt(recording, 0), 0);
  expect(speech.spansIn(windowAt(recording, 2 * WINDOW), 2 * WINDOW)[0]?.startSeconds).toBe(0);
  expect(heard).toHaveLength(Math.floor(WINDOW / VAD_WINDOW_SAMPLES));
});

/**
 * A window of blocks: `S` speech that the detector hears, `m` murmur, which it does not, `-` an echo that dies away, `.` a
 * quiet room, `s` one that the detector still takes for speech.
 */
function windowOf(blocks: string): Float32Array {
  const levels = { S: 0.5, m: 0.1, "-": 0.002, ".": 0.001, s: LINGERING };
  return Float32Array.from({ length: WINDOW }, (_, at) => {
    const block = blocks[Math.floor(at / VAD_WINDOW_SAMPLES)] ?? ".";
    return levels[block as keyof typeof levels];
  });
}

test.each([
  ["what sounds beside speech, no further than 0.16 s", "....mmmmmmmmSSSmmmmmmmm", [[7, 20]]],
  ["no silence beside speech", "....mm..SSS..mm", [[8, 11]]],
  ["no silence at its end, though the detector lets go late", "....SSSsss", [[4, 7]]],
  ["silence inside it", "....SSSsssSS", [[4, 12]]],
  ["not what dies away after loud words", `..${"S".repeat(20)}--`, [[2, 22]]],
  ["what is as soft beside soft ones", "..mmSS--", [[2, 8]]],
  ["a gap that sounds", `..SSS${"m".repeat(35)}SSS`, [[2, 43]]],
  ["a gap most of which sounds", "..SS.mmmmmm..SS", [[2, 15]]],
  [
    "no gap of silence",
    "..SSS...SSS",
    [
      [2, 5],
      [8, 11],
    ],
  ],
  [
    "no gap of a second and more",
    `..SSS${"m".repeat(36)}SSS`,
    [
      [2, 10],
      [36, 44],
    ],
  ],
  ["nothing where the detector hears none", "..mmmmmmm..", []],
])("speech is %s", (_, blocks, expected) => {
  const spans = detector().speech.spansIn(windowOf(blocks), 0);
  const inBlocks = spans.map((span) =>
    [span.startSeconds, span.endSeconds].map((seconds) => Math.round(seconds / BLOCK_SECONDS)),
  );
  expect(inBlocks).toEqual(expected);
});

test("what is muted, or behind the recording's end, says nothing of how quiet the room is", () => {
  const window = windowOf("..........SSSmmm");
  window.fill(0, WINDOW / 2);
  window.fill(0.1, 40 * VAD_WINDOW_SAMPLES, WINDOW / 2);
  const [span] = detector().speech.spansIn(window, 0);
  expect(span?.endSeconds).toBeCloseTo(16 * BLOCK_SECONDS);
});

test("spans lie inside the window, in order, wherever the windows begin", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 * WINDOW), { minLength: 1, maxLength: 5 }), (starts) => {
      const recording = Float32Array.from({ length: 4 * WINDOW }, (_, at) => 0.5 * Math.sin(at / 3_000));
      const { speech } = detector();
      for (const from of starts.sort((a, b) => a - b)) {
        let last = 0;
        for (const { startSeconds, endSeconds } of speech.spansIn(windowAt(recording, from), from)) {
          expect(startSeconds).toBeGreaterThanOrEqual(last);
          expect(endSeconds).toBeGreaterThan(startSeconds);
          last = endSeconds;
        }
        expect(last).toBeLessThanOrEqual(10);
      }
    }),
    { numRuns: 30 },
  );
});
