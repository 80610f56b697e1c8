import { expect, test } from "bun:test";
import {
  type ProviderProfile,
  startIdentityProvider,
  type TestIdentityProvider,
} from "../../../test/support/identity-provider.ts";
import { systemClock } from "../../lib/clock.ts";
import { type CompanyIdentity, CompanyLogInFailed, IdentityProvider } from "./identity-provider.ts";
import { keysAt } from "./logout-token.ts";

const settings = {
  clientId: "tiro",
  clientSecret: "secret",
  scopes: ["email", "profile"],
  groupClaim: "groups",
  caFile: null,
  timeoutSeconds: 0.1,
};

async function failureAt(issuer: string): Promise<CompanyLogInFailed> {
  const provider = new IdentityProvider({ ...settings, issuer }, systemClock);
  const failure = await provider.ask("http://127.0.0.1", null).catch((error) => error);
  expect(failure).toBeInstanceOf(CompanyLogInFailed);
  return failure;
}

test.each([
  ["never answers", () => new Promise<Response>(() => {})],
  ["answers what is no JSON", () => new Response("<html>")],
  ["answers with an error", () => new Response("secret detail", { status: 500 })],
  ["says that it is another", () => Response.json({ issuer: "https://elsewhere.test" })],
])("a provider that %s counts as not there, and nothing that it said is told", async (_, fetch) => {
  using server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: fetch as () => Response });
  const failure = await failureAt(`http://127.0.0.1:${server.port}`);
  expect([failure.unreachable, failure.message]).toEqual([true, expect.stringMatching(/^[A-Za-z_]+$/)]);
});

const PUBLIC_URL = "http://127.0.0.1";

/** At a provider of which one path leads elsewhere: how `use` ends, and what was asked for there. */
async function byDetour<Result>(
  path: string | null,
  use: (log: IdentityProvider, provider: TestIdentityProvider) => Promise<Result>,
): Promise<{ end: Result; heard: string[] }> {
  const heard: string[] = [];
  using elsewhere = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) => {
      heard.push(url);
      return Response.json({ sub: "ada", keys: [] });
    },
  });
  const profile: ProviderProfile = {};
  const provider = await startIdentityProvider({ profile });
  try {
    const { issuer, clientId, clientSecret } = provider;
    profile.metadata = { userinfo_endpoint: `${issuer}/userinfo` };
    if (path !== null) provider.detours.set(path, elsewhere.url.href);
    const own = { ...settings, issuer, clientId, clientSecret, timeoutSeconds: 30 };
    const end = await use(new IdentityProvider(own, systemClock), provider).catch((error) => error);
    return { end, heard };
  } finally {
    await provider.close();
  }
}

async function logIn(log: IdentityProvider, provider: TestIdentityProvider): Promise<CompanyIdentity> {
  provider.person = { sub: "ada", email: "ada@acme.test" };
  const { url, question } = await log.ask(PUBLIC_URL, null);
  const back = await fetch(url, { redirect: "manual" });
  const { search } = new URL(back.headers.get("location") ?? "");
  return log.identify({ publicUrl: PUBLIC_URL, search }, question);
}

const logOut = async (log: IdentityProvider, provider: TestIdentityProvider) =>
  log.readLogoutToken(await provider.logoutToken({ sub: "ada" }), Date.now());

test.each([
  ["/.well-known/openid-configuration", logIn],
  ["/jwks", logIn],
  ["/token", logIn],
  ["/userinfo", logIn],
  ["/jwks", logOut],
] as const)("a redirect of %s is not followed (%p)", async (path, use) => {
  expect(await byDetour<unknown>(path, use)).toEqual({ end: expect.any(CompanyLogInFailed), heard: [] });
});

test("without one, somebody logs in, and out", async () => {
  expect((await byDetour(null, logIn)).end).toMatchObject({ subject: "ada", email: "ada@acme.test" });
  expect((await byDetour(null, logOut)).end).toMatchObject({ subject: "ada" });
});

test.each([
  ["https://id.acme.test", "https://keys.acme.test/jwks", true],
  ["https://id.acme.test", "http://id.acme.test/jwks", false],
  ["https://id.acme.test", "http://127.0.0.1/jwks", false],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080/jwks", true],
  ["http://localhost:8080", "http://id.acme.test/jwks", false],
  ["http://localhost:8080", "https://id.acme.test/jwks", true],
  ["https://id.acme.test", "file:///etc/passwd", false],
  ["https://id.acme.test", undefined, false],
])("a provider %s whose keys are at %s: taken is %p", (issuer, jwks_uri, isTaken) => {
  const keys = () => keysAt({ issuer, jwks_uri }, fetch, 1);
  if (isTaken) expect(keys).not.toThrow();
  else expect(keys).toThrow();
});
