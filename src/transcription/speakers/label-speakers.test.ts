import { describe, expect, test } from "bun:test";
import type { SpeakerAnalysis } from "../../engine/speakers/speaker-engine.ts";
import type { Segment, Transcription } from "../transcription.ts";
import { labelSpeakers } from "./label-speakers.ts";

const options = { similarity: 0.5, maxSpeakers: null };

/** One of eight voices that have nothing in common; from 8 on one a little like that of 8 less. */
function embedding(voice: number): Float32Array {
  const vector = new Float32Array(9);
  vector[voice % 8] = voice < 8 ? 1 : 0.15;
  vector[8] = voice < 8 ? 0 : 1;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Each voice with the times at which it is heard. */
function analysis(
  durationSeconds: number,
  voices: Record<number, [start: number, end: number][]>,
): SpeakerAnalysis {
  const stretches = Object.entries(voices).flatMap(([voice, times]) =>
    times.map(([startSeconds, endSeconds]) => ({
      startSeconds,
      endSeconds,
      voices: [{ startSeconds, endSeconds, embedding: embedding(Number(voice)), heardSeconds: 2 }],
    })),
  );
  return { stretches, durationSeconds, modelId: "test" };
}

/** A word a second, from `from` on; segments as they are given. */
function said(...segments: [from: number, text: string][]): Transcription {
  const made = segments.map(([from, text], id): Segment => {
    const words = text
      .split(" ")
      .map((word, i) => ({ text: word, startSeconds: from + i, endSeconds: from + i + 0.9 }));
    return { id, startSeconds: from, endSeconds: words.at(-1)?.endSeconds ?? from, text, words };
  });
  const text = segments.map(([, text]) => text).join(" ");
  return { text, language: "en", durationSeconds: 60, segments: made, modelId: "m@1" };
}

const shown = (result: Awaited<ReturnType<typeof labelSpeakers>>) =>
  result.utterances.map(({ speaker, text }) => `${speaker}: ${text}`);

describe("labels", () => {
  test("speakers are numbered by their first words, and utterances end where another begins", async () => {
    const heard = analysis(20, {
      5: [
        [0, 4],
        [8, 12],
      ],
      2: [[4, 8]],
    });
    const result = await labelSpeakers(said([0, "a b c d e f"], [6, "g h i j"]), heard, options);
    expect(shown(result)).toEqual(["spk_0: a b c d", "spk_1: e f g h", "spk_0: i j"]);
    expect(result.segments.map(({ id, speaker, text }) => [id, speaker, text])).toEqual([
      [0, "spk_0", "a b c d"],
      [1, "spk_1", "e f"],
      [2, "spk_1", "g h"],
      [3, "spk_0", "i j"],
    ]);
    expect(result.speakers).toEqual(["spk_0", "spk_1"]);
    expect(result.speakerCount).toBe(2);
    expect(result.text).toBe("a b c d e f g h i j");
  });

  test("a long pause ends an utterance, also inside a segment", async () => {
    const heard = analysis(20, { 0: [[0, 20]] });
    expect(shown(await labelSpeakers(said([0, "a b"], [3.5, "c d"]), heard, options))).toEqual([
      "spk_0: a b",
      "spk_0: c d",
    ]);
    expect(shown(await labelSpeakers(said([0, "a b"], [3, "c d"]), heard, options))).toEqual([
      "spk_0: a b c d",
    ]);
  });

  test("who says no word is no speaker", async () => {
    const heard = analysis(20, { 0: [[0, 3]], 1: [[10, 15]], 2: [[3, 6]] });
    const result = await labelSpeakers(said([0, "a b c d e"]), heard, options);
    expect(result.speakers).toEqual(["spk_0", "spk_1"]);
    expect(result.speakerCount).toBe(2);
  });

  test("silence has no speakers; words that nobody was heard to say have one", async () => {
    const silent = await labelSpeakers(said(), analysis(9, {}), options);
    expect([silent.speakers, silent.speakerCount, silent.utterances, silent.segments]).toEqual([
      [],
      0,
      [],
      [],
    ]);
    const unheard = await labelSpeakers(said([0, "a b"]), analysis(9, {}), options);
    expect([shown(unheard), unheard.speakerCount]).toEqual([["spk_0: a b"], 1]);
  });

  test("the most that are to be kept are those who speak longest, with the labels that they had", async () => {
    // Voice 9 is a little like voice 1, whom it is given to though voice 0 speaks right before.
    const heard = analysis(40, { 0: [[0, 3]], 1: [[3, 20]], 9: [[20, 22]], 3: [[22, 30]] });
    const words = said([0, "a b c"], [3, "d e"], [20, "f g"], [22, "h"]);
    const strict = { ...options, similarity: 0.95 };
    const all = await labelSpeakers(words, heard, strict);
    expect(all.speakers).toEqual(["spk_0", "spk_1", "spk_2", "spk_3"]);
    const two = await labelSpeakers(words, heard, { ...strict, maxSpeakers: 2 });
    expect(two.speakers).toEqual(["spk_1", "spk_3"]);
    expect(two.speakerCount).toBe(4);
    expect(two.segments.find(({ text }) => text === "f g")?.speaker).toBe("spk_1");
    const one = await labelSpeakers(words, heard, { ...strict, maxSpeakers: 1 });
    expect([one.speakers, one.speakerCount]).toEqual([["spk_1"], 4]);
    expect(await labelSpeakers(words, heard, { ...strict, maxSpeakers: 8 })).toEqual(all);
  });

  test("a segment without word times is spread, and every word has a speaker", async () => {
    const words = said([0, "one two three four"]);
    for (const segment of words.segments) segment.words = [];
    const result = await labelSpeakers(words, analysis(9, { 0: [[0, 2]], 1: [[2, 4]] }), options);
    expect(shown(result)).toEqual(["spk_0: one two", "spk_1: three four"]);
  });

  test("text of scripts without spaces stays without", async () => {
    const segment: Segment = {
      id: 0,
      startSeconds: 0,
      endSeconds: 4,
      text: "你好。谢谢",
      words: ["你", "好", "谢", "谢"].map((text, at) => ({ text, startSeconds: at, endSeconds: at + 0.9 })),
    };
    const words = {
      text: segment.text,
      language: "zh",
      durationSeconds: 4,
      segments: [segment],
      modelId: "m",
    };
    const result = await labelSpeakers(words, analysis(4, { 0: [[0, 4]] }), options);
    expect(result.utterances[0]?.text).toBe("你好。谢谢");
  });
});
