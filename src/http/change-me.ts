import { z } from "zod";
import { currentUser } from "../accounts/current-user.ts";
import { SCOPES } from "../accounts/scopes.ts";
import { setUserPrivacyMode } from "../accounts/users.ts";
import { whenWritable } from "../store/write-lock.ts";
import { jsonAnswer } from "../web/answers.ts";
import { readJson } from "../web/json-body.ts";
import { jsonBody, type Operation } from "../web/operation.ts";
import { changesOf, type PersonDeps } from "../web/person.ts";
import type { PersonExchange, PersonRoute } from "../web/route.ts";
import { principalBody, principalShown } from "./me.ts";

const changeSchema = z.strictObject({ privacy_mode: z.boolean("must be true or false") });

const operation: Operation = {
  id: "updateMe",
  tags: ["Account"],
  summary: "Turn privacy mode on or off",
  description: "For people with a browser session; API keys are not taken here.",
  body: jsonBody(changeSchema),
  answers: { 200: principalShown },
};

/** For people alone: no key may decide what of its person is kept. */
export function changeMeRoutes(deps: PersonDeps): PersonRoute[] {
  const common = { path: "/v1/me", family: "product", access: "person" } as const;
  return [{ ...common, method: "PATCH", operation, handle: (exchange) => changeMe(deps, exchange) }];
}

async function changeMe(deps: PersonDeps, exchange: PersonExchange): Promise<Response> {
  const { privacy_mode } = await readJson(exchange.request, changeSchema);
  const { id, userId } = exchange.logIn;
  await whenWritable(deps.db, () => setUserPrivacyMode(changesOf(deps, exchange), userId, privacy_mode));
  const credential = { id, method: "browser_session", scopes: SCOPES };
  return jsonAnswer(200, principalBody(currentUser(deps.db, { accountId: userId, userId }), credential));
}
