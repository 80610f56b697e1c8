/** What speakers are told apart with, from the configuration. */
import { recognizerEnvironment } from "../config/gpu-environment.ts";
import type { Config } from "../config/schema.ts";
import { createSpeakerEngine, type SpeakerEngineOptions } from "../engine/speakers/create-speaker-engine.ts";
import type { SpeakerEngine } from "../engine/speakers/speaker-engine.ts";
import type { Logger } from "../lib/logger.ts";
import { selfCommand } from "../lib/self-command.ts";
import { chooseSpeakerPacks } from "../packs/speaker-packs.ts";

export interface OpenSpeakers {
  engine: SpeakerEngine;
  /** The embedding pack's `same_speaker_similarity`. */
  similarity: number;
}

/**
 * Starts nothing yet; the caller closes the engine.
 * @throws TiroError `no_model_installed`
 */
export function openSpeakers(
  config: Config,
  { sherpaAddonPath, vadModelPath }: Pick<SpeakerEngineOptions, "sherpaAddonPath" | "vadModelPath">,
  logger: Logger,
): OpenSpeakers {
  const { dir: modelsDir, speaker_segmentation: segmentation, speaker_embedding: embedding } = config.models;
  const places = { dataDir: config.data.dir, ...(modelsDir !== undefined && { modelsDir }) };
  const { similarity, ...model } = chooseSpeakerPacks(places, { segmentation, embedding });
  const hostCommand = [...selfCommand(), "speaker-host"];
  const engine = createSpeakerEngine({
    model,
    sherpaAddonPath,
    vadModelPath,
    hostCommand,
    // The networks run on the CPU, but a GPU build's libraries are loaded by the same loader.
    hostEnvironment: recognizerEnvironment(config.engine.provider),
    config: config.engine,
    logger,
  });
  return { engine, similarity };
}
