import type { DictationUseCases } from "../dictation/use-cases.ts";
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
      handle: async (exchange) => {
        const { logIn, params } = exchange;
        await deps.dictation.eraseSession(changesOf(deps, exchange), logIn.userId, params.session ?? "");
        return new Response(null, { status: 204 });
      },
    },
  ];
}
