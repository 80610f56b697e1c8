/** Tokens of the company's directory (SCIM). */

import { z } from "zod";
import { createScimToken, revokeScimToken, scimTokenState } from "../../accounts/directory/tokens.ts";
import { limits } from "../../config/limits.ts";
import { isoTime, text } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { type ScimToken, scimTokens } from "../../store/directory/tokens.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changed, changing, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { administrationRoute } from "./administration-route.ts";

export const ScimTokenSchema = z.object({
  object: z.literal("scim_token"),
  id: z.string().describe("`sct_…`"),
  name: z.string(),
  last_four: z.string().describe("The last four characters of the token."),
  state: z.enum(["active", "expired", "revoked"]),
  created_at: isoTime,
  last_used_at: isoTime.nullable(),
  expires_at: isoTime.nullable().describe("Null: never."),
  revoked_at: isoTime.nullable(),
});

const ScimTokenList = z.object({ object: z.literal("list"), data: z.array(ScimTokenSchema) });
const CreatedScimToken = ScimTokenSchema.extend({
  key: z.string().describe("The whole token, this once: only a hash of it is kept."),
});

const days = `must be a whole number of days from 1 to ${limits.keyExpiryDays}, or null`;
const newTokenSchema = z.strictObject({
  name: text(1, limits.keyNameChars).describe("Which directory it is for."),
  expires_in_days: z.int(days).min(1, days).max(limits.keyExpiryDays, days).nullable().optional(),
});

export function scimTokenRoutes(deps: PersonDeps): PersonRoute[] {
  const { db, clock } = deps;
  return [
    administrationRoute(deps, "directory.read", "GET /scim-tokens", {
      id: "listScimTokens",
      summary: "Tokens of the company’s directory",
      answers: { 200: jsonOf("All of them, the oldest first.", ScimTokenList) },
      handle: () => {
        const data = scimTokens(db).map((token) => tokenBody(token, clock.now()));
        return jsonAnswer(200, { object: "list", data } satisfies z.infer<typeof ScimTokenList>);
      },
    }),
    administrationRoute(deps, "directory.change", "POST /scim-tokens", {
      id: "createScimToken",
      summary: "Make a token for the company’s directory",
      description:
        "As `tiro scim token create`. It provisions people and groups of the whole server. The answer alone has the whole token.",
      body: jsonBody(newTokenSchema, { name: "Okta", expires_in_days: 365 }),
      answers: { 201: jsonOf("The token.", CreatedScimToken) },
      errors: ["invalid_request"],
      handle: async (exchange) => {
        const { name, expires_in_days: expiresInDays } = await readJson(exchange.request, newTokenSchema);
        const { token, ...made } = await changing(deps, exchange, (changes) =>
          createScimToken(changes, { name, expiresInDays: expiresInDays ?? undefined }),
        );
        const body: z.infer<typeof CreatedScimToken> = { ...tokenBody(made, clock.now()), key: token };
        return jsonAnswer(201, body);
      },
    }),
    administrationRoute(deps, "directory.change", "DELETE /scim-tokens/:token", {
      id: "revokeScimToken",
      summary: "Revoke a token of the company’s directory",
      parts: { token: z.string().describe("`sct_…`") },
      answers: { 204: { description: "Revoked, now or before." } },
      errors: ["invalid_request"],
      handle: (exchange) =>
        changed(deps, exchange, (changes) => revokeScimToken(changes, exchange.params.token ?? "")),
    }),
  ];
}

function tokenBody(token: ScimToken, nowMs: number): z.infer<typeof ScimTokenSchema> {
  return {
    object: "scim_token",
    ...wireForm(token, "id", "name", "lastFour"),
    state: scimTokenState(token, nowMs),
    ...wireForm(token, "createdAt", "lastUsedAt", "expiresAt", "revokedAt"),
  };
}
