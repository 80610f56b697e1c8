import { z } from "zod";
import { currentUser } from "../accounts/current-user.ts";
import { SCOPES } from "../accounts/scopes.ts";
import { setUserPrivacyMode } from "../accounts/users.ts";
import { jsonAnswer } from "../web/answers.ts";
import { readJson } from "../web/json-body.ts";
import { changesOf, type PersonDeps } from "../web/person.ts";
import type { PersonExchange, PersonRoute } from "../web/route.ts";
import { principalBody } from "./me.ts";

const changeSchema = z.strictObject({ privacy_mode: z.boolean("must be true or false") });

/** For people alone: no key may decide what of its person is kept. */
export function changeMeRoutes(deps: PersonDeps): PersonRoute[] {
  const common = { path: "/v1/me", family: "product", access: "person" } as const;
  return [{ ...common, method: "PATCH", handle: (exchange) => changeMe(deps, exchange) }];
}

async function changeMe(deps: PersonDeps, exchange: PersonExchange): Promise<Response> {
  const { privacy_mode } = await readJson(exchange.request, changeSchema);
  const { id, userId } = exchange.logIn;
  setUserPrivacyMode(changesOf(deps, exchange), userId, privacy_mode);
  const credential = { id, method: "browser_session", scopes: SCOPES };
  return jsonAnswer(200, principalBody(currentUser(deps.db, { accountId: userId, userId }), credential));
}
