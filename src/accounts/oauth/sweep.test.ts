import { expect, test } from "bun:test";
import { PUBLIC_URL, testAccounts } from "../../../test/support/accounts.ts";
import { limits } from "../../config/limits.ts";
import { silentLogger } from "../../lib/logger.ts";
import { type OAuthClient, oauthClientById } from "../../store/oauth/clients.ts";
import { oauthGrantById } from "../../store/oauth/grants.ts";
import { Attempts } from "../throttling/attempts.ts";
import { AccessTokens } from "./access-tokens.ts";
import { allow } from "./authorization-codes.ts";
import { registerClient } from "./clients.ts";
import type { OAuthDeps } from "./deps.ts";
import { listGrants } from "./grants.ts";
import { OAuthSweep } from "./sweep.ts";

function setUp() {
  const site = testAccounts();
  const { db, clock } = site;
  const lifetimes = { access_token_minutes: 10, refresh_token_days: 30 };
  const deps: OAuthDeps = {
    ...{ db, clock, logger: silentLogger },
    accessTokens: new AccessTokens({ db, clock, settings: lifetimes }),
    settings: { registration: true, client_metadata_hosts: [], ...lifetimes },
    registrations: new Attempts(clock, 1_000_000),
    fetchDocument: () => Promise.reject(new Error("nothing is fetched here")),
  };
  const metadata = { redirect_uris: ["https://app.test/cb"], token_endpoint_auth_method: "none" };
  const register = () => registerClient(deps, metadata, "192.0.2.1");
  const person = site.person("ada");
  const letIn = async (client: OAuthClient) => {
    const target = { client, redirectUri: "https://app.test/cb", namedRedirectUri: null, state: null };
    const request = { ...target, resources: ["api"], codeChallenge: "c", scopes: ["read"] } as const;
    await allow(deps, request, ["read"], { id: person.id, credential: "brs_0", address: null });
  };
  const sweep = new OAuthSweep(deps);
  return { ...site, deps, register, letIn, person, sweep };
}

test("a client that nobody ever let in is forgotten after its time, to the millisecond", async () => {
  using site = setUp();
  const { id } = await site.register();
  site.clock.nowMs += limits.oauthUnusedClientMs - 1;
  await site.sweep.run();
  expect(oauthClientById(site.db, id)).not.toBeNull();
  site.clock.nowMs += 1;
  await site.sweep.run();
  expect(oauthClientById(site.db, id)).toBeNull();
});

test("a client that somebody let in stays for its time after the last use, and as long as a grant does", async () => {
  using site = setUp();
  const client = await site.register();
  await site.letIn(client);
  const [grant] = listGrants(site.deps, null);
  site.clock.nowMs += limits.oauthCodeMs + limits.oauthEndedGrantMs - 1;
  await site.sweep.run();
  expect(oauthGrantById(site.db, grant?.id ?? "")).not.toBeNull();
  site.clock.nowMs += 1;
  await site.sweep.run();
  expect(oauthGrantById(site.db, grant?.id ?? "")).toBeNull();
  site.clock.nowMs = (grant?.createdAt ?? 0) + limits.oauthIdleClientMs - 1;
  await site.sweep.run();
  expect(oauthClientById(site.db, client.id)).not.toBeNull();
  site.clock.nowMs += 1;
  await site.sweep.run();
  expect(oauthClientById(site.db, client.id)).toBeNull();
});

test("a person has so many grants; one more ends the oldest", async () => {
  using site = setUp();
  const client = await site.register();
  for (let count = 0; count < limits.oauthGrantsPerPerson; count++) await site.letIn(client);
  const before = listGrants(site.deps, site.person.id);
  expect(before).toHaveLength(limits.oauthGrantsPerPerson);
  await site.letIn(client);
  const after = listGrants(site.deps, site.person.id);
  expect(after).toHaveLength(limits.oauthGrantsPerPerson);
  expect(before.filter(({ id }) => !after.some((other) => other.id === id))).toHaveLength(1);
});

