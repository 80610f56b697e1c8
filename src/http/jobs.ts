import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { jsonAnswer, storedAnswer } from "../web/answers.ts";
import type { AuthenticatedExchange, KeyRoute } from "../web/route.ts";
import { receiveTranscription, type TranscriptionDeps } from "./create-request.ts";

const PATH = "/v1/audio/transcription-jobs";

export function jobRoutes(deps: TranscriptionDeps): KeyRoute[] {
  const { transcription } = deps;
  const common = { family: "transcription", access: "key" } as const;
  return [
    {
      ...common,
      method: "POST",
      scope: "write",
      path: PATH,
      audio: true,
      handle: async (exchange) =>
        storedAnswer(await transcription.createJob(await receiveTranscription(exchange, deps))),
    },
    {
      ...common,
      method: "GET",
      scope: "read",
      path: PATH,
      handle: (exchange) => jsonAnswer(200, transcription.listJobs(accountOf(exchange), pageOf(exchange))),
    },
    {
      ...common,
      method: "GET",
      scope: "read",
      path: `${PATH}/:job`,
      handle: (exchange) => jsonAnswer(200, transcription.getJob(accountOf(exchange), jobOf(exchange))),
    },
    {
      ...common,
      method: "GET",
      scope: "read",
      path: `${PATH}/:job/result`,
      handle: (exchange) => storedAnswer(transcription.getResult(accountOf(exchange), jobOf(exchange))),
    },
    {
      ...common,
      method: "POST",
      scope: "write",
      path: `${PATH}/:job/cancel`,
      handle: (exchange) => jsonAnswer(200, transcription.cancelJob(accountOf(exchange), jobOf(exchange))),
    },
  ];
}

function accountOf({ principal }: AuthenticatedExchange): string {
  return principal.accountId;
}

function jobOf({ params }: AuthenticatedExchange): string {
  return params.job ?? "";
}

/** @throws `invalid_request` for unknown, repeated or malformed parameters; the use case checks their range. */
function pageOf({ request }: AuthenticatedExchange): { cursor?: string; limit?: number } {
  const page: { cursor?: string; limit?: number } = {};
  for (const [name, value] of new URL(request.url).searchParams) {
    if (name === "cursor" && page.cursor === undefined) page.cursor = value;
    else if (name === "limit" && page.limit === undefined && /^\d{1,9}$/.test(value))
      page.limit = Number(value);
    else {
      throw new TiroError("invalid_request", "The query takes one `cursor` and one whole number `limit`.", {
        param: name.slice(0, limits.shownParameterChars),
      });
    }
  }
  return page;
}
