import { describe, expect, test } from "bun:test";
import { limits } from "../config/limits.ts";
import { ENGINE_SAMPLE_RATE, type Recognition } from "../engine/engine.ts";
import { identifyLanguage } from "./identify-language.ts";

type Heard = [language: string | null, speechSeconds: number];

/** Returns the given answers, window by window, and then nothing. */
function engineThat(hears: Heard[]) {
  const windows: number[] = [];
  const recognize = async (audio: AsyncIterable<Int16Array>): Promise<Recognition> => {
    let samples = 0;
    for await (const block of audio) samples += block.length;
    windows.push(samples / ENGINE_SAMPLE_RATE);
    const [language, speechDurationSeconds] = hears[windows.length - 1] ?? [null, 0];
    const nothing = { pieces: [], modelId: "m@1", hotwordsUsed: false };
    return {
      ...nothing,
      language,
      speechDurationSeconds,
      audioDurationSeconds: samples / ENGINE_SAMPLE_RATE,
    };
  };
  return { engine: { recognize }, windows };
}

function recording(seconds: number) {
  let pulled = 0;
  let closed = false;
  async function* audio(): AsyncGenerator<Int16Array> {
    try {
      for (; pulled < seconds; pulled++) yield new Int16Array(ENGINE_SAMPLE_RATE).fill(pulled);
    } finally {
      closed = true;
    }
  }
  return { audio: audio(), pulled: () => pulled, closed: () => closed };
}

async function identify(hears: Heard[], seconds = 60, candidates = ["de", "fr", "cmn"]) {
  const { engine, windows } = engineThat(hears);
  const { audio, pulled } = recording(seconds);
  const found = await identifyLanguage(engine, audio, new Set(candidates), { lane: "batch" });
  const listened = pulled();
  const firsts: number[] = [];
  for await (const block of found.audio) firsts.push(block[0] ?? -1);
  expect(firsts).toEqual(Array.from({ length: seconds }, (_, second) => second));
  return { language: found.language, windows: windows.length, listened };
}

const CASES: [what: string, hears: Heard[], seconds: number, language: string | null, windows: number][] = [
  ["clear speech decides at once", [["de", 9]], 60, "de", 1],
  ["a code of the model's own", [["zh", 9]], 60, "cmn", 1],
  [
    "silence first",
    [
      [null, 0],
      [null, 0],
      ["fr", 5],
    ],
    600,
    "fr",
    3,
  ],
  [
    "a word here and there adds up",
    [
      ["de", 1],
      ["de", 1],
      ["de", 1.5],
    ],
    600,
    "de",
    3,
  ],
  [
    "two languages, one of them clearly more",
    [
      ["fr", 2],
      ["de", 9],
    ],
    60,
    "de",
    2,
  ],
  [
    "two languages alike",
    [
      ["fr", 2.5],
      ["de", 3],
    ],
    30,
    null,
    2,
  ],
  ["a word or two are enough where there is no more", [["de", 0.6]], 2, "de", 1],
  ["less is not", [["de", 0.4]], 2, null, 1],
  [
    "a language that is not asked about",
    [
      ["sv", 9],
      ["de", 4],
    ],
    60,
    "de",
    2,
  ],
  ["nothing at all", [], 60, null, 4],
  ["an empty recording", [], 0, null, 0],
  [
    "no longer than the bound",
    [],
    limits.identificationSeconds + 120,
    null,
    limits.identificationSeconds / 15,
  ],
];
test.each(CASES)(
  "the language is heard as early as it is clear: %s",
  async (_what, hears, seconds, language, windows) => {
    const found = await identify(hears, seconds);
    expect([found.language, found.windows]).toEqual([language, windows]);
    expect(found.listened).toBeLessThanOrEqual(limits.identificationSeconds);
  },
);

describe("a recording that is not heard to its end", () => {
  test("is closed when the engine fails", async () => {
    const { audio, closed } = recording(60);
    const engine = { recognize: () => Promise.reject(new Error("no")) };
    await expect(identifyLanguage(engine, audio, new Set(["de"]), { lane: "batch" })).rejects.toThrow("no");
    expect(closed()).toBe(true);
  });

  test("is closed when whoever gets it leaves", async () => {
    const { audio, closed } = recording(60);
    const { engine } = engineThat([["de", 9]]);
    const found = await identifyLanguage(engine, audio, new Set(["de"]), { lane: "batch" });
    for await (const _ of found.audio) break;
    expect(closed()).toBe(true);
  });
});
