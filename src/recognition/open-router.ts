/** The router of a site: what is installed and configured, on this machine. */
import type { Config } from "../config/schema.ts";
import { TiroError } from "../lib/errors.ts";
import { choosePack, findPack, type PackPlaces } from "../packs/choose-pack.ts";
import { AnnouncedPacks } from "./announced-packs.ts";
import { packsFor } from "./choose.ts";
import { defaultRecognizer, packBudgetBytes } from "./default-recognizer.ts";
import {
  InstalledPacks,
  type InstalledRecognizer,
  isHere,
  requireConfiguredPacks,
  requirePunctuation,
} from "./installed-packs.ts";
import { type RouteTable, routeTable } from "./routes.ts";
import { SpeechRouter } from "./speech-router.ts";
import { engineStarter, liveLoadOf, memoryOf, type StartingOptions } from "./start-engine.ts";

export interface OpenRouterOptions extends Omit<StartingOptions, "installed" | "liveLoad"> {
  /** As of `SpeechRouterOptions`. */
  keepsTrying?: boolean;
}

/** Starts loading the default pack. @throws `no_model_installed` if a configured pack is not there. */
export function openSpeechRouter({ keepsTrying = false, ...options }: OpenRouterOptions): SpeechRouter {
  const { config, cluster = null, logger, clock } = options;
  const announced = cluster && new AnnouncedPacks(cluster, clock);
  const installed = requireInstalled(config, announced && { announced, isLocal: config.cluster.local });
  const liveLoad = liveLoadOf(config, cluster);
  return new SpeechRouter({
    installed,
    table: configuredRoutes(config),
    preferred: () => config.models.pack,
    provider: config.engine.provider,
    keepsTrying,
    budgetBytes: packBudgetBytes(config.models),
    expectedBytes: memoryOf,
    startEngine: engineStarter({ ...options, installed, liveLoad }),
    punctuation: config.models.punctuation,
    logger,
    clock,
  });
}

/** The routes as the configuration has them when they are asked for. */
function configuredRoutes(config: Pick<Config, "models">): () => RouteTable {
  let { models } = config;
  let table = routeTable(models.routes);
  return () => {
    if (models !== config.models) {
      models = config.models;
      table = routeTable(models.routes);
    }
    return table;
  };
}

/** The pack for speech of which no language is known. @throws as `openSpeechRouter`. */
export function defaultPackOf(
  config: Pick<Config, "data" | "models">,
): InstalledRecognizer & { folder: string } {
  const { pack: preferred, routes } = config.models;
  const { recognizers } = requireInstalled(config).now;
  const here = recognizers.filter(isHere);
  const [first] = packsFor({ language: null, forced: false }, here, routeTable(routes), preferred);
  if (!first) throw new TiroError("no_model_installed", "No model pack is installed.");
  return first;
}

/**
 * What is installed, all that the configuration names included; what workers have cannot be required, because they come
 * and go. Those of this machine count if `isLocal`.
 * @throws `no_model_installed`.
 */
export function requireInstalled(
  { data, models }: Pick<Config, "data" | "models">,
  cluster: { announced: AnnouncedPacks; isLocal: boolean } | null = null,
): InstalledPacks {
  const places = packPlaces({ data, models });
  // Workers have memory of their own.
  const budgetBytes = cluster?.isLocal === false ? Number.POSITIVE_INFINITY : packBudgetBytes(models);
  const { id: defaultId } = defaultRecognizer(models, budgetBytes);
  if (cluster) return new InstalledPacks(cluster.isLocal ? places : null, defaultId, cluster.announced);
  if (models.pack !== undefined) choosePack(places, models.pack);
  const installed = new InstalledPacks(places, defaultId);
  if (!["auto", "off"].includes(models.punctuation)) requirePunctuation(findPack(places, models.punctuation));
  if (models.routes) requireConfiguredPacks(installed.now, models.routes);
  return installed;
}

export function packPlaces({ data, models }: Pick<Config, "data" | "models">): PackPlaces {
  return { dataDir: data.dir, ...(models.dir === undefined ? {} : { modelsDir: models.dir }) };
}
