/** An engine with a model that a test has written. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../../native/libraries.ts";
import { configSchema } from "../../../src/config/schema.ts";
import { createEngine } from "../../../src/engine/create-engine.ts";
import type { ModelEngine } from "../../../src/engine/engine.ts";
import type { ModelSpec } from "../../../src/engine/model-spec.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { type Logger, silentLogger } from "../../../src/lib/logger.ts";

const REPOSITORY = join(import.meta.dir, "../../..");
const SPEECH = join(REPOSITORY, "test/audio/synth_10_rms.wav");

/** @param folder where the model's files lie, under the names of their roles. */
export function modelIn(
  folder: string,
  kind: ModelSpec["kind"],
  files: Record<string, string>,
  rest: Partial<ModelSpec> = {},
): ModelSpec {
  return {
    id: `${kind}@1.0.0`,
    kind,
    files: Object.fromEntries(Object.entries(files).map(([role, name]) => [role, join(folder, name)])),
    options: {},
    sampleRate: 16_000,
    featureDim: 80,
    languages: ["en"],
    longestInputSeconds: 20,
    tokenTimes: true,
    takesHotwords: false,
    warmUpRecording: SPEECH,
    knowsWarmUpLanguage: true,
    ...rest,
  };
}

export function startModel(model: ModelSpec, logger: Logger = silentLogger): ModelEngine {
  const libraries = prepareNativeLibraries({ dataDir: join(tmpdir(), "tiro-engine-tests") });
  return createEngine({
    ...libraries,
    model,
    hostCommand: [process.execPath, join(REPOSITORY, "src/main.ts"), "engine-host"],
    config: configSchema.parse({ engine: { processes: 1, interactive_process: false } }).engine,
    logger,
    clock: systemClock,
  });
}
