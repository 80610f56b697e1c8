/** The router of a site: what is installed and configured, on this machine. */
import type { Config } from "../config/schema.ts";
import { createEngine, type EngineOptions } from "../engine/create-engine.ts";
import { LiveLoad } from "../engine/live-load.ts";
import { readMachine } from "../engine/machine.ts";
import { expectedBytes } from "../engine/sizing.ts";
import { TiroError } from "../lib/errors.ts";
import { choosePack, findPack, type PackPlaces } from "../packs/choose-pack.ts";
import { packsFor } from "./choose.ts";
import { defaultRecognizer, packBudgetBytes } from "./default-recognizer.ts";
import {
  InstalledPacks,
  type InstalledRecognizer,
  type LoadablePack,
  requireConfiguredPacks,
  requirePunctuation,
} from "./installed-packs.ts";
import { alignmentFor, isPunctuation, modelOf, packCost } from "./model-of-pack.ts";
import { marksFor } from "./punctuator.ts";
import { type RouteTable, routeTable } from "./routes.ts";
import { SpeechRouter } from "./speech-router.ts";

export interface OpenRouterOptions extends Omit<EngineOptions, "model" | "config"> {
  config: Pick<Config, "engine" | "models" | "data">;
  /** As of `SpeechRouterOptions`. */
  keepsTrying?: boolean;
}

/** Starts loading the default pack. @throws `no_model_installed` if a configured pack is not there. */
export function openSpeechRouter({
  config,
  keepsTrying = false,
  ...options
}: OpenRouterOptions): SpeechRouter {
  const places = packPlaces(config);
  const installed = requireInstalled(config);
  const table = configuredRoutes(config);
  // The starter's network is known to load and to answer; another could end the process that recognizes speech.
  const marksBeside = (pack: LoadablePack) => {
    const recognizer = installed.now.recognizers.find(({ identity }) => identity === pack.identity);
    const marks = recognizer && marksFor(recognizer, installed.now.punctuators, config.models.punctuation);
    return marks?.builtin ? modelOf(marks, places.dataDir) : null;
  };
  const liveLoad = new LiveLoad(readMachine().cores);
  return new SpeechRouter({
    installed,
    table,
    preferred: () => config.models.pack,
    provider: config.engine.provider,
    keepsTrying,
    budgetBytes: packBudgetBytes(config.models),
    expectedBytes: (pack) => expectedBytes(packCost(pack)),
    startEngine: (pack) =>
      createEngine({
        ...options,
        liveLoad,
        config: isPunctuation(pack) ? forText(config.engine) : config.engine,
        model: modelOf(pack, places.dataDir),
        marks: marksBeside(pack),
        alignment: alignmentFor(pack, places.dataDir),
      }),
    punctuation: config.models.punctuation,
    logger: options.logger,
    clock: options.clock,
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

/** A text takes milliseconds: one process on a processor serves all, dictation's texts first. */
function forText(engine: Config["engine"]): Config["engine"] {
  return {
    ...engine,
    provider: "cpu",
    processes: 1,
    interactive_process: false,
    threads: 1,
    parallel_decodes: 1,
    batch: 1,
  };
}

/** The pack for speech of which no language is known. @throws as `openSpeechRouter`. */
export function defaultPackOf(config: Pick<Config, "data" | "models">): InstalledRecognizer {
  const { pack: preferred, routes } = config.models;
  const { recognizers } = requireInstalled(config).now;
  const [first] = packsFor({ language: null, forced: false }, recognizers, routeTable(routes), preferred);
  if (!first) throw new TiroError("no_model_installed", "No model pack is installed.");
  return first;
}

/** What is installed, all that the configuration names included. @throws `no_model_installed`. */
export function requireInstalled({ data, models }: Pick<Config, "data" | "models">): InstalledPacks {
  const places = packPlaces({ data, models });
  if (models.pack !== undefined) choosePack(places, models.pack);
  const installed = new InstalledPacks(places, defaultRecognizer(models).id);
  if (!["auto", "off"].includes(models.punctuation)) requirePunctuation(findPack(places, models.punctuation));
  if (models.routes) requireConfiguredPacks(installed.now, models.routes);
  return installed;
}

export function packPlaces({ data, models }: Pick<Config, "data" | "models">): PackPlaces {
  return { dataDir: data.dir, ...(models.dir === undefined ? {} : { modelsDir: models.dir }) };
}
