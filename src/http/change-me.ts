import { z } from "zod";
import { SCOPES } from "../accounts/credentials/scopes.ts";
import { currentUser } from "../accounts/people/current-user.ts";
import { setInterfaceLanguage, setUserName, setUserPrivacyMode } from "../accounts/people/users.ts";
import { limits } from "../config/limits.ts";
import { INTERFACE_LANGUAGES } from "../lib/interface-languages.ts";
import { text } from "../lib/wire.ts";
import { transact } from "../store/database/write-lock.ts";
import { jsonAnswer } from "../web/answers.ts";
import { readJson } from "../web/json-body.ts";
import { jsonBody, type Operation } from "../web/operation.ts";
import { changesOf, type PersonDeps } from "../web/person.ts";
import type { PersonExchange, PersonRoute } from "../web/route.ts";
import { requireFreshLogIn } from "../web/sensitive-actions.ts";
import { principalBody, principalShown } from "./me.ts";

const changeSchema = z
  .strictObject({
    privacy_mode: z.boolean("must be true or false").optional(),
    name: text(1, limits.personNameChars).optional(),
    interface_language: z
      .enum(INTERFACE_LANGUAGES, `must be one of ${INTERFACE_LANGUAGES.join(", ")}, or null`)
      .nullable()
      .optional()
      .describe("Of the pages; null: what the browser asks for."),
  })
  .refine((sent) => Object.keys(sent).length > 0, "must have one field at least");

const operation: Operation = {
  id: "updateMe",
  tags: ["Account"],
  summary: "Change your name, the language of the pages, or privacy mode",
  description:
    "Fields that are left out stay as they are. For people with a browser session; API keys are not taken here.",
  body: jsonBody(changeSchema),
  answers: { 200: principalShown },
};

/** For people alone: no key may decide what of its person is kept. */
export function changeMeRoutes(deps: PersonDeps): PersonRoute[] {
  const common = { path: "/v1/me", family: "product", access: "person" } as const;
  return [{ ...common, method: "PATCH", operation, handle: (exchange) => changeMe(deps, exchange) }];
}

async function changeMe(deps: PersonDeps, exchange: PersonExchange): Promise<Response> {
  const { privacy_mode, name, interface_language } = await readJson(exchange.request, changeSchema);
  const { id, userId } = exchange.logIn;
  // Turned off, it lets everything be kept from then on.
  if (privacy_mode === false) requireFreshLogIn(deps, exchange.logIn);
  const changes = changesOf(deps, exchange);
  await transact(deps.db, () => {
    if (privacy_mode !== undefined) setUserPrivacyMode(changes, userId, privacy_mode);
    if (name !== undefined) setUserName(changes, userId, name);
    if (interface_language !== undefined) setInterfaceLanguage(changes, userId, interface_language);
  });
  const credential = { id, method: "browser_session", scopes: SCOPES } as const;
  return jsonAnswer(200, principalBody(currentUser(deps.db, { accountId: userId, userId }), credential));
}
