/**
 * Clients whose id is the address of a document that describes them (client-id metadata documents). Off unless the
 * operator names the hosts that may be asked: a server that fetches any address that a stranger sends can be turned
 * against the network that it stands in.
 */

import { limits } from "../../config/limits.ts";
import { transact } from "../../store/database/write-lock.ts";
import { type OAuthClient, oauthClientById, upsertOAuthClient } from "../../store/oauth/clients.ts";
import { readClientMetadata } from "./client-metadata.ts";
import type { OAuthDeps } from "./deps.ts";
import { OAuthError } from "./oauth-error.ts";

/** Whether the id is an address that the operator allows to be read. */
export function isDocumentAddress(settings: OAuthDeps["settings"], id: string): boolean {
  if (!id.startsWith("https://") || id.length > limits.oauthClientIdChars || !URL.canParse(id)) return false;
  const { href, host, pathname, hash, username, password } = new URL(id);
  const plain = href === id && pathname !== "/" && hash === "" && username === "" && password === "";
  return plain && settings.client_metadata_hosts.includes(host);
}

/** When each document was last read; a restart reads them again. */
const readAtMs = new WeakMap<OAuthDeps, Map<string, number>>();

/**
 * The client that the document at its id describes, read again when the last time is long ago. A document that cannot
 * be read leaves a known client as it is.
 * @param makeRoom called before a client is added. @returns null if there is no such client.
 */
export async function refreshClientDocument(
  deps: OAuthDeps,
  id: string,
  makeRoom: () => void,
): Promise<OAuthClient | null> {
  const known = oauthClientById(deps.db, id);
  const times = readAtMs.get(deps) ?? new Map<string, number>();
  readAtMs.set(deps, times);
  const lastMs = times.get(id) ?? Number.NEGATIVE_INFINITY;
  if (known !== null && deps.clock.now() - lastMs < limits.oauthClientDocumentAgeMs) return known;
  const document = await fetchDocument(deps, id);
  if (document === null) return known;
  const client = toClient(deps, id, document, known);
  await transact(deps.db, () => {
    if (known === null) makeRoom();
    upsertOAuthClient(deps.db, client);
  });
  times.set(id, deps.clock.now());
  return client;
}

/** @throws OAuthError if the document does not describe a public client of this very id. */
function toClient(
  { clock }: OAuthDeps,
  id: string,
  document: unknown,
  known: OAuthClient | null,
): OAuthClient {
  const { client_id, token_endpoint_auth_method = "none" } = Object(document) as Record<string, unknown>;
  if (client_id !== id || token_endpoint_auth_method !== "none")
    throw new OAuthError("invalid_client", "The client's document must name its own address and no secret.");
  const metadata = readClientMetadata({ ...Object(document), token_endpoint_auth_method: "none" });
  return {
    id,
    ...metadata,
    secretHash: null,
    createdAt: known?.createdAt ?? clock.now(),
    usedAt: known?.usedAt ?? null,
  };
}

/** Null if it cannot be had; the log says why. */
async function fetchDocument(deps: OAuthDeps, id: string): Promise<unknown> {
  try {
    const answer = await deps.fetchDocument(id, {
      headers: { Accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(limits.oauthClientDocumentMs),
    });
    if (answer.status !== 200) throw new Error(`it was answered with ${answer.status}`);
    return JSON.parse(await readText(answer));
  } catch (error) {
    deps.logger.warn("client_document_not_read", { client: id, cause: String(error) });
    return null;
  }
}

async function readText({ body }: Response): Promise<string> {
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  for await (const block of body ?? []) {
    bytes += block.byteLength;
    if (bytes > limits.oauthClientDocumentBytes)
      throw new Error(`it has more than ${limits.oauthClientDocumentBytes} bytes`);
    blocks.push(block);
  }
  return Buffer.concat(blocks).toString();
}
