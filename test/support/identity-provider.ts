/** A small identity provider that speaks OpenID Connect: everybody who is sent to it is at once the person that the test names. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { Page, Visitor } from "./visitor.ts";

/** How the products differ in their claims. */
export interface ProviderProfile {
  /** Claims of every ID token, beside those of the person. */
  claims?: Record<string, unknown>;
  /** Claims that it never sends. */
  withholds?: readonly string[];
  /** Members of its discovery document. */
  metadata?: Record<string, unknown>;
}

export interface ProviderOptions {
  profile?: ProviderProfile;
  /** Certificate and key (PEM), to be reached by https. */
  tls?: { cert: string; key: string };
}

export interface TestIdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Claims of the next person. */
  person: Record<string, unknown>;
  /** Faults of the next answers. */
  faults: Set<"nonce" | "issuer" | "audience" | "signature" | "denied" | "expired" | "verifier">;
  /** The requests, the newest last. */
  asked: URLSearchParams[];
  /** Signs a logout token; a claim that is undefined is left out. */
  logoutToken(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  /** Everything that reached it, with headers and bodies. */
  heard: string[];
  /** Paths that are answered by a redirect, each with where it leads. */
  detours: Map<string, string>;
  /** How often its keys were fetched. */
  keysFetched: number;
  close(): Promise<void>;
}

interface Grant {
  asked: URLSearchParams;
  claims: Record<string, unknown>;
}

export const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

export async function startIdentityProvider({
  profile = {},
  tls,
}: ProviderOptions = {}): Promise<TestIdentityProvider> {
  const keys = { own: await generateKeyPair("RS256"), other: await generateKeyPair("RS256") };
  const jwk = { ...(await exportJWK(keys.own.publicKey)), kid: "1", alg: "RS256", use: "sig" };
  const grants = new Map<string, Grant>();
  const provider: TestIdentityProvider = {
    issuer: "",
    clientId: "tiro",
    clientSecret: "the-client-secret",
    person: {},
    faults: new Set(),
    asked: [],
    heard: [],
    detours: new Map(),
    keysFetched: 0,
    logoutToken: (claims = {}, header = {}) => logoutToken(provider, keys.own, claims, header),
    close: () => server.stop(true),
  };

  const authorize = ({ searchParams }: URL): Response => {
    provider.asked.push(searchParams);
    const back = new URL(searchParams.get("redirect_uri") ?? "");
    const state = searchParams.get("state") ?? "";
    back.searchParams.set("state", state);
    if (provider.faults.has("denied")) back.searchParams.set("error", "access_denied");
    else {
      const code = crypto.randomUUID();
      grants.set(code, { asked: searchParams, claims: provider.person });
      back.searchParams.set("code", code);
    }
    return Response.redirect(back.href, 302);
  };

  const token = async (request: Request): Promise<Response> => {
    const sent = new URLSearchParams(await request.text());
    const code = sent.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    if (!grant || !isProved(provider, request, sent, grant))
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    return Response.json({
      access_token: code,
      token_type: "Bearer",
      expires_in: 60,
      id_token: await idToken(provider, grant, keys, profile),
    });
  };

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    ...(tls && { tls }),
    fetch: async (request) => {
      const url = new URL(request.url);
      const headers = JSON.stringify(Object.fromEntries(request.headers));
      provider.heard.push(`${request.method} ${url} ${headers} ${await request.clone().text()}`);
      const detour = provider.detours.get(url.pathname);
      if (detour !== undefined) return new Response(null, { status: 307, headers: { Location: detour } });
      if (url.pathname === "/authorize") return authorize(url);
      if (url.pathname === "/token") return token(request);
      if (url.pathname === "/jwks") {
        provider.keysFetched += 1;
        return Response.json({ keys: [jwk] });
      }
      if (url.pathname === "/userinfo") return Response.json(provider.person);
      if (url.pathname !== "/.well-known/openid-configuration") return new Response(null, { status: 404 });
      return Response.json({ ...discoveryOf(provider.issuer), ...profile.metadata });
    },
  });
  provider.issuer = `${tls ? "https" : "http"}://127.0.0.1:${server.port}`;
  return provider;
}

/** By the client's secret, and the verifier of the challenge. */
function isProved(
  { clientId, clientSecret, faults }: TestIdentityProvider,
  { headers }: Request,
  sent: URLSearchParams,
  { asked }: Grant,
): boolean {
  const verifier = sent.get("code_verifier") ?? "";
  const challenge = new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");
  const basic = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
  const isKnown = headers.get("authorization") === basic || sent.get("client_secret") === clientSecret;
  return isKnown && challenge === asked.get("code_challenge") && !faults.has("verifier");
}

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

function logoutToken(
  { issuer, clientId }: TestIdentityProvider,
  { privateKey }: Pair,
  claims: Record<string, unknown>,
  header: Record<string, unknown>,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, exp: now + 120, jti: crypto.randomUUID() };
  const whole = { iss: issuer, aud: clientId, ...times, events: { [LOGOUT_EVENT]: {} }, ...claims };
  const told = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
  return new SignJWT(told)
    .setProtectedHeader({ alg: "RS256", kid: "1", typ: "logout+jwt", ...header })
    .sign(privateKey);
}

function idToken(
  { faults, issuer, clientId }: TestIdentityProvider,
  { asked, claims }: Grant,
  keys: { own: Pair; other: Pair },
  profile: ProviderProfile,
): Promise<string> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const nonce = faults.has("nonce") ? "another" : (asked.get("nonce") ?? "");
  const time: Record<string, unknown> = asked.has("max_age") ? { auth_time: nowSeconds } : {};
  const told = { ...time, ...profile.claims, ...claims };
  for (const claim of profile.withholds ?? []) delete told[claim];
  return new SignJWT({ ...told, nonce })
    .setProtectedHeader({ alg: "RS256", kid: "1" })
    .setIssuer(faults.has("issuer") ? "https://elsewhere.test" : issuer)
    .setAudience(faults.has("audience") ? "another-client" : clientId)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(faults.has("expired") ? nowSeconds - 3600 : nowSeconds + 60)
    .sign(faults.has("signature") ? keys.other.privateKey : keys.own.privateKey);
}

function discoveryOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
  };
}

/** The settings by which a server recognizes it. */
export function companySettings(provider: TestIdentityProvider): Record<string, string> {
  return {
    TIRO_COMPANY_LOG_IN_ISSUER: provider.issuer,
    TIRO_COMPANY_LOG_IN_CLIENT_ID: provider.clientId,
    TIRO_COMPANY_LOG_IN_CLIENT_SECRET: provider.clientSecret,
    TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "acme.test",
  };
}

/** To the provider and back; the answer is that to the callback. */
export async function throughProvider(visitor: Visitor, start = "/login/company"): Promise<Page> {
  const away = await visitor.get(start);
  if (away.location === null) return away;
  const back = await fetch(away.location, { redirect: "manual", tls: { rejectUnauthorized: false } });
  const { pathname, search } = new URL(back.headers.get("location") ?? "");
  return visitor.get(pathname + search);
}
