import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { prepareNativeLibraries } from "../../../native/libraries.ts";
import { recognizerEnvironment } from "../../config/gpu-environment.ts";
import type { Config } from "../../config/schema.ts";
import { systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { selfCommand } from "../../lib/self-command.ts";
import { openSpeechRouter } from "../../recognition/open-router.ts";
import { type OpenSpeakers, openSpeakers } from "../../recognition/open-speakers.ts";
import type { SpeechRouter } from "../../recognition/speech-router.ts";
import { unpackBundle } from "./bundle.ts";

export interface Recognizer {
  engine: SpeechRouter;
  speakers: OpenSpeakers;
  /** tiro's codes of what can be recognized. */
  languages: string[];
}

/**
 * The site's packs, each in one child process, for a command that recognizes without a server. The caller
 * closes the engines.
 * @throws what `openSpeechRouter` and `prepareNativeLibraries` throw.
 */
export function openRecognizer(config: Config): Recognizer {
  const dataDir = config.data.dir;
  const { native_dir: nativeDir, provider } = config.engine;
  unpackBundle(config);
  const libraries = prepareNativeLibraries({
    dataDir,
    provider,
    ...(nativeDir === undefined ? {} : { nativeDir }),
  });
  const engine = openSpeechRouter({
    vadModelPath: libraries.vadModelPath,
    sherpaAddonPath: libraries.sherpaAddonPath,
    decoderCallsPath: libraries.decoderCallsPath,
    whisperLibraryPath: libraries.whisperLibraryPath,
    hostCommand: [...selfCommand(), "engine-host"],
    hostEnvironment: recognizerEnvironment(provider),
    config: { ...config, engine: { ...config.engine, processes: 1, interactive_process: false } },
    logger: silentLogger,
    clock: systemClock,
  });
  const speakers = openSpeakers(config, libraries, silentLogger);
  return { engine, speakers, languages: engine.languages() };
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
