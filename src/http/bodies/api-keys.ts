/** API keys as people see them and ask for them. */
import { z } from "zod";
import {
  type CreatedKey,
  createKey,
  type KeyDeps,
  listKeys,
  revokeKey,
  rotateKey,
} from "../../accounts/credentials/api-keys.ts";
import { longestKeyDays } from "../../accounts/credentials/key-lifetime.ts";
import { SCOPES } from "../../accounts/credentials/scopes.ts";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { invalidRequest, TiroError } from "../../lib/errors.ts";
import { DAY_MS } from "../../lib/units.ts";
import { isoTime, oneOf, text } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { type ApiKey, keyById } from "../../store/credentials/api-keys.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { changed, changesOf, type PersonDeps } from "../../web/person.ts";
import type { PersonExchange } from "../../web/route.ts";

export type KeyRouteDeps = PersonDeps & { config: Pick<Config, "auth"> };

export const ApiKeySchema = z.object({
  id: z.string().describe("`key_…`"),
  object: z.literal("api_key"),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  last_four: z.string().describe("The last four characters of the key."),
  state: z.enum(["active", "expired", "revoked"]),
  created_at: isoTime,
  last_used_at: isoTime.nullable().describe("To the minute; null: not used yet."),
  expires_at: isoTime
    .nullable()
    .describe("Also if the site or an organization limits the life of keys; null: never."),
  revoked_at: isoTime.nullable(),
  replaced_by: z.string().nullable().describe("The key that was made in its place."),
});

export const CreatedApiKey = ApiKeySchema.extend({
  key: z.string().describe("The whole key, this once: only a hash of it is kept."),
});

export const ApiKeyList = z.object({
  object: z.literal("list"),
  data: z.array(ApiKeySchema),
  limit: z.int().describe("How many active keys the account may have."),
});

const days = `must be a whole number of days from 1 to ${limits.keyExpiryDays}, or null`;
export const newKeySchema = z.strictObject({
  name: text(1, limits.keyNameChars),
  scopes: z
    .array(oneOf(SCOPES), "must be a list of scopes")
    .min(1, "must have one scope at least")
    .optional()
    .describe("The scopes of the key; both if left out."),
  expires_in_days: z
    .int(days)
    .min(1, days)
    .max(limits.keyExpiryDays, days)
    .nullable()
    .optional()
    .describe("Null, or left out: as long as the site and the person's organizations let keys live."),
});

const OVERLAP_DAYS = limits.keyOverlapMs / DAY_MS;
const overlap = `must be a whole number of days from 0 to ${OVERLAP_DAYS}`;
export const rotationSchema = z.strictObject({
  overlap_days: z
    .int(overlap)
    .min(0, overlap)
    .max(OVERLAP_DAYS, overlap)
    .default(7)
    .describe("How long the old key works on, though no longer than it would have; 0: not at all."),
});

export function keyPath() {
  return { key: z.string().describe("`key_…`") };
}

/** All of the account's, the newest first. */
export function keyListAnswer(deps: KeyRouteDeps, accountId: string): Response {
  const data = keyBodies(deps, accountId);
  return jsonAnswer(200, { object: "list", data, limit: limits.keysPerAccount });
}

export function keyBodies({ db, clock, config }: KeyRouteDeps, accountId: string) {
  const keys = listKeys(db, accountId, { keyDays: config.auth.key_days }).reverse();
  return keys.map((key) => keyBody(key, clock.now()));
}

export async function createKeyAnswer(
  deps: KeyRouteDeps,
  exchange: PersonExchange,
  account: { id: string },
): Promise<Response> {
  const { name, scopes, expires_in_days } = await readJson(exchange.request, newKeySchema);
  const longest = longestKeyDays(deps.db, account.id, { keyDays: deps.config.auth.key_days });
  if (longest !== null && (expires_in_days ?? 0) > longest)
    throw invalidRequest([
      { param: "expires_in_days", message: `can be ${longest} here: the site or an organization limits it` },
    ]);
  const input = { name, scopes, expiresInDays: expires_in_days ?? undefined };
  const created = await whenWritable(deps.db, () => createKey(keyDepsOf(deps, exchange), account, input));
  return jsonAnswer(201, createdBody(created, deps.clock.now()));
}

function keyDepsOf(deps: KeyRouteDeps, exchange: PersonExchange): KeyDeps {
  const { key_prefixes: keyPrefixes, key_days: keyDays } = deps.config.auth;
  return { ...changesOf(deps, exchange), keyPrefixes, keyDays };
}

/** @throws TiroError `key_not_found` if it is not one of the account's, and as `rotateKey`. */
export async function rotateKeyAnswer(
  deps: KeyRouteDeps,
  exchange: PersonExchange,
  account: { id: string },
): Promise<Response> {
  const id = ownKeyId(deps, exchange, account);
  const { overlap_days } = await readJson(exchange.request, rotationSchema);
  const by = { overlapMs: overlap_days * DAY_MS };
  const created = await whenWritable(deps.db, () => rotateKey(keyDepsOf(deps, exchange), id, by));
  return jsonAnswer(201, createdBody(created, deps.clock.now()));
}

/** @throws TiroError `key_not_found` if it is not one of the account's. */
export async function revokeKeyAnswer(
  deps: KeyRouteDeps,
  exchange: PersonExchange,
  account: { id: string },
): Promise<Response> {
  const id = ownKeyId(deps, exchange, account);
  return changed(deps, exchange, (changes) => revokeKey(changes, id));
}

function ownKeyId(
  { db }: KeyRouteDeps,
  { params: { key: id = "" } }: PersonExchange,
  account: { id: string },
): string {
  if (keyById(db, id)?.accountId === account.id) return id;
  throw new TiroError("key_not_found", "This account has no key with this id.", { param: "key" });
}

function createdBody({ key, ...row }: CreatedKey, nowMs: number): z.infer<typeof CreatedApiKey> {
  return { ...keyBody(row, nowMs), key };
}

function keyBody(key: ApiKey, nowMs: number): z.infer<typeof ApiKeySchema> {
  return {
    object: "api_key",
    ...wireForm(key, "id", "name", "lastFour"),
    scopes: SCOPES.filter((scope) => key.scopes.includes(scope)),
    state: stateOf(key, nowMs),
    ...wireForm(key, "createdAt", "lastUsedAt", "expiresAt", "revokedAt", "replacedBy"),
  };
}

function stateOf({ revokedAt, expiresAt }: ApiKey, nowMs: number): "active" | "expired" | "revoked" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= nowMs ? "expired" : "active";
}
