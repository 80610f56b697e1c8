/** The person's passkeys. */
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import {
  addPasskey,
  canHavePasskeys,
  passkeyCreation,
  removePasskey,
} from "../../accounts/log-in/passkeys.ts";
import type { SealedStates } from "../../accounts/log-in/sealed-states.ts";
import { findUser } from "../../accounts/people/users.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { isoTime, text } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { passkeysOf } from "../../store/log-in/passkeys.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changed, changesOf, type PersonDeps } from "../../web/person.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { personApi } from "./person-api.ts";

const PURPOSE = "passkey-creation";

export type PasskeyDeps = PersonDeps & { states: SealedStates };

export const Passkey = z.object({
  id: z.string(),
  object: z.literal("passkey"),
  name: z.string(),
  created_at: isoTime,
  last_used_at: isoTime.nullable(),
});

const PasskeyList = z.object({ object: z.literal("list"), data: z.array(Passkey) });

const Options = z.object({
  object: z.literal("passkey_options"),
  options: z.looseObject({}).describe("`PublicKeyCredentialCreationOptionsJSON` of WebAuthn."),
  creation: z.string().describe("To be sent back with the device's answer."),
});

const creationSchema = z.strictObject({
  creation: z.string(),
  response: z.looseObject({ id: z.string() }).describe("`RegistrationResponseJSON` of WebAuthn."),
  name: text(1, limits.passkeyNameChars),
});

export function passkeyRoutes(deps: PasskeyDeps): PersonRoute[] {
  return [
    // Who must have a second step and has none may make one.
    ...makingRoutes(deps).map((route) => ({ ...route, beforeSecondStep: true as const })),
    personApi("GET /v1/me/passkeys", {
      id: "listPasskeys",
      summary: "Your passkeys",
      answers: { 200: jsonOf("The oldest first.", PasskeyList) },
      handle: ({ logIn }) => jsonAnswer(200, { object: "list", data: bodiesOf(deps, logIn.userId) }),
    }),
    personApi("DELETE /v1/me/passkeys/:passkey", {
      id: "deletePasskey",
      summary: "Remove a passkey",
      path: { passkey: z.string() },
      answers: { 204: { description: "It logs nobody in, now or before." } },
      handle: async (exchange) => {
        const { logIn, params } = exchange;
        return changed(deps, exchange, (changes) =>
          removePasskey(changes, logIn.userId, params.passkey ?? ""),
        );
      },
    }),
  ];
}

function makingRoutes(deps: PasskeyDeps): PersonRoute[] {
  return [
    personApi("POST /v1/me/passkeys/options", {
      id: "beginPasskey",
      summary: "The request to your device for a passkey (WebAuthn)",
      answers: { 200: jsonOf("For ten minutes.", Options) },
      errors: ["invalid_request"],
      handle: (exchange) => begin(deps, exchange),
    }),
    personApi("POST /v1/me/passkeys", {
      id: "createPasskey",
      summary: "Keep the passkey that your device made",
      body: jsonBody(creationSchema),
      answers: { 201: jsonOf("The passkey.", Passkey) },
      handle: (exchange) => create(deps, exchange),
    }),
  ];
}

async function begin({ db, states }: PasskeyDeps, { logIn, publicUrl }: PersonExchange): Promise<Response> {
  if (!canHavePasskeys(publicUrl))
    throw new TiroError("invalid_request", "Passkeys need a server that is reached by a name.");
  const { userId } = logIn;
  const options = await passkeyCreation(db, publicUrl, findUser(db, userId));
  const creation = states.seal(PURPOSE, { userId, challenge: options.challenge });
  return jsonAnswer(200, { object: "passkey_options", options, creation });
}

async function create(deps: PasskeyDeps, exchange: PersonExchange): Promise<Response> {
  const { logIn, publicUrl, request } = exchange;
  const { userId } = logIn;
  const { creation, response, name } = await readJson(request, creationSchema);
  const begun = deps.states.openOnce<{ userId: string; challenge: string }>(PURPOSE, creation);
  if (begun?.userId !== userId) throw new TiroError("invalid_request", "This took too long. Start again.");
  const { challenge } = begun;
  const made = { response: response as unknown as RegistrationResponseJSON, challenge, name };
  await addPasskey({ ...changesOf(deps, exchange), publicUrl }, userId, made);
  return jsonAnswer(
    201,
    bodiesOf(deps, userId).find(({ id }) => id === response.id),
  );
}

function bodiesOf({ db }: PasskeyDeps, userId: string): z.infer<typeof Passkey>[] {
  return passkeysOf(db, userId).map((passkey) => ({
    object: "passkey",
    ...wireForm(passkey, "id", "name", "createdAt", "lastUsedAt"),
  }));
}
