import { expect, test } from "bun:test";
import { systemClock } from "../../lib/clock.ts";
import { CompanyLogInFailed, IdentityProvider } from "./identity-provider.ts";

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
