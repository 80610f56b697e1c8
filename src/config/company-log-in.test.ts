import { expect, test } from "bun:test";
import { faultsOf, HIDDEN } from "../../test/support/config-faults.ts";
import { loadConfig } from "./load.ts";

const SETTINGS = {
  TIRO_COMPANY_LOG_IN_ISSUER: "https://login.acme.test",
  TIRO_COMPANY_LOG_IN_CLIENT_ID: "tiro",
  TIRO_COMPANY_LOG_IN_CLIENT_SECRET: HIDDEN,
  TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "acme.test,acme.example",
};

test("the secret is apart from the configuration", () => {
  const { config, secrets } = loadConfig({ environment: SETTINGS });
  expect(secrets.companyLogInSecret).toBe(HIDDEN);
  expect(JSON.stringify(config)).not.toContain(HIDDEN);
  expect(config.company_log_in).toMatchObject({
    email_domains: ["acme.test", "acme.example"],
    create_accounts: false,
    group_claim: "groups",
  });
});

test.each([
  ["nothing", {}, []],
  ["all", SETTINGS, []],
  ["plain HTTP elsewhere", { ...SETTINGS, TIRO_COMPANY_LOG_IN_ISSUER: "http://login.acme.test" }, ["issuer"]],
  ["plain HTTP here", { ...SETTINGS, TIRO_COMPANY_LOG_IN_ISSUER: "http://127.0.0.1:9000" }, []],
  [
    "plain HTTP on a lookalike",
    { ...SETTINGS, TIRO_COMPANY_LOG_IN_ISSUER: "http://localhost.evil.test" },
    ["issuer"],
  ],
  ["a secret alone", { TIRO_COMPANY_LOG_IN_CLIENT_SECRET: HIDDEN }, ["client_secret"]],
  [
    "an issuer alone",
    { TIRO_COMPANY_LOG_IN_ISSUER: "https://login.acme.test" },
    ["client_id", "client_secret", "email_domains"],
  ],
  [
    "groups without an organization",
    { ...SETTINGS, TIRO_COMPANY_LOG_IN_ADMIN_GROUPS: "admins" },
    ["admin_groups"],
  ],
  ["rules without a provider", { TIRO_COMPANY_LOG_IN_REQUIRED: "true" }, ["required"]],
  ["days without a provider", { TIRO_COMPANY_LOG_IN_ACCESS_DAYS: "30" }, ["access_days"]],
  ["allowed groups without a provider", { TIRO_COMPANY_LOG_IN_ALLOWED_GROUPS: "a" }, ["allowed_groups"]],
  ["no days", { ...SETTINGS, TIRO_COMPANY_LOG_IN_ACCESS_DAYS: "0" }, ["access_days"]],
  [
    "groups of a directory alone",
    { TIRO_COMPANY_LOG_IN_GROUPS: '[{ "group": "a", "organization": "Acme", "role": "admin" }]' },
    [],
  ],
  [
    "a group that makes owners",
    { TIRO_COMPANY_LOG_IN_GROUPS: '[{ "group": "a", "organization": "Acme", "role": "owner" }]' },
    ["groups"],
  ],
  ["a domain that is none", { ...SETTINGS, TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "*" }, ["email_domains"]],
])("settings of the company log-in that contradict each other are named: %s", (_, environment, params) => {
  expect(faultsOf(environment as Record<string, string>)).toEqual(
    (params as string[]).map((key) => `company_log_in.${key}`),
  );
});
