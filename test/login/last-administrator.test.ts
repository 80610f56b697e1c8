/** The last administrator gets in by the host's command line, even if all else is lost: provider, second step and password. */
import { expect, test } from "bun:test";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { insertTotp } from "../../src/store/log-in/totp.ts";
import { testPeople } from "../support/test-servers.ts";
import { runTiro } from "../support/tiro.ts";

const NEW_PASSWORD = "another horse another battery";

const people = await testPeople({
  environment: {
    // Nobody answers there.
    TIRO_COMPANY_LOG_IN_ISSUER: "http://127.0.0.1:9",
    TIRO_COMPANY_LOG_IN_CLIENT_ID: "tiro",
    TIRO_COMPANY_LOG_IN_CLIENT_SECRET: "s".repeat(40),
    TIRO_COMPANY_LOG_IN_REQUIRED: "true",
    TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "acme.test",
  },
});
const last = people.add("Ada");
setServerRole(people.deps, last.id, "administrator");
insertTotp(people.deps.db, last.id, { secret: "x".repeat(20), lastStep: 0 }, people.clock.now());

test("a link and a reset second step, made on the host, let them in", async () => {
  const { dataDir, url } = people.server;
  const before = await people.logIn(last, people.visitor());
  expect(before.location ?? before.text).not.toContain("/app");
  const reset = runTiro("users", "reset-second-step", last.email, "--data", dataDir);
  expect([reset.code, reset.stderr]).toEqual([0, ""]);
  const made = runTiro(
    "users",
    "setup-link",
    "--user",
    last.email,
    "--url",
    url,
    "--data",
    dataDir,
    "--json",
  );
  expect([made.code, made.stderr]).toEqual([0, ""]);
  const link = new URL(JSON.parse(made.stdout).url).pathname;
  const fields = {
    email: last.email,
    name: last.name ?? "",
    password: NEW_PASSWORD,
    password_again: NEW_PASSWORD,
  };
  await people.visitor().submit(link, fields);
  const browser = people.visitor();
  await browser.submit("/login", { email: last.email, password: NEW_PASSWORD });
  expect((await browser.send("/v1/administration/people", {})).status).toBe(200);
});
