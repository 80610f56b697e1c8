/** An engine with the recognizer that ships for English, as tiro starts it, for scripts that look at pieces and words. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../../native/libraries.ts";
import { configSchema } from "../../../src/config/schema.ts";
import { createEngine } from "../../../src/engine/create-engine.ts";
import type { Engine, ModelEngine, Recognition } from "../../../src/engine/engine.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { silentLogger } from "../../../src/lib/logger.ts";
import { builtinPackFolder } from "../../../src/packs/builtin.ts";
import { loadPack } from "../../../src/packs/load-pack.ts";
import { alignmentFor, modelOf } from "../../../src/recognition/model-of-pack.ts";
import { oneBlock } from "../samples.ts";

const HOST = [process.execPath, join(import.meta.dir, "../../../src/main.ts"), "engine-host"];
const PACK = "moonshine-tiny-en";

/** @param guarded whether the starter's network is beside it, which gives times and guards. */
export function startMoonshine(guarded = true): ModelEngine {
  return startPack(builtinPackFolder(tmpdir(), PACK), guarded);
}

/** @param folder of an installed pack. @param guarded as of `startMoonshine`, for a recognizer that has no times. */
export function startPack(folder: string, guarded = true): ModelEngine {
  const dataDir = tmpdir();
  const pack = loadPack(folder);
  return createEngine({
    ...prepareNativeLibraries({ dataDir }),
    model: modelOf(pack, dataDir),
    alignment: guarded ? alignmentFor(pack, dataDir) : null,
    hostCommand: HOST,
    config: configSchema.parse({ engine: {} }).engine,
    logger: silentLogger,
    clock: systemClock,
  });
}

/** One recording in one block. */
export async function recognized(engine: Engine, samples: Int16Array): Promise<Recognition> {
  return engine.recognize(oneBlock(samples), { lane: "batch", language: "en" });
}

export function textOf({ pieces }: Recognition): string {
  return pieces.map(({ text }) => text).join(" ");
}
