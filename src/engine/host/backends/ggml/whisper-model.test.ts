import { describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../../../../native/libraries.ts";
import {
  ggmlModel,
  RUNS_GGML,
  smallSizes,
  writeTold,
} from "../../../../../test/engine/models/whisper-ggml.ts";
import { testFolder } from "../../../../../test/support/folders.ts";
import type { HostInit } from "../../../protocol.ts";
import type { DecodeOptions, Decoder } from "../backend.ts";
import { ggml } from "./backend.ts";

const ENGLISH = 50_259;
const GERMAN = 50_261;
const RATE = 16_000;
const samples = Float32Array.from({ length: 2 * RATE }, (_, i) => Math.sin(i * i * 1e-5) / 2);
const plain: DecodeOptions = { language: null, hotwords: [] };

describe.if(RUNS_GGML)("a loaded model", () => {
  const place = testFolder();

  async function load(
    name: string,
    said: number[],
    languages: string[],
    more: Partial<HostInit> = {},
  ): Promise<Decoder> {
    const folder = join(place, name);
    mkdirSync(folder, { recursive: true });
    writeTold(folder, said, smallSizes());
    const { decoderCallsPath, whisperLibraryPath } = prepareNativeLibraries({ dataDir: place });
    const init = {
      model: ggmlModel(folder, { languages }),
      threads: 1,
      provider: "cpu",
      decoderCallsPath,
      whisperLibraryPath,
      ...more,
    };
    return ggml.load(init as HostInit);
  }

  test("tells how sure it is of each language of the pack, and asks no more when it is told one", async () => {
    const decoder = await load("languages", [GERMAN, 0, 1_000], ["en", "de"]);
    const { language, languageProbabilities } = await decoder.prepare(samples, RATE, plain)();
    expect(language).toBe("de");
    expect(languageProbabilities?.de).toBeGreaterThan(0.9);
    const told = await decoder.prepare(samples, RATE, { ...plain, language: "en" })();
    expect(told.language).toBe("en");
    expect(told.languageProbabilities).toBeUndefined();
  });

  test("a language that the pack leaves out has no say", async () => {
    const decoder = await load("others", [ENGLISH, 0, 1_000], ["de", "fr"]);
    const { language } = await decoder.prepare(samples, RATE, plain)();
    expect(["de", "fr"]).toContain(language as string);
  });

  test("what is given up stops in the middle with the signal's reason, and its place is used again", async () => {
    const decoder = await load("endless", Array(448).fill(1_000), ["en"]);
    const timed = async (options: DecodeOptions) => {
      const begin = performance.now();
      const outcome = await decoder
        .prepare(samples, RATE, options)()
        .catch((error) => error);
      return { outcome, ms: performance.now() - begin };
    };
    const whole = await timed(plain);
    const steps = decoder.stepsDone as number;
    expect(steps).toBeGreaterThan(200);
    const stop = new AbortController();
    const stopped = timed({ ...plain, signal: stop.signal });
    while (decoder.stepsDone === steps) await Bun.sleep(1);
    stop.abort(new Error("given up"));
    const { outcome } = await stopped;
    expect(outcome.message).toBe("given up");
    // Far fewer tokens than a whole decode has.
    expect((decoder.stepsDone as number) - steps).toBeLessThan(steps / 2);
    expect((await timed(plain)).outcome.text).toBe(whole.outcome.text);
    const before = { ...plain, signal: AbortSignal.abort(new Error("never begun")) };
    expect((await timed(before)).outcome.message).toBe("never begun");
  });

  test.each([
    ["on a GPU", { provider: "cuda" } as const, "run on the CPU alone"],
    ["where there is no library", { whisperLibraryPath: null }, "x86-64 alone"],
    [
      "where the library is gone",
      { whisperLibraryPath: "/nowhere/libwhisper.so.1" },
      "whisper.cpp's library does not load",
    ],
  ])("%s it is refused", async (_, more, reason) => {
    expect(load("refused", [GERMAN], ["en"], more)).rejects.toThrow(reason);
  });
});