test("keys take turns: a new one signs after its time, the old one is published until its tokens have ended", async () => {
  using site = setUp();
  const { accessTokens } = site.deps;
  const kids = async () => (await accessTokens.signingKeys.published()).keys.map(({ kid }) => kid);
  const claims = { grantId: "gra_x", clientId: "app_x", userId: site.person.id } as const;
  const issue = () => accessTokens.issue(PUBLIC_URL, { ...claims, scopes: ["read"], resources: ["api"] });
  const [first] = await kids();
  site.clock.nowMs += limits.oauthSigningKeyMs - 1000;
  const last = await issue();
  expect(await kids()).toEqual([first]);
  site.clock.nowMs += 1000;
  const next = await issue();
  const [second, ...others] = await kids();
  expect([second === first, others]).toEqual([false, [first]]);
  for (const token of [last, next]) expect(await accessTokens.verify(PUBLIC_URL, token)).not.toBeNull();
  site.clock.nowMs += limits.oauthSigningKeyPublishedMs - 1;
  await site.sweep.run();
  expect(await kids()).toEqual([second, first]);
  site.clock.nowMs += 1;
  await site.sweep.run();
  expect(await kids()).toEqual([second]);
  expect(await new AccessTokens(site.deps).verify(PUBLIC_URL, last)).toBeNull();
});

test("two that make the first key together agree on one", async () => {
  using site = setUp();
  const servers = [new AccessTokens(site.deps), new AccessTokens(site.deps), new AccessTokens(site.deps)];
  const ids = await Promise.all(servers.map(async ({ signingKeys }) => (await signingKeys.current()).id));
  expect(new Set(ids).size).toBe(1);
});

/** Whether the token passes while no key is there to verify its signature with. */
async function isKnown({ deps: { db, accessTokens } }: ReturnType<typeof setUp>, token: string) {
  db.prepare("UPDATE oauth_signing_keys SET id = 'away ' || id").run();
  const known = (await accessTokens.verify(PUBLIC_URL, token)) !== null;
  db.prepare("UPDATE oauth_signing_keys SET id = substr(id, 6)").run();
  return known;
}

test("a token's verification is remembered for a while and for so many tokens, and never past its end", async () => {
  using site = setUp();
  const { accessTokens } = site.deps;
  const claims = { grantId: "gra_x", clientId: "app_x", userId: site.person.id } as const;
  const issue = () => accessTokens.issue(PUBLIC_URL, { ...claims, scopes: ["read"], resources: ["api"] });
  site.clock.nowMs = Math.ceil(site.clock.nowMs / 1000) * 1000;
  const token = await issue();
  expect(await isKnown(site, token)).toBe(false);
  await accessTokens.verify(PUBLIC_URL, token);
  expect(await isKnown(site, token)).toBe(true);
  site.clock.nowMs += limits.oauthVerifiedTokenMs - 1;
  expect(await isKnown(site, token)).toBe(true);
  site.clock.nowMs += 1;
  expect(await isKnown(site, token)).toBe(false);
  site.clock.nowMs += limits.oauthAccessTokenMs - limits.oauthVerifiedTokenMs - 1;
  await accessTokens.verify(PUBLIC_URL, token);
  expect(await isKnown(site, token)).toBe(true);
  site.clock.nowMs += 1;
  expect(await accessTokens.verify(PUBLIC_URL, token)).toBeNull();
});

test("so many verifications are remembered", async () => {
  using site = setUp();
  const { accessTokens } = site.deps;
  const claims = { grantId: "gra_x", clientId: "app_x", userId: site.person.id } as const;
  const issue = () => accessTokens.issue(PUBLIC_URL, { ...claims, scopes: ["read"], resources: ["api"] });
  const first = await issue();
  await accessTokens.verify(PUBLIC_URL, first);
  for (let count = 1; count < limits.oauthVerifiedTokens; count++)
    await accessTokens.verify(PUBLIC_URL, await issue());
  expect(await isKnown(site, first)).toBe(true);
  await accessTokens.verify(PUBLIC_URL, await issue());
  expect(await isKnown(site, first)).toBe(false);
});
