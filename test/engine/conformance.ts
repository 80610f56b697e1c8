/** Conformance of every engine, however many processes it has and whichever library recognizes. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { limits } from "../../src/config/limits.ts";
import type { Lane, ModelEngine, Piece, Recognition } from "../../src/engine/engine.ts";
import { followsSpeech } from "./live-conformance.ts";
import {
  blocks,
  type Clip,
  clip,
  committedClips,
  joined,
  louder,
  SAMPLE_RATE,
  sentenceClips,
  silence,
  textOf,
  until,
  wordDifferences,
} from "./support.ts";

// A shared machine can be slow; a hang still ends.
setDefaultTimeout(300_000);

/** The facts of the model before it is heard. */
export interface Known {
  modelId: string;
  /** Null if nobody knows: then the first answer counts, and what else is said only has to be the same. */
  textOf: ((clip: Clip) => string) | null;
}

export const STARTER: Known = { modelId: "starter-en@", textOf: ({ starterText }) => starterText };

interface Subject {
  engine(): ModelEngine;
  /** The model's text of a recording. */
  said(clip: Clip): Promise<string>;
  isKnown: boolean;
  recognize(samples: Int16Array, lane?: Lane): Promise<Recognition>;
}

/** @param processesOf the recognizers that serve the engine, wherever they run. */
export function describeEngine(
  name: string,
  start: () => ModelEngine,
  known: Known = STARTER,
  processesOf = (engine: ModelEngine) => engine.status().processes,
): void {
  describe(name, () => {
    let engine: ModelEngine;
    const first = new Map<string, string>();
    beforeAll(async () => {
      engine = start();
      await engine.ready();
      // A recording moves to the first batch host when that is ready, and is heard anew from there: none does afterwards.
      await engine.recognize(blocks(silence(1)), { lane: "batch" });
      await until("every recognizer is ready", () =>
        processesOf(engine).every(({ state }) => state === "ready"),
      );
    });
    afterAll(() => engine.close());
    const subject: Subject = {
      engine: () => engine,
      isKnown: known.textOf !== null,
      recognize: (samples, lane = "batch") => engine.recognize(blocks(samples), { lane }),
      said: async (recording) => {
        const text = first.get(recording.file) ?? known.textOf?.(recording);
        if (text !== undefined) return text;
        const heard = textOf(await subject.recognize(recording.samples));
        first.set(recording.file, heard);
        return heard;
      },
    };

    test("is ready, with what it runs on", () => {
      const status = engine.status();
      expect(status).toMatchObject({ state: "ready", problem: null, provider: "cpu" });
      expect(status.modelId).toStartWith(known.modelId);
      const ready = status.processes.filter((process) => process.state === "ready");
      expect(ready.every((process) => (process.rssBytes ?? 0) > 0)).toBe(true);
    });
    recognizesRecordings(subject);
    hearsWhatIsThere(subject);
    answersItsCaller(subject);
    followsSpeech(subject);
  });
}

const shortest = (count: number) =>
  sentenceClips()
    .sort((a, b) => a.samples.length - b.samples.length)
    .slice(0, count);

function recognizesRecordings({ engine, recognize, said, isKnown }: Subject): void {
  test("recognizes recordings as the model does when it decodes them whole", async () => {
    let differences = 0;
    // Of a model that nobody knows, each is heard twice.
    for (const recording of isKnown ? committedClips() : shortest(4)) {
      const { samples } = recording;
      const recognition = await recognize(samples);
      differences += wordDifferences(await said(recording), textOf(recognition));
      expectRightTimes(recognition, samples);
      expect(recognition.language).toBe("en");
      expect(recognition.speechDurationSeconds).toBeGreaterThan(0.5);
    }
    expect(differences).toBeLessThanOrEqual(8);
  });

  test("eight streams at once are told as each is alone", async () => {
    const [last] = shortest(1) as [Clip];
    const all = committedClips()
      .slice(0, 8)
      .map(({ samples }, i) => joined(silence(i / 4), samples, silence(3), last.samples));
    const alone: string[] = [];
    for (const samples of all) alone.push(textOf(await recognize(samples)));
    expect(new Set(alone).size).toBe(8);
    const atOnce = await Promise.all(
      all.map((samples, i) => recognize(samples, i % 4 === 0 ? "interactive" : "batch")),
    );
    expect(atOnce.map(textOf)).toEqual(alone);
    atOnce.forEach((recognition, i) => {
      expectRightTimes(recognition, all[i] as Int16Array);
    });
  });

  test.each([1, 7, 511, 16_001, 10_000_000])("blocks of %d samples", async (blockSamples) => {
    const recording = clip("synth_10_rms.wav");
    const recognition = await engine().recognize(blocks(recording.samples, blockSamples), { lane: "batch" });
    expect(textOf(recognition)).toBe(await said(recording));
  });
}

