/** Packs of the catalogue that suit the languages of a site and this machine. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { languageOf } from "../../lib/languages.ts";
import { errorsSchema } from "../../packs/catalogue.ts";
import { packBudgetBytes } from "../../recognition/default-recognizer.ts";
import { recommendationJson, recommendPacks } from "../../recognition/recommend.ts";
import { SPEEDS } from "../../recognition/speed.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { administrationRoute } from "./administration-route.ts";

const querySchema = z.object({
  languages: z
    .string()
    .max(limits.recommendedLanguagesChars)
    .default("en")
    .transform((text) => [...new Set(text.split(",").map(languageOf))])
    .refine(
      (codes) => !codes.includes(null),
      "must be languages by code or English name, with commas between them",
    )
    .describe("Languages that people speak, by code or English name, with commas between them."),
  hardware: z
    .enum(["cpu", "gpu"], "must be cpu or gpu")
    .optional()
    .describe("The hardware on which packs will run; as `engine.provider` by default."),
});

const PackRecommendations = z.object({
  object: z.literal("list"),
  data: z.array(
    z.object({
      id: z.string(),
      languages: z.array(z.string()).describe("Those of the wanted ones that it hears."),
      memory_bytes: z.number().nullable().describe("About so much while it recognizes; null if unknown."),
      speed: z.enum(SPEEDS).describe("By kind and size."),
      errors: errorsSchema
        .nullable()
        .describe("Of the model in its original weights; null if no published figure is known."),
      licence: z.string(),
      reasons: z.array(z.string()),
      obstacles: z.array(z.string()).describe("Obstacles to its use here; empty if there are none."),
    }),
  ),
});

export interface PackRecommendationDeps extends PersonDeps {
  config: PersonDeps["config"] & Pick<Config, "engine" | "models">;
}

export function packRecommendationRoute(deps: PackRecommendationDeps): PersonRoute {
  return administrationRoute(deps, "packs.read", "GET /packs/recommended", {
    id: "listRecommendedPacks",
    summary: "Packs of the catalogue, ranked for languages and this machine, with reasons",
    description: "As `tiro models recommend --all` lists them; those that may not work here come last.",
    query: querySchema.shape,
    answers: { 200: jsonOf("Recognizers, the best first.", PackRecommendations) },
    errors: ["invalid_request"],
    handle: ({ request }) => {
      const { engine, models } = deps.config;
      const { languages, hardware } = readQuery(request, querySchema);
      const found = recommendPacks({
        languages: languages.filter((code) => code !== null),
        hardware: hardware ?? (engine.provider === "cuda" ? "gpu" : "cpu"),
        processor: process.arch,
        memoryBytes: packBudgetBytes(models),
      });
      const body: z.infer<typeof PackRecommendations> = {
        object: "list",
        data: found.map(recommendationJson),
      };
      return jsonAnswer(200, body);
    },
  });
}
