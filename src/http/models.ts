/** The one model that the contract names; which packs serve it is the operator's choice. */
import { z } from "zod";
import type { Config } from "../config/schema.ts";
import { TiroError } from "../lib/errors.ts";
import { isModel, TRANSCRIPTION_MODEL } from "../transcription/parameters.ts";
import { jsonAnswer } from "../web/answers.ts";
import { jsonOf } from "../web/operation.ts";
import type { KeyRoute } from "../web/route.ts";

export const Model = z.object({
  id: z.string(),
  object: z.literal("model"),
  created: z.int().describe("Seconds since 1970."),
  owned_by: z.literal("service"),
});

const MODEL = {
  id: TRANSCRIPTION_MODEL,
  object: "model",
  /** 2026-11-21, when this version of the model was named; seconds since 1970. */
  created: 1_795_219_200,
  owned_by: "service",
} as const satisfies z.infer<typeof Model>;

/** The model may have other names, too. */
export function modelRoutes(config: Pick<Config, "models">): KeyRoute[] {
  const common = { method: "GET", family: "transcription", access: "key", scope: "read" } as const;
  return [
    {
      ...common,
      path: "/v1/models",
      operation: {
        id: "listModels",
        tags: ["Models"],
        summary: "List the models",
        answers: {
          200: jsonOf("The one model.", z.object({ object: z.literal("list"), data: z.array(Model) })),
        },
      },
      handle: () => jsonAnswer(200, { object: "list", data: [MODEL] }),
    },
    {
      ...common,
      path: "/v1/models/:model",
      operation: {
        id: "getModel",
        tags: ["Models"],
        summary: "Read a model",
        path: {
          model: z
            .string()
            .meta({ examples: [TRANSCRIPTION_MODEL] })
            .describe("`speech-v1.5`, or another name that the site gave it."),
        },
        answers: { 200: jsonOf("The model.", Model) },
        errors: ["model_not_found"],
      },
      handle: ({ params }) => jsonAnswer(200, modelCalled(params.model, config.models.aliases)),
    },
  ];
}

function modelCalled(name = "", aliases: Config["models"]["aliases"]): typeof MODEL {
  if (isModel(name, aliases)) return MODEL;
  throw new TiroError("model_not_found", `No such model. The one model is ${MODEL.id}.`, {
    param: "model",
  });
}
