import { expect, test } from "bun:test";
import { startIdentityProvider } from "../../../test/support/identity-provider.ts";
import { loadConfig } from "../../config/load.ts";
import { checkCompanyLogIn } from "./company-log-in-check.ts";

const SECRET = "the-client-secret";

async function checkWith(issuer: string) {
  const { config, secrets } = loadConfig({
    environment: {
      TIRO_COMPANY_LOG_IN_ISSUER: issuer,
      TIRO_COMPANY_LOG_IN_CLIENT_ID: "tiro",
      TIRO_COMPANY_LOG_IN_CLIENT_SECRET: SECRET,
      TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "acme.test",
    },
  });
  const result = await checkCompanyLogIn(config, secrets);
  expect(JSON.stringify(result)).not.toContain(SECRET);
  return result;
}

test("none is no fault", async () => {
  const { config, secrets } = loadConfig({ environment: {} });
  expect(await checkCompanyLogIn(config, secrets)).toMatchObject({ status: "ok", detail: "none configured" });
});

test("one that answers is named", async () => {
  const provider = await startIdentityProvider();
  try {
    expect(await checkWith(provider.issuer)).toEqual({
      status: "ok",
      detail: `the identity provider ${provider.issuer} answers`,
    });
  } finally {
    await provider.close();
  }
});

test.each<[string, (issuer: string) => Response]>([
  ["a refusal", () => new Response("", { status: 503 })],
  ["a page", () => new Response("<html>")],
  ["another provider", () => Response.json({ issuer: "https://elsewhere.test" })],
])("%s is a warning with what to do", async (_, answer) => {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => answer("") });
  try {
    const result = await checkWith(`http://127.0.0.1:${server.port}`);
    expect(result).toMatchObject({
      status: "warn",
      advice: expect.stringContaining("company_log_in.issuer"),
    });
  } finally {
    await server.stop(true);
  }
});

test("nobody there is a warning", async () => {
  expect(await checkWith("http://127.0.0.1:9")).toMatchObject({ status: "warn" });
});
