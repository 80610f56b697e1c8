/** Which pack recognizes which language: seen and chosen. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { modelChoices } from "../../store/recognition/model-choices.ts";
import {
  chooseModels,
  modelRoutes,
  type RouteSite,
  resetModels,
} from "../../transcription/packs/model-routes.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changing, type PersonDeps } from "../../web/person.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { administrationRoute } from "./administration-route.ts";

const ModelRoutes = z.object({
  object: z.literal("model_routes"),
  data: z.array(
    z.object({
      language: z.string().describe("`unknown`: speech of which no language is known."),
      packs: z
        .array(z.string())
        .describe("`id@version` of installed packs in the order in which they are tried."),
      able: z.array(z.string()).describe("All installed packs that recognize it."),
      source: z
        .enum(["configuration", "chosen", "shipped"])
        .describe(
          "The source of the choice: `models.pack` or `models.routes` on the host, an administrator, or tiro's own table.",
        ),
    }),
  ),
});

const chooseSchema = z.strictObject({
  packs: z
    .array(z.string().max(limits.packIdChars))
    .min(1)
    .max(limits.modelRoutePacks)
    .describe("Ids of installed packs, the one to try first in front; one for `unknown`."),
});
const path = { language: z.string().describe("A language's code, or `unknown`.") };

export interface ModelRouteDeps extends PersonDeps {
  config: PersonDeps["config"] & Pick<Config, "models">;
  recognizers: RouteSite["recognizers"];
  reloadPacks: () => void;
}

export function modelRouteRoutes(deps: ModelRouteDeps): PersonRoute[] {
  const { db, config, recognizers } = deps;
  const answers = { 200: jsonOf("`unknown` first, then every language by code.", ModelRoutes) };
  const now = () =>
    jsonAnswer(200, {
      object: "model_routes",
      data: modelRoutes({ config, recognizers }, modelChoices(db)),
    } satisfies z.infer<typeof ModelRoutes>);
  const changed = async (exchange: PersonExchange, change: (site: Site, language: string) => void) => {
    const { language = "" } = exchange.params;
    await changing(deps, exchange, (changes) => change({ ...changes, config, recognizers }, language));
    deps.reloadPacks();
    return now();
  };
  return [
    administrationRoute(deps, "packs.read", "GET /model-routes", {
      id: "listModelRoutes",
      summary: "Which pack recognizes which language, and what decides it",
      answers,
      handle: now,
    }),
    administrationRoute(deps, "packs.change", "PUT /model-routes/:language", {
      id: "chooseModels",
      summary: "Choose the packs for a language",
      description: "From the next recording on. Refused if the configuration names packs for the language.",
      parts: path,
      body: jsonBody(chooseSchema, { packs: ["parakeet-tdt-0.6b-v3"] }),
      answers,
      errors: ["invalid_request"],
      handle: async (exchange) => {
        const { packs } = await readJson(exchange.request, chooseSchema);
        return changed(exchange, (site, language) => chooseModels(site, language, packs));
      },
    }),
    administrationRoute(deps, "packs.change", "DELETE /model-routes/:language", {
      id: "resetModels",
      summary: "Leave the packs for a language to tiro's own table",
      parts: path,
      answers,
      errors: ["invalid_request"],
      handle: (exchange) => changed(exchange, resetModels),
    }),
  ];
}

type Site = Parameters<typeof resetModels>[0];
