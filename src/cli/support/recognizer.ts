import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { prepareNativeLibraries } from "../../../native/libraries.ts";
import type { Config } from "../../config/schema.ts";
import { type OpenSpeakers, openSpeakers } from "../../context/open-speakers.ts";
import { createEngine } from "../../engine/create-engine.ts";
import type { Engine } from "../../engine/engine.ts";
import { systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { selfCommand } from "../../lib/self-command.ts";
import { checkRecording } from "../../packs/builtin.ts";
import { choosePack } from "../../packs/choose-pack.ts";
import { packModel, type RecognizerPack } from "../../packs/load-pack.ts";

export interface Recognizer {
  engine: Engine;
  /** Null where no pack tells speakers apart. */
  speakers: OpenSpeakers | null;
  pack: RecognizerPack;
}

/**
 * The configured model in one child process, for a command that recognizes without a server. The caller
 * closes the engines. Throws what `choosePack` and `prepareNativeLibraries` throw.
 */
export function openRecognizer(config: Config): Recognizer {
  const dataDir = config.data.dir;
  const { dir: modelsDir, pack: wanted } = config.models;
  const { native_dir: nativeDir } = config.engine;
  const pack = choosePack({ dataDir, ...(modelsDir === undefined ? {} : { modelsDir }) }, wanted);
  const libraries = prepareNativeLibraries({ dataDir, ...(nativeDir === undefined ? {} : { nativeDir }) });
  const engine = createEngine({
    model: packModel(pack, checkRecording(pack, dataDir)),
    vadModelPath: libraries.vadModelPath,
    sherpaAddonPath: libraries.sherpaAddonPath,
    hostCommand: [...selfCommand(), "engine-host"],
    config: { ...config.engine, processes: 1, interactive_process: false },
    logger: silentLogger,
    clock: systemClock,
  });
  const speakers = openSpeakers(config, libraries.sherpaAddonPath, silentLogger);
  return { engine, speakers, pack };
}

/**
 * Where a command that needs no database unpacks to. A data folder that somebody chose or that is there
 * already is used; otherwise the user's cache, so that a folder of recordings stays as it was.
 */
export function unpackFolder(config: Config, environment: NodeJS.ProcessEnv = process.env): string {
  const { dir } = config.data;
  if (dir !== resolve("tiro-data") || existsSync(dir)) return dir;
  return join(environment.XDG_CACHE_HOME || join(environment.HOME || homedir(), ".cache"), "tiro");
}
