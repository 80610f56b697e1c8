import type { DictationUseCases } from "../dictation/use-cases.ts";
import { idOf } from "../lib/wire.ts";
import { changesOf, type PersonDeps } from "../web/person.ts";
import type { PersonRoute } from "../web/route.ts";

/** For people alone: no key may delete what was dictated. */
export function eraseSessionRoutes(deps: PersonDeps & { dictation: DictationUseCases }): PersonRoute[] {
  return [
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
