import { prepareNativeLibraries } from "../../../native/libraries.ts";
import type { Config } from "../../config/schema.ts";
import { openWhisperLibrary } from "../../engine/host/backends/ggml/library.ts";
import { requirePlatform } from "../../engine/host/backends/ggml/platform.ts";
import { findPacks } from "../../packs/choose-pack.ts";
import { packPlaces } from "../../recognition/open-router.ts";
import { type Finding, fail, ok } from "./check.ts";

type Platform = Parameters<typeof requirePlatform>[1];

/** Whether this machine can run the models that need it, where some are installed. @param platform as of `requirePlatform`. */
export function checkWhisper(config: Config, platform?: Platform): Finding {
  const packs = findPacks(packPlaces(config)).flatMap(({ pack }) =>
    pack?.manifest.kind === "whisper_ggml" ? [pack.name] : [],
  );
  if (packs.length === 0) return ok("no installed pack needs it");
  const problem = whisperProblem(config, platform);
  if (problem === null) return ok(`loads, for ${packs.join(", ")}`);
  return fail(
    `${packs.join(", ")} cannot be used: ${problem}`,
    "Until then other packs recognize; remove these with tiro models remove, or change what is missing.",
  );
}

/** Why this machine cannot run models of whisper.cpp; null if it can. */
export function whisperProblem(config: Config, platform?: Platform): string | null {
  try {
    const { decoderCallsPath, whisperLibraryPath } = prepareNativeLibraries({ dataDir: config.data.dir });
    openWhisperLibrary(decoderCallsPath, requirePlatform(whisperLibraryPath, platform));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
