/** Which pack recognizes which language: shown with who decided it, and decided by administrators. */
import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import { recordAudit } from "../../accounts/audit/audit-log.ts";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import { languageName, languageOf } from "../../lib/languages.ts";
import { type InstalledPack, languagesOfPacks, packsFor, recognizes } from "../../recognition/choose.ts";
import {
  preferredPack,
  type RouteSource,
  routesInForce,
  sourceOf,
  UNKNOWN_LANGUAGE,
} from "../../recognition/chosen-models.ts";
import { defaultRecognizer } from "../../recognition/default-recognizer.ts";
import { InstalledPacks } from "../../recognition/installed-packs.ts";
import { packPlaces } from "../../recognition/open-router.ts";
import { inTransaction } from "../../store/db.ts";
import {
  deleteModelChoice,
  type ModelChoices,
  setModelChoice,
} from "../../store/recognition/model-choices.ts";

export interface ModelRoute {
  /** tiro's code, or `unknown`. */
  language: string;
  /** `id@version` of installed packs, in the order in which they are tried. */
  packs: string[];
  /** All installed packs that recognize it. */
  able: string[];
  source: RouteSource;
}

/** The candidates, and earlier decisions. */
export interface RouteSite {
  config: Pick<Config, "models">;
  /** All packs that recognize speech. */
  recognizers: () => readonly InstalledPack[];
}

/** First that of speech of which no language is known, then every language that an installed pack recognizes. */
export function modelRoutes(
  { config: { models }, recognizers }: RouteSite,
  choices: ModelChoices,
): ModelRoute[] {
  const installed = recognizers();
  const table = routesInForce(models, choices);
  const preferred = preferredPack(models, choices);
  const routeOf = (language: string | null): ModelRoute => {
    const packs = packsFor({ language, forced: language !== null }, installed, table, preferred);
    const able = language === null ? installed : installed.filter((pack) => recognizes(pack, language));
    const code = language ?? UNKNOWN_LANGUAGE;
    return {
      language: code,
      packs: packs.map(({ name }) => name),
      able: able.map(({ name }) => name),
      source: sourceOf(models, choices, code),
    };
  };
  return [null, ...languagesOfPacks(installed)].map(routeOf);
}

/**
 * In place of the table that ships, from the next recording on.
 * @param written a language, or `unknown`, of which there is one pack.
 * @throws TiroError `invalid_request` if the configuration decides it, or a pack cannot be used for it.
 */
export function chooseModels(deps: ChangeDeps & RouteSite, written: string, packs: readonly string[]): void {
  const { db, clock, config, recognizers } = deps;
  const language = requireChoosable(config, written);
  if (language === UNKNOWN_LANGUAGE && packs.length !== 1)
    throw refusal("packs", "Name one pack for speech of which no language is known.");
  if (packs.length === 0 || packs.length > limits.modelRoutePacks)
    throw refusal("packs", `Name 1 to ${limits.modelRoutePacks} packs for a language.`);
  for (const id of packs) requireAble(recognizers(), id, language);
  inTransaction(db, () => {
    setModelChoice(db, language, packs, clock.now());
    recordAudit(deps, "pack.chosen", language, { packs: [...packs] });
  });
}

/** The table that ships decides again. @throws as `chooseModels`. */
export function resetModels(deps: ChangeDeps & RouteSite, written: string): void {
  const { db, config } = deps;
  const language = requireChoosable(config, written);
  inTransaction(db, () => {
    if (deleteModelChoice(db, language)) recordAudit(deps, "pack.choice_withdrawn", language, {});
  });
}

function requireChoosable({ models }: RouteSite["config"], written: string): string {
  const language = written === UNKNOWN_LANGUAGE ? written : languageOf(written);
  if (language === null) throw refusal("language", `${written} is no language that tiro supports.`);
  if (sourceOf(models, {}, language) === "configuration") {
    const setting = language === UNKNOWN_LANGUAGE ? "models.pack" : "models.routes";
    throw refusal("language", `The configuration decides this (${setting}): change it on the host.`);
  }
  return language;
}

function requireAble(installed: readonly InstalledPack[], id: string, language: string): void {
  const named = installed.filter(({ name, manifest }) => name === id || manifest.id === id);
  if (named.length === 0) throw refusal("packs", `No pack ${id} that recognizes speech is installed.`);
  if (language !== UNKNOWN_LANGUAGE && !named.some((pack) => recognizes(pack, language)))
    throw refusal("packs", `${id} does not recognize ${languageName(language)}.`);
}

/** Without a server: those of this machine. */
export function localRecognizers(config: Pick<Config, "models" | "data">): readonly InstalledPack[] {
  return new InstalledPacks(packPlaces(config), defaultRecognizer(config.models).id).now.recognizers;
}

function refusal(param: string, message: string): TiroError {
  return new TiroError("invalid_request", message, { param });
}
