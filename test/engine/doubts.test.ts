/** Moonshine's decoder in the box marks the tokens that it doubts, and writes what it writes without. */
import { beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NOISES } from "../../scripts/bench/alignment/noises.ts";
import { loadAlone, modelAlone, RATE, SILENCE, wavFloats } from "../../scripts/bench/starter.ts";
import type { Decoded, Decoder } from "../../src/engine/host/backends/backend.ts";
import { surrounded } from "../../src/engine/host/silence-around.ts";
import { seeded } from "../../src/lib/seeded.ts";
import { builtinPackFolder } from "../../src/packs/builtin.ts";
import { lighterDecoder } from "../../src/packs/moonshine/lighter-decoder.ts";
import { testFolder } from "../support/folders.ts";

const AUDIO = join(import.meta.dir, "../audio");
const CLIPS = ["synth_01_slt", "synth_04_rms", "synth_05_awb", "spoken_name_slt"];
const PUBLISHED =
  "../../node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized/decoder_model_merged.onnx";
const folder = testFolder();
let telling: Decoder;
let silent: Decoder;

beforeAll(async () => {
  const model = modelAlone(builtinPackFolder(tmpdir(), "moonshine-tiny-en"));
  const without = join(folder, "decoder.onnx");
  writeFileSync(without, lighterDecoder(readFileSync(new URL(PUBLISHED, import.meta.url))));
  telling = await loadAlone(model);
  silent = await loadAlone({ ...model, files: { ...model.files, merged_decoder: without } });
});

function heard(by: Decoder, samples: Float32Array): Promise<Decoded> {
  const around = surrounded(samples, SILENCE, 30 * RATE);
  return by.prepare(around, RATE, { language: "en", hotwords: [] })();
}

function inNoise(samples: Float32Array): Float32Array {
  const [noise] = NOISES;
  const sound = noise?.samples(samples.length / RATE, seeded(1)) ?? [];
  return samples.map((sample, i) => 0.2 * sample + 0.2 * (sound[i] ?? 0));
}

test.each(CLIPS)("the text stays, clear or in noise: %s", async (clip) => {
  const clear = wavFloats(join(AUDIO, `${clip}.wav`));
  for (const samples of [clear, inNoise(clear)]) {
    const { text, tokens, doubted = [] } = await heard(telling, samples);
    const without = await heard(silent, samples);
    expect(text).toBe(without.text);
    expect(tokens).toEqual(without.tokens);
    expect(doubted).toHaveLength(tokens.length);
    expect(without.doubted?.some(Boolean)).toBe(false);
  }
});

test("more is doubted in noise than in what is said clearly", async () => {
  const doubts = async (change: (samples: Float32Array) => Float32Array) => {
    let count = 0;
    for (const clip of CLIPS) {
      const { doubted = [] } = await heard(telling, change(wavFloats(join(AUDIO, `${clip}.wav`))));
      count += doubted.filter(Boolean).length;
    }
    return count;
  };
  const clear = await doubts((samples) => samples);
  expect(await doubts(inNoise)).toBeGreaterThan(clear + 5);
});
