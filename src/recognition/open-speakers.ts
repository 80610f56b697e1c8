/** The packs that distinguish speakers, from the configuration. */
import { recognizerEnvironment } from "../config/gpu-environment.ts";
import type { Config } from "../config/schema.ts";
import { JoinedHosts } from "../engine/joined-hosts.ts";
import { createSpeakerEngine } from "../engine/speakers/create-speaker-engine.ts";
import type { SpeakerEngine } from "../engine/speakers/speaker-engine.ts";
import { SpeakerHosts, type SpeakerHostsOptions } from "../engine/speakers/speaker-hosts.ts";
import { speakerSettledSchema } from "../engine/speakers/speaker-protocol.ts";
import type { Cluster } from "../engine/workers/cluster.ts";
import type { Logger } from "../lib/logger.ts";
import { selfCommand } from "../lib/self-command.ts";
import { chooseSpeakerPacks } from "../packs/speaker-packs.ts";

export interface OpenSpeakers {
  engine: SpeakerEngine;
  /** The embedding pack's `same_speaker_similarity`. */
  similarity: number;
}

type Libraries = Pick<SpeakerHostsOptions, "sherpaAddonPath" | "vadModelPath">;

/**
 * Starts nothing yet; the caller closes the engine.
 * @param cluster null if all is done on this machine.
 * @throws TiroError `no_model_installed`
 */
export function openSpeakers(
  config: Config,
  libraries: Libraries,
  logger: Logger,
  cluster: Cluster | null = null,
): OpenSpeakers {
  const { similarity, checksum, ...model } = speakerPacksOf(config);
  const openLocal = (onChange?: () => void) => openSpeakerHosts(config, libraries, logger, onChange);
  const hosts = cluster
    ? new JoinedHosts(
        config.cluster.local ? openLocal : null,
        {
          hosts: cluster.hostsFor(model.id, checksum, speakerSettledSchema, { places: "speakers" }),
          onChange: (changed) => cluster.onChange(changed),
        },
        () => {},
      )
    : openLocal();
  return { engine: createSpeakerEngine(model.id, hosts), similarity };
}

/** Those of this machine. Starts nothing yet. @throws TiroError `no_model_installed` */
export function openSpeakerHosts(
  config: Config,
  { sherpaAddonPath, vadModelPath }: Libraries,
  logger: Logger,
  onChange?: () => void,
): SpeakerHosts {
  const { similarity: _, checksum: __, ...model } = speakerPacksOf(config);
  return new SpeakerHosts(
    {
      model,
      sherpaAddonPath,
      vadModelPath,
      hostCommand: [...selfCommand(), "speaker-host"],
      // The networks run on the CPU, but a GPU build's libraries are loaded by the same loader.
      hostEnvironment: recognizerEnvironment(config.engine.provider),
      config: config.engine,
      logger,
    },
    onChange,
  );
}

/** @throws TiroError `no_model_installed` */
export function speakerPacksOf({ models, data }: Pick<Config, "models" | "data">) {
  const { dir: modelsDir, speaker_segmentation: segmentation, speaker_embedding: embedding } = models;
  const places = { dataDir: data.dir, ...(modelsDir !== undefined && { modelsDir }) };
  return chooseSpeakerPacks(places, { segmentation, embedding });
}
