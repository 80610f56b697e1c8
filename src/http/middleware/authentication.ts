import type { ClientSecrets } from "../../accounts/authentication/client-secrets.ts";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { SCOPES } from "../../accounts/credentials/scopes.ts";
import type { ChallengedResource } from "../../accounts/oauth/challenge.ts";
import { requirePolicyRevision } from "../../accounts/policies/policy-revision.ts";
import { TiroError } from "../../lib/errors.ts";
import {
  onlyReads,
  requireOwnRequest,
  requireSecondStep,
  type SessionEntryDeps,
  sessionOf,
} from "../../web/browser-session.ts";
import { requireNamedPerson } from "../../web/named-person.ts";
import type { Exchange, Middleware } from "../../web/route.ts";
import { handshakeCredential } from "../../web/socket.ts";

interface AuthenticationDeps extends SessionEntryDeps {
  clientSecrets: Pick<ClientSecrets<unknown>, "find">;
  authenticate: (
    authorization: string | null,
    asked: ChallengedResource,
    address: () => string,
  ) => Promise<Principal>;
}

/**
 * Lets only holders of a valid credential past, except on public routes, where a wrong one does not matter. Below `/v1`
 * that is a person's browser session, too, if no other credential was sent.
 */
export function authentication(deps: AuthenticationDeps): Middleware {
  const { authenticate } = deps;
  return (next) => async (exchange) => {
    const { route, request, address, publicUrl } = exchange;
    const header = request.headers.get("authorization");
    if (route.access === "key") {
      const asked = { publicUrl, resource: route.resource ?? "api" };
      exchange.principal = route.socket
        ? await bySocket(deps, exchange, asked)
        : ((header === null ? bySession(deps, exchange) : null) ??
          (await authenticate(header, asked, address)));
    } else if (route.access === "public" && route.countsCallers && header !== null) {
      const asked = { publicUrl, resource: route.countsCallers };
      exchange.principal = await authenticate(header, asked, address).catch(nobody);
    }
    return next(exchange);
  };
}

/** A browser sends its cookie whichever page connects: here it does not count. */
function bySocket(
  { authenticate, clientSecrets }: AuthenticationDeps,
  { request, address }: Exchange,
  asked: ChallengedResource,
): Principal | Promise<Principal> {
  const credential = handshakeCredential(request);
  return clientSecrets.find(credential, asked)?.principal ?? authenticate(credential, asked, address);
}

const POLICY_HEADER = "tiro-policy";

/** @throws TiroError `another_person`, `foreign_request`, `second_step_required`, `policy_changed`. */
function bySession(deps: SessionEntryDeps, exchange: Exchange): Principal | null {
  const { route, request } = exchange;
  if (!route.path.startsWith("/v1/") || isFromAnotherSite(request)) return null;
  const logIn = sessionOf(deps, request);
  if (logIn === null) return null;
  const { id, userId } = logIn;
  requireNamedPerson(request, userId);
  requireSecondStep(deps, logIn);
  if (!onlyReads(request)) {
    const token = request.headers.get("x-csrf-token") ?? "";
    requireOwnRequest(request, logIn, { token, publicUrl: deps.publicUrl });
    requirePolicyRevision(deps.db, userId, request.headers.get(POLICY_HEADER));
  }
  exchange.logIn = logIn;
  return { accountId: userId, userId, credential: { id, method: "browser_session", scopes: SCOPES } };
}

/** Pages of the same site, such as another port of the host, get the cookie sent along but must not use it. */
function isFromAnotherSite({ headers }: Request): boolean {
  return ["cross-site", "same-site"].includes(headers.get("sec-fetch-site") ?? "");
}

function nobody(error: unknown): null {
  if (error instanceof TiroError && error.status < 500) return null;
  throw error;
}
