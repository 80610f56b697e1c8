/** A model by itself, the starter's above all, as an engine host loads it, for scripts that look at what it says. */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { limits } from "../../src/config/limits.ts";
import type { Decoder } from "../../src/engine/host/backends/backend.ts";
import { sherpa } from "../../src/engine/host/backends/sherpa/backend.ts";
import type { Silence } from "../../src/engine/host/silence-around.ts";
import type { ModelSpec } from "../../src/engine/model-spec.ts";
import { loadPack, requireRecognizer } from "../../src/packs/load-pack.ts";
import { packModel } from "../../src/recognition/model-of-pack.ts";

/** Samples a second. */
export const RATE = 16_000;

/** The silence that an engine host puts around a recording. */
export const SILENCE: Silence = {
  beforeSamples: (limits.padBeforeMs * RATE) / 1000,
  afterSamples: (limits.padAfterMs * RATE) / 1000,
};

const PACK = join(import.meta.dir, "../../models/starter-en");

/** @param withWords false: it returns its scores, spelt out, instead of words. */
export function loadStarter(withWords: boolean): Promise<Decoder> {
  const model = modelAlone(PACK);
  if (!withWords) delete model.files.words;
  return loadAlone(model);
}

/** @param folder of a pack. */
export function modelAlone(folder: string): ModelSpec {
  return packModel(requireRecognizer(loadPack(folder)), { audioPath: join(PACK, "check.wav"), text: null });
}

export function loadAlone(model: ModelSpec): Promise<Decoder> {
  const single = { threads: 1, parallelDecodes: 1, batch: 1, provider: "cpu", niceness: 0 } as const;
  return sherpa.load({
    model,
    marks: null,
    alignment: null,
    ...prepareNativeLibraries({ dataDir: tmpdir() }),
    ...single,
  });
}

/** Samples of a mono PCM16 WAV file, 1 being full scale. */
export function wavFloats(path: string): Float32Array {
  const file = readFileSync(path);
  const from = file.indexOf("data", 12, "latin1") + 8;
  return Float32Array.from(
    { length: (file.length - from) >> 1 },
    (_, i) => file.readInt16LE(from + 2 * i) / 32_768,
  );
}
