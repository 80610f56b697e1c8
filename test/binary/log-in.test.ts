/** The executable has all libraries for logging in, and loads them in the right order. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  companySettings,
  startIdentityProvider,
  type TestIdentityProvider,
} from "../support/identity-provider.ts";
import { Visitor } from "../support/visitor.ts";
import { emptyFolder } from "./executable.ts";
import { type RunningServer, startServer } from "./server.ts";

let folder: ReturnType<typeof emptyFolder>;
let provider: TestIdentityProvider;
let server: RunningServer;

beforeAll(async () => {
  folder = emptyFolder();
  provider = await startIdentityProvider();
  const environment = { ...companySettings(provider), TIRO_COMPANY_LOG_IN_CREATE_ACCOUNTS: "true" };
  server = await startServer(folder.path, "data", environment);
});

afterAll(async () => {
  await server.stop();
  await provider.close();
  folder.remove();
});

test("a passkey is asked for", async () => {
  const answer = await new Visitor(server.url).post("/login/passkey/options", {});
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    200,
    expect.objectContaining({ challenge: expect.any(String), userVerification: "required" }),
  ]);
});

test("the company's log-in lets somebody in, who then sees a QR code", async () => {
  provider.person = { sub: "1", email: "ada@acme.test", email_verified: true };
  const browser = new Visitor(server.url);
  const away = await browser.get("/login/company");
  const back = await fetch(away.location ?? "", { redirect: "manual" });
  const { pathname, search } = new URL(back.headers.get("location") ?? "");
  expect((await browser.get(pathname + search)).location).toBe("/app/");
  expect((await browser.get("/v1/me/profile")).text).toContain("ada@acme.test");
});
