/** The one model that the contract names; which packs stand behind it is the operator's choice. */
import { TiroError } from "../lib/errors.ts";
import { TRANSCRIPTION_MODEL } from "../transcription/parameters.ts";
import { jsonAnswer } from "../web/answers.ts";
import type { KeyRoute } from "../web/route.ts";

const MODEL = {
  id: TRANSCRIPTION_MODEL,
  object: "model",
  /** 2026-11-21, when this version of the model was named; seconds since 1970. */
  created: 1_795_219_200,
  owned_by: "service",
} as const;

export function modelRoutes(): KeyRoute[] {
  const common = { method: "GET", family: "transcription", access: "key", scope: "read" } as const;
  return [
    { ...common, path: "/v1/models", handle: () => jsonAnswer(200, { object: "list", data: [MODEL] }) },
    {
      ...common,
      path: "/v1/models/:model",
      handle: ({ params }) => jsonAnswer(200, modelCalled(params.model)),
    },
  ];
}

function modelCalled(id: string | undefined): typeof MODEL {
  if (id === MODEL.id) return MODEL;
  throw new TiroError("model_not_found", `No such model. The one model is ${MODEL.id}.`, {
    param: "model",
  });
}
