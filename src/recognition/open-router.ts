/** The router of a site: what is installed and configured, on this machine. */
import type { Config } from "../config/schema.ts";
import { TiroError } from "../lib/errors.ts";
import { choosePack, findPack, type PackPlaces } from "../packs/choose-pack.ts";
import type { ModelChoices } from "../store/recognition/model-choices.ts";
import { AnnouncedPacks } from "./announced-packs.ts";
import { packsFor } from "./choose.ts";
import { preferredPack, routesInForce } from "./chosen-models.ts";
import { defaultRecognizer, packBudgetBytes } from "./default-recognizer.ts";
import {
  InstalledPacks,
  type InstalledRecognizer,
  isHere,
  requireConfiguredPacks,
  requirePunctuation,
} from "./installed-packs.ts";
import type { RouteTable } from "./routes.ts";
import { SpeechRouter } from "./speech-router.ts";
import { checksumOf, engineStarter, liveLoadOf, memoryOf, type StartingOptions } from "./start-engine.ts";

const NO_CHOICES: ModelChoices = {};

export interface OpenRouterOptions extends Omit<StartingOptions, "installed" | "liveLoad"> {
  /** The administrators' choices; none without a database. The same object until that changes. */
  choices?: () => ModelChoices;
  /** As of `SpeechRouterOptions`. */
  keepsTrying?: boolean;
}

/** Starts loading the default pack. @throws `no_model_installed` if a configured pack is not there. */
export function openSpeechRouter({
  choices = () => NO_CHOICES,
  keepsTrying = false,
  ...options
}: OpenRouterOptions): SpeechRouter {
  const { config, cluster = null, logger, clock } = options;
  const announced = cluster && new AnnouncedPacks(cluster, clock);
  const preferred = () => preferredPack(config.models, choices());
  const where = announced && { announced, isLocal: config.cluster.local };
  const installed = requireInstalled(config, where, preferred);
  const liveLoad = liveLoadOf(config, cluster);
  return new SpeechRouter({
    installed,
    table: currentRoutes(config, choices),
    preferred,
    provider: config.engine.provider,
    keepsTrying,
    budgetBytes: packBudgetBytes(config.models),
    expectedBytes: memoryOf,
    startEngine: engineStarter({ ...options, installed, liveLoad }),
    ...(announced && { hasWorkers: (pack) => announced.isPresent(pack.name, checksumOf(pack)) }),
    punctuation: config.models.punctuation,
    logger,
    clock,
  });
}

/** The routes as the configuration and the choices have them when they are asked for. */
function currentRoutes(config: Pick<Config, "models">, choices: () => ModelChoices): () => RouteTable {
  let made: { models: Config["models"]; chosen: ModelChoices; table: RouteTable } | undefined;
  return () => {
    const [{ models }, chosen] = [config, choices()];
    if (made?.models !== models || made.chosen !== chosen)
      made = { models, chosen, table: routesInForce(models, chosen) };
    return made.table;
  };
}

/** The pack for speech of which no language is known. @throws as `openSpeechRouter`. */
export function defaultPackOf(
  config: Pick<Config, "data" | "models">,
  choices: ModelChoices = NO_CHOICES,
): InstalledRecognizer & { folder: string } {
  const { models } = config;
  const here = requireInstalled(config).now.recognizers.filter(isHere);
  const table = routesInForce(models, choices);
  const wanted = { language: null, forced: false };
  const [first] = packsFor(wanted, here, table, preferredPack(models, choices));
  if (!first) throw new TiroError("no_model_installed", "No model pack is installed.");
  return first;
}

/**
 * The installed packs, all that the configuration names included; packs of workers cannot be required, because they come
 * and go. Those of this machine count if `isLocal`.
 * @throws `no_model_installed`.
 */
export function requireInstalled(
  { data, models }: Pick<Config, "data" | "models">,
  cluster: { announced: AnnouncedPacks; isLocal: boolean } | null = null,
  preferred?: () => string | undefined,
): InstalledPacks {
  const places = packPlaces({ data, models });
  // Workers have memory of their own.
  const budgetBytes = cluster?.isLocal === false ? Number.POSITIVE_INFINITY : packBudgetBytes(models);
  const { id: defaultId } = defaultRecognizer(models, budgetBytes);
  if (cluster)
    return new InstalledPacks(cluster.isLocal ? places : null, defaultId, cluster.announced, preferred);
  if (models.pack !== undefined) choosePack(places, models.pack);
  const installed = new InstalledPacks(places, defaultId, null, preferred);
  if (!["auto", "off"].includes(models.punctuation)) requirePunctuation(findPack(places, models.punctuation));
  if (models.routes) requireConfiguredPacks(installed.now, models.routes);
  return installed;
}

export function packPlaces({ data, models }: Pick<Config, "data" | "models">): PackPlaces {
  return { dataDir: data.dir, ...(models.dir === undefined ? {} : { modelsDir: models.dir }) };
}
