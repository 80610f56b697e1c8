/** Tokens that this server never made, or made for something else. */

import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from "jose";
import { oauthSigningKeys, privateJwkOf } from "../../src/store/oauth/signing-keys.ts";
import { bearer } from "../support/oauth.ts";
import type { Json } from "../support/server.ts";
import { useSite } from "./site.ts";

const site = useSite();

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());

async function genuine() {
  const { access_token } = await site.app.tokens(site.person);
  const [header, payload, signature] = access_token.split(".") as [string, string, string];
  return { header: decode(header), payload: decode(payload), parts: [header, payload, signature] as const };
}

/** Signed with the server's own key: what remains is what is said. */
async function signed(payload: JWTPayload, header: object = {}): Promise<string> {
  const { db } = site.server.context;
  const [key] = oauthSigningKeys(db);
  if (key === undefined) throw new Error("no token was signed yet");
  const protectedHeader = { alg: "EdDSA", typ: "at+jwt", kid: key.id, ...header };
  return new SignJWT(payload)
    .setProtectedHeader(protectedHeader)
    .sign(await importJWK(JSON.parse(privateJwkOf(db, key)), "EdDSA"));
}

async function statusOf(token: string): Promise<number> {
  const { status, headers } = await fetch(`${site.api}/me`, { headers: bearer(token) });
  if (status === 401) expect(headers.get("www-authenticate")).toContain('error="invalid_token"');
  return status;
}

type Forge = () => Promise<string>;
const FORGED: Record<string, Forge> = {
  "alg none": async () => {
    const { header, payload } = await genuine();
    return `${encode({ ...header, alg: "none" })}.${encode(payload)}.`;
  },
  "alg NONE with a signature": async () => {
    const { header, parts } = await genuine();
    return `${encode({ ...header, alg: "NONE" })}.${parts[1]}.${parts[2]}`;
  },
  "HS256 with the public key as secret": async () => {
    const { header, payload } = await genuine();
    const [key] = oauthSigningKeys(site.server.context.db);
    const input = `${encode({ ...header, alg: "HS256" })}.${encode(payload)}`;
    const secret = Buffer.from(JSON.parse(key?.publicJwk ?? "").x, "base64url");
    return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
  },
  "another key that the header carries": async () => {
    const { payload, header } = await genuine();
    const { privateKey, publicKey } = await generateKeyPair("EdDSA", { extractable: true });
    const jwk = await exportJWK(publicKey);
    return new SignJWT(payload).setProtectedHeader({ ...header, alg: "EdDSA", jwk }).sign(privateKey);
  },
  "another key that the header points to": async () => {
    const { payload, header } = await genuine();
    const { privateKey } = await generateKeyPair("EdDSA");
    const elsewhere = { jku: "https://evil.test/jwks.json", x5u: "https://evil.test/cert" };
    return new SignJWT(payload)
      .setProtectedHeader({ ...header, alg: "EdDSA", ...elsewhere })
      .sign(privateKey);
  },
  "a kid that is a path": async () => signed((await genuine()).payload, { kid: "../../../../dev/null" }),
  "a kid that is SQL": async () => signed((await genuine()).payload, { kid: "' OR '1'='1" }),
  "no kid": async () => signed((await genuine()).payload, { kid: undefined }),
  "a critical header that nobody knows": async () => {
    const { header, parts } = await genuine();
    return `${encode({ ...header, crit: ["x"], x: 1 })}.${parts[1]}.${parts[2]}`;
  },
  "a changed claim": async () => {
    const { parts, payload } = await genuine();
    return `${parts[0]}.${encode({ ...payload, scope: "read write", sub: "usr_0" })}.${parts[2]}`;
  },
  "a cut signature": async () => {
    const { parts } = await genuine();
    return `${parts[0]}.${parts[1]}.${parts[2].slice(0, -4)}`;
  },
  "no signature": async () => {
    const { parts } = await genuine();
    return `${parts[0]}.${parts[1]}.`;
  },
  "the type of an ID token": async () => signed((await genuine()).payload, { typ: "JWT" }),
  "no type": async () => signed((await genuine()).payload, { typ: undefined }),
  "another issuer": async () => signed({ ...(await genuine()).payload, iss: "https://evil.test" }),
  "the issuer with a slash": async () => signed({ ...(await genuine()).payload, iss: `${site.server.url}/` }),
  "no issuer": async () => signed({ ...(await genuine()).payload, iss: undefined }),
  "no end": async () => signed({ ...(await genuine()).payload, exp: undefined }),
  "an end in the past": async () =>
    signed({ ...(await genuine()).payload, exp: site.clock.nowMs / 1000 - 1 }),
  "a time before which it is not valid": async () =>
    signed({ ...(await genuine()).payload, nbf: site.clock.nowMs / 1000 + 60 }),
  "a longer life than tokens have": async () => {
    const { payload } = await genuine();
    return signed({ ...payload, exp: payload.iat + 11 * 60 });
  },
  "a life that begins later": async () => {
    const { payload } = await genuine();
    return signed({ ...payload, iat: payload.iat + 3600, exp: payload.exp + 3600 });
  },
  "no audience": async () => signed({ ...(await genuine()).payload, aud: undefined }),
  "another audience": async () => signed({ ...(await genuine()).payload, aud: "https://evil.test/v1" }),
  "an audience that begins like ours": async () =>
    signed({ ...(await genuine()).payload, aud: `${site.api}/me` }),
  "a grant that there is not": async () => signed({ ...(await genuine()).payload, grant_id: "gra_0" }),
  "no grant": async () => signed({ ...(await genuine()).payload, grant_id: undefined }),
  "an ID for a token": async () => site.app.id,
  "a refresh token": async () => (await site.app.tokens(site.person)).refresh_token,
  "a code": () => site.app.code(site.visitor),
};

describe("is refused", () => {
  for (const [name, forge] of Object.entries(FORGED))
    test(name, async () => expect(await statusOf(await forge())).toBe(401));
});

test("what is not changed is let in: the forgeries fail for their fault alone", async () => {
  const { payload, parts } = await genuine();
  expect(await statusOf(parts.join("."))).toBe(200);
  expect(await statusOf(await signed(payload))).toBe(200);
});

test("what a token claims is cut to what the person allowed", async () => {
  const allowed = { scope: "read", resource: site.api };
  const { access_token } = await site.app.tokens(site.person, allowed, { decision: "allow" });
  const payload = decode(access_token.split(".")[1]);
  const more = { scope: "read write", aud: [site.api, site.mcp] };
  const headers = { ...bearer(await signed({ ...payload, ...more })), "Content-Type": "application/json" };
  expect((await fetch(`${site.api}/me`, { headers })).status).toBe(200);
  const change = await fetch(`${site.api}/settings`, { method: "PATCH", headers, body: "{}" });
  expect([change.status, ((await change.json()) as Json).error.code]).toEqual([403, "insufficient_scope"]);
  expect((await fetch(site.mcp, { method: "POST", headers, body: "{}" })).status).toBe(403);
});

test("a key in the place of a token, and a token in the place of a key, say what they are", async () => {
  const { access_token } = await site.app.tokens(site.person);
  for (const token of [access_token, site.server.key])
    expect((await fetch(`${site.api}/me`, { headers: bearer(token) })).status).toBe(200);
  expect(await statusOf(`tiro_${access_token}`)).toBe(401);
});
