/** `POST /v1/realtime/client_secrets`, and its older name: what a server gets for its browsers and devices. */
import { z } from "zod";
import type { Principal } from "../accounts/authentication/principal.ts";
import { limits } from "../config/limits.ts";
import { newId } from "../lib/ids.ts";
import { jsonAnswer } from "../web/answers.ts";
import { readJson } from "../web/json-body.ts";
import { jsonBody, jsonOf, type Operation } from "../web/operation.ts";
import type { AuthenticatedExchange } from "../web/route.ts";
import type { HandshakeDeps } from "./handshake.ts";
import { type RecognizerDeps, recognizerSettings } from "./recognizer-settings.ts";
import { type Dialect, sessionBody } from "./session/render.ts";
import { defaultSettings } from "./session/settings.ts";
import { updated } from "./session/update.ts";
import { OlderSessionWire, SessionWire } from "./session/wire.ts";

export type ClientSecretDeps = HandshakeDeps & RecognizerDeps & { config: HandshakeDeps["config"] };

const ExpiresAfter = z.strictObject({
  anchor: z.literal("created_at").optional(),
  seconds: z.int().min(limits.clientSecretSecondsMin).max(limits.clientSecretSecondsMax).optional(),
});
const Body = z.strictObject({ expires_after: ExpiresAfter.nullish(), session: SessionWire.optional() });
const OlderBody = OlderSessionWire.extend({
  client_secret: z.strictObject({ expires_after: ExpiresAfter.nullish() }).nullish(),
});

const secretFields = {
  value: z.string().regex(/^ek_/),
  expires_at: z.int().describe("Seconds since 1970."),
};
const shown = z.looseObject({ id: z.string(), object: z.literal("realtime.transcription_session") });
const DESCRIPTION =
  "The secret opens streams with `GET /v1/realtime` and does nothing else. It acts as its maker, from the same networks, and ends with the key, token or browser session that made it. With an organization's key, `Service-User` names the member, if one is meant.";
const ERRORS = [
  "model_not_found",
  "unsupported_value",
  "language_not_available",
  "concurrency_limit_exceeded",
  "user_not_member",
] as const;

export const SECRET_OPERATION: Operation = {
  id: "createClientSecret",
  tags: ["Live"],
  summary: "Make a secret with which a client opens live streams",
  description: DESCRIPTION,
  body: jsonBody(Body),
  answers: {
    200: jsonOf("The secret, which is shown once.", z.object({ ...secretFields, session: shown })),
  },
  errors: ERRORS,
};

export const OLDER_SECRET_OPERATION: Operation = {
  id: "createTranscriptionSession",
  tags: ["Live"],
  summary: "The same in the shape of early 2025",
  description: DESCRIPTION,
  body: jsonBody(OlderBody),
  answers: {
    200: jsonOf("The session with its secret.", shown.extend({ client_secret: z.object(secretFields) })),
  },
  errors: ERRORS,
};

export async function createSecret(
  deps: ClientSecretDeps,
  exchange: AuthenticatedExchange,
): Promise<Response> {
  const { expires_after, session = {} } = await readJson(exchange.request, Body);
  const made = make(deps, exchange, { sent: session, dialect: "current", seconds: expires_after?.seconds });
  return jsonAnswer(200, { ...made.secret, session: made.session });
}

export async function createOlderSecret(
  deps: ClientSecretDeps,
  exchange: AuthenticatedExchange,
): Promise<Response> {
  const { client_secret, ...sent } = await readJson(exchange.request, OlderBody);
  const seconds = client_secret?.expires_after?.seconds;
  const { secret, session } = make(deps, exchange, { sent, dialect: "older", seconds });
  return jsonAnswer(200, { ...session, client_secret: secret });
}

interface Wanted {
  sent: unknown;
  dialect: Dialect;
  seconds: number | undefined;
}

function make(deps: ClientSecretDeps, exchange: AuthenticatedExchange, { sent, dialect, seconds }: Wanted) {
  const principal = memberOf(deps, exchange);
  const { aliases } = deps.config.models;
  const settings = updated({ aliases }, defaultSettings("transcription"), sent, dialect);
  // Impossible settings are refused here, where a program reads it.
  recognizerSettings(deps, principal, settings);
  const { value, expiresAt } = deps.clientSecrets.make(
    principal,
    { settings, dialect, policyRevision: exchange.request.headers.get("tiro-policy") },
    seconds ?? limits.clientSecretSeconds,
  );
  return {
    secret: { value, expires_at: Math.floor(expiresAt / 1000) },
    session: sessionBody({ id: newId("sess"), expiresAt: null }, settings, dialect),
  };
}

function memberOf(
  { actAsMember }: ClientSecretDeps,
  { principal, request }: AuthenticatedExchange,
): Principal {
  const serviceUser = request.headers.get("service-user");
  return principal.userId === null && serviceUser !== null ? actAsMember(principal, serviceUser) : principal;
}
