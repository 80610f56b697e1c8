/** The whole way with a client library that checks every answer against the RFCs, and what it makes of a mix-up. */
import { describe, expect, test } from "bun:test";
import * as client from "openid-client";
import { ALLOW, elsewhere, LOOPBACK, loggedIn, onward } from "../support/oauth.ts";
import { useSite } from "./site.ts";

const site = useSite();

const METADATA = {
  client_name: "Strict",
  redirect_uris: [LOOPBACK],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
};

async function register(method: string): Promise<client.Configuration> {
  const options: client.DynamicClientRegistrationRequestOptions = {
    algorithm: "oauth2",
    // The server of the test has no TLS.
    execute: [client.allowInsecureRequests],
    [client.customFetch]: (url, init) =>
      fetch(url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...elsewhere() },
      } as RequestInit),
  };
  const metadata = { ...METADATA, token_endpoint_auth_method: method };
  const auth = method === "none" ? client.None() : undefined;
  return client.dynamicClientRegistration(new URL(site.server.url), metadata, auth, options);
}

/** Where the person's browser is sent after a yes. */
async function answered(config: client.Configuration, more: Record<string, string> = {}) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: LOOPBACK,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state,
    ...more,
  });
  const visitor = loggedIn(site.server, site.person);
  const page = await visitor.submit(address.pathname + address.search, ALLOW);
  return { url: onward(page) as URL, checks: { pkceCodeVerifier, expectedState: state } };
}

describe.each(["none", "client_secret_basic", "client_secret_post"])("as %s", (method) => {
  test("registers, is let in, asks the API, refreshes, and takes its token back", async () => {
    const config = await register(method);
    const { url, checks } = await answered(config, { scope: "read", resource: site.api });
    const tokens = await client.authorizationCodeGrant(config, url, checks);
    expect([tokens.token_type, tokens.scope, tokens.expires_in]).toEqual(["bearer", "read", 600]);
    const me = await client.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${site.api}/me`),
      "GET",
    );
    expect(me.status).toBe(200);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token as string);
    await client.tokenRevocation(config, next.access_token);
    const refused = client.fetchProtectedResource(
      config,
      next.access_token,
      new URL(`${site.api}/me`),
      "GET",
    );
    await expect(refused).rejects.toMatchObject({ code: "OAUTH_WWW_AUTHENTICATE_CHALLENGE", status: 401 });
    await expect(client.refreshTokenGrant(config, next.refresh_token as string)).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });
});

test("an answer that another server sent in the place of this one is seen through by its issuer", async () => {
  const config = await register("none");
  const { url, checks } = await answered(config);
  const mixedUp = new URL(url);
  mixedUp.searchParams.set("iss", "https://attacker.test");
  await expect(client.authorizationCodeGrant(config, mixedUp, checks)).rejects.toThrow();
  mixedUp.searchParams.delete("iss");
  await expect(client.authorizationCodeGrant(config, mixedUp, checks)).rejects.toThrow();
  expect((await client.authorizationCodeGrant(config, url, checks)).access_token).toBeString();
});
