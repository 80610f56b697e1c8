import { expect, test } from "bun:test";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../../../test/support/database.ts";
import { addOrganization } from "../../accounts/organizations/organizations.ts";
import { addUser } from "../../accounts/people/users.ts";
import { loadConfig } from "../../config/load.ts";
import { systemClock } from "../../lib/clock.ts";
import { upsertPassword } from "../../store/credentials/passwords.ts";
import { openDatabase } from "../../store/open-database.ts";
import { checkCompanyRules } from "./company-rules-check.ts";

const PROVIDER = {
  TIRO_COMPANY_LOG_IN_ISSUER: "https://login.acme.test",
  TIRO_COMPANY_LOG_IN_CLIENT_ID: "tiro",
  TIRO_COMPANY_LOG_IN_CLIENT_SECRET: "the-client-secret",
  TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "acme.test",
};

test("what the settings ask for is looked up where there is a database", () => {
  using folder = temporaryFolder();
  const flags = { data: folder.path };
  const check = (environment: Record<string, string>) =>
    checkCompanyRules(loadConfig({ environment: { ...PROVIDER, ...environment }, flags }).config, flags);
  const organizations = {
    TIRO_COMPANY_LOG_IN_ORGANIZATION: "Acme",
    TIRO_COMPANY_LOG_IN_GROUPS: '[{ "group": "lab", "organization": "Labs" }]',
  };
  expect(check(organizations)).toMatchObject({ status: "ok" });

  const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding() });
  const deps = { db, clock: systemClock, actor: TEST_ACTOR };
  const owner = addUser(deps, { email: "root@acme.test", name: "Root" });
  addOrganization(deps, { name: "Acme", owner });
  expect(check(organizations)).toMatchObject({
    status: "fail",
    detail: "company_log_in names organizations that are not there: Labs",
  });
  addOrganization(deps, { name: "Labs", owner });
  expect(check(organizations)).toMatchObject({ status: "ok" });

  const required = { TIRO_COMPANY_LOG_IN_REQUIRED: "true" };
  db.exec("UPDATE users SET administrator = 1");
  expect(check(required)).toMatchObject({ status: "warn", advice: expect.stringContaining("setup-link") });
  upsertPassword(db, owner.id, "$argon2id$x", 0);
  expect(check(required)).toMatchObject({ status: "ok" });
  db.close();
});
