/** Clients: the apps that ask people to let them act for them. */

import { timingSafeEqual } from "node:crypto";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { networkOf } from "../../lib/network.ts";
import { hashSecret, newSecret } from "../../lib/secrets.ts";
import { transact } from "../../store/database/write-lock.ts";
import {
  countOAuthClients,
  deleteOldestUnusedOAuthClient,
  type OAuthClient,
  oauthClientById,
  upsertOAuthClient,
} from "../../store/oauth/clients.ts";
import { isDocumentAddress, refreshClientDocument } from "./client-documents.ts";
import { readClientMetadata } from "./client-metadata.ts";
import type { OAuthDeps } from "./deps.ts";
import { OAuthError } from "./oauth-error.ts";

/** The full secret, this once: only its hash is kept. Null for a public client. */
export interface RegisteredClient extends OAuthClient {
  secret: string | null;
}

/**
 * Takes a client in by what it says of itself; anybody may register, and nothing of it is checked.
 * @throws OAuthError `access_denied` if registration is off, `temporarily_unavailable` if there are too many;
 *   and as `readClientMetadata`.
 */
export async function registerClient(
  deps: OAuthDeps,
  document: unknown,
  address: string,
): Promise<RegisteredClient> {
  const { db, clock } = deps;
  if (!deps.settings.registration)
    throw new OAuthError(
      "access_denied",
      "This server does not accept registrations. Ask its administrator.",
    );
  const metadata = readClientMetadata(document);
  countRegistration(deps, address);
  const secret = metadata.authMethod === "none" ? null : newSecret("tcs_");
  const client: OAuthClient = {
    id: newId("app"),
    ...metadata,
    secretHash: secret === null ? null : hashSecret(secret),
    createdAt: clock.now(),
    usedAt: null,
  };
  await transact(db, () => {
    makeRoom(deps);
    upsertOAuthClient(db, client);
  });
  return { ...client, secret };
}

/** For a person's decision: null if there is none of this id, or its document cannot be had. */
export async function findClient(deps: OAuthDeps, id: string): Promise<OAuthClient | null> {
  if (isDocumentAddress(deps.settings, id)) return refreshClientDocument(deps, id, () => makeRoom(deps));
  return knownClient(deps, id);
}

/** No document is read here: visitors without a log-in must not make this server contact others. */
function knownClient({ db, settings }: OAuthDeps, id: string): OAuthClient | null {
  return id.startsWith("app_") || isDocumentAddress(settings, id) ? oauthClientById(db, id) : null;
}

/** How a client says who it is at the token endpoint. */
export interface ClientCredentials {
  id: string;
  secret: string | null;
}

/**
 * The client that these credentials are of. A secret may come either way, because clients take the one that they
 * know. @throws OAuthError `invalid_client`.
 */
export function authenticateClient(deps: OAuthDeps, { id, secret }: ClientCredentials): OAuthClient {
  const client = knownClient(deps, id);
  if (client === null) throw new OAuthError("invalid_client", "The client is not registered here.");
  if (client.secretHash === null ? secret === null : isSecretOf(client.secretHash, secret)) return client;
  throw new OAuthError("invalid_client", "The client's secret is missing, wrong, or not expected.");
}

function isSecretOf(hash: Uint8Array, secret: string | null): boolean {
  return secret !== null && timingSafeEqual(hash, hashSecret(secret));
}

function countRegistration({ registrations }: OAuthDeps, address: string): void {
  try {
    registrations.begin(networkOf(address));
  } catch (error) {
    if (!(error instanceof TiroError && error.code === "rate_limit_exceeded")) throw error;
    const { retryAfterSeconds = limits.passwordFailureMs / 1000 } = error.extras;
    throw new OAuthError(
      "temporarily_unavailable",
      "Too many registrations from this address; try again later.",
      {
        status: 429,
        headers: { "Retry-After": String(Math.ceil(retryAfterSeconds)) },
      },
    );
  }
}

/** @throws OAuthError `temporarily_unavailable`. */
function makeRoom({ db, clock }: OAuthDeps): void {
  if (countOAuthClients(db) < limits.oauthClients) return;
  if (deleteOldestUnusedOAuthClient(db, clock.forAges() - limits.oauthEvictableClientMs)) return;
  throw new OAuthError("temporarily_unavailable", "There are too many registered clients; try again later.", {
    headers: { "Retry-After": String(limits.oauthEvictableClientMs / 1000) },
  });
}