function hearsWhatIsThere({ recognize, said, isKnown }: Subject): void {
  test.each(["interactive", "batch"] as const)("silence after speech is silent (%s)", async (lane) => {
    const recording = clip("synth_09_slt.wav");
    for (const quiet of [silence(3), silence(0.02), new Int16Array(0), noise(5, 0.02), hum(5)]) {
      expect(textOf(await recognize(recording.samples, lane))).toBe(await said(recording));
      const nothing = await recognize(quiet, lane);
      expect(nothing).toMatchObject({ pieces: [], speechDurationSeconds: 0 });
      expect(nothing.audioDurationSeconds).toBe(quiet.length / SAMPLE_RATE);
    }
  });

  test.each([0.05, 0.01, 0.003])("speech at %d of its level is not lost", async (level) => {
    const { samples, starterText } = clip("synth_04_rms.wav");
    const recognition = await recognize(joined(silence(1), louder(samples, level), silence(1)));
    expect(recognition.speechDurationSeconds).toBeGreaterThan(4);
    // At −50 dB s16 itself leaves too little for the words; the speech is found all the same.
    if (isKnown && level >= 0.01)
      expect(wordDifferences(starterText, textOf(recognition))).toBeLessThanOrEqual(1);
  });

  test("soft speech after loud speech is not lost", async () => {
    const { samples, starterText } = clip("synth_02_rms.wav");
    const soft = louder(samples, 0.05);
    const recognition = await recognize(joined(samples, silence(3), soft, silence(3), soft));
    expect(recognition.pieces).toHaveLength(3);
    const told = textOf(recognition);
    if (isKnown)
      expect(wordDifferences(`${starterText} ${starterText} ${starterText}`, told)).toBeLessThanOrEqual(4);
  });
}

function answersItsCaller({ engine, recognize, said }: Subject): void {
  const stillWorks = async () => {
    const recording = clip("synth_07_slt.wav");
    expect(textOf(await recognize(recording.samples))).toBe(await said(recording));
  };

  test("the audio's own error comes out unchanged, and the place is free again", async () => {
    const fault = new Error("the upload was cut off");
    const broken = async function* () {
      yield clip("synth_02_rms.wav").samples;
      throw fault;
    };
    expect(
      await engine()
        .recognize(broken(), { lane: "batch" })
        .catch((error) => error),
    ).toBe(fault);
    await stillWorks();
  });

  test.each(["before", "in the middle"])("a caller that gives up %s gets its own reason", async (when) => {
    const reason = new Error("the caller hung up");
    const stop = new AbortController();
    if (when === "before") stop.abort(reason);
    let open = false;
    const endless = async function* () {
      open = true;
      try {
        for (;;) yield silence(1);
      } finally {
        open = false;
      }
    };
    const onProgress = () => stop.abort(reason);
    const call = engine().recognize(endless(), { lane: "batch", signal: stop.signal, onProgress });
    expect(await call.catch((error) => error)).toBe(reason);
    await until("the audio is closed", () => !open);
    await stillWorks();
  });

  test("audio is pulled no faster than it is worked on, and progress is told in order", async () => {
    // The words are no matter here: most of a block is a pause.
    const samples = joined(clip("synth_09_slt.wav").samples, silence(8));
    const blockSeconds = samples.length / SAMPLE_RATE;
    const progress: number[] = [];
    let pulled = 0;
    let furthest = 0;
    const long = async function* () {
      for (let i = 0; i < 16; i++) {
        pulled += blockSeconds;
        furthest = Math.max(furthest, pulled - (progress.at(-1) ?? 0));
        yield samples;
      }
    };
    await engine().recognize(long(), { lane: "batch", onProgress: (done) => progress.push(done) });
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBeCloseTo(pulled);
    expect(furthest).toBeLessThanOrEqual(limits.engineUnsettledSeconds + 2 * blockSeconds);
  });
}

/** Where a fresh host begins to listen moves a segment by some milliseconds, which may change a word in it. */
export function expectTold(pieces: Piece[], texts: string[]): void {
  expect(pieces).toHaveLength(texts.length);
  pieces.forEach((piece, i) => {
    expect(wordDifferences(texts[i] as string, piece.text)).toBeLessThanOrEqual(1);
  });
}

export function expectRightTimes(recognition: Recognition, samples: Int16Array): void {
  expect(recognition.audioDurationSeconds).toBe(samples.length / SAMPLE_RATE);
  expect(recognition.speechDurationSeconds).toBeLessThanOrEqual(recognition.audioDurationSeconds + 0.1);
  let at = 0;
  for (const piece of recognition.pieces) {
    expect(piece.startSeconds).toBe(piece.words[0]?.startSeconds as number);
    expect(piece.endSeconds).toBe(piece.words.at(-1)?.endSeconds as number);
    expect(piece.words.map((word) => word.text).join(" ")).toBe(piece.text);
    for (const word of piece.words) {
      expect(word.startSeconds).toBeGreaterThanOrEqual(at);
      expect(word.endSeconds).toBeGreaterThanOrEqual(word.startSeconds);
      at = word.endSeconds;
    }
  }
  expect(at).toBeLessThanOrEqual(recognition.audioDurationSeconds);
}

function noise(seconds: number, level: number): Int16Array {
  let state = 1;
  return silence(seconds).map(() => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.round((state / 2 ** 30 - 1) * level * 32_767);
  });
}

/** Mains hum with harmonics. */
function hum(seconds: number): Int16Array {
  return silence(seconds).map((_, i) => {
    const t = (2 * Math.PI * 50 * i) / SAMPLE_RATE;
    return Math.round(2_000 * (Math.sin(t) + 0.5 * Math.sin(2 * t) + 0.3 * Math.sin(3 * t)));
  });
}
