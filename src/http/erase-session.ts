import { z } from "zod";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import { idOf } from "../lib/wire.ts";
import { jsonAnswer } from "../web/answers.ts";
import { jsonOf } from "../web/operation.ts";
import { changesOf, type PersonDeps } from "../web/person.ts";
import type { PersonRoute } from "../web/route.ts";
import { personApi } from "./account/person-api.ts";

export const HistoryErasure = z.object({ object: z.literal("history_erasure"), sessions: z.int() });

/** For people alone: no key may delete what was dictated. */
export function eraseSessionRoutes(deps: PersonDeps & { dictation: DictationUseCases }): PersonRoute[] {
  return [
    personApi("DELETE /v1/sessions", {
      id: "eraseSessions",
      tag: "Sessions",
      summary: "Erase your whole history for good",
      description: "With its feedback, and off the disk.",
      answers: { 200: jsonOf("The number of erased things.", HistoryErasure) },
      handle: async (exchange) => {
        exchange.holdOpen();
        const erased = await deps.dictation.eraseHistory(changesOf(deps, exchange), exchange.logIn.userId);
        return jsonAnswer(200, { object: "history_erasure", sessions: erased });
      },
    }),
    {
      method: "DELETE",
      path: "/v1/sessions/:session",
      family: "product",
      access: "person",
      operation: {
        id: "eraseSession",
        tags: ["Sessions"],
        summary: "Erase a session for good",
        description:
          "With its feedback, and off the disk. For people with a browser session; API keys are not taken here.",
        path: { session: idOf("ses") },
        answers: { 204: { description: "Erased." } },
        errors: ["session_not_found"],
      },
      handle: async (exchange) => {
        const { logIn, params } = exchange;
        await deps.dictation.eraseSession(changesOf(deps, exchange), logIn.userId, params.session ?? "");
        return new Response(null, { status: 204 });
      },
    },
  ];
}
