import { expect, test } from "bun:test";
import { faultsOf, HIDDEN } from "../../test/support/config-faults.ts";
import { loadConfig } from "./load.ts";

const SETTINGS = {
  TIRO_LDAP_SERVER: "ldaps://ldap.acme.test:636",
  TIRO_LDAP_BASE_DN: "dc=acme,dc=test",
  TIRO_LDAP_BIND_DN: "cn=tiro,dc=acme,dc=test",
  TIRO_LDAP_BIND_PASSWORD: HIDDEN,
  TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "acme.test",
};
const CLEAR = { ...SETTINGS, TIRO_LDAP_TLS: "off" };

test("the password is apart from the configuration", () => {
  const { config, secrets } = loadConfig({ environment: SETTINGS });
  expect(secrets.ldapBindPassword).toBe(HIDDEN);
  expect(JSON.stringify(config)).not.toContain(HIDDEN);
});

test.each<[string, Record<string, string>, string[]]>([
  ["all", SETTINGS, []],
  ["rules of the company's log-in", { ...SETTINGS, TIRO_COMPANY_LOG_IN_REQUIRED: "true" }, []],
  ["nobody's name", { TIRO_LDAP_BASE_DN: "dc=acme" }, ["ldap.base_dn"]],
  ["no part of it", { TIRO_LDAP_SERVER: "ldaps://a:636" }, ["company_log_in.email_domains", "ldap.base_dn"]],
  ["a name without a password", { ...SETTINGS, TIRO_LDAP_BIND_PASSWORD: "" }, ["ldap.bind_password"]],
  [
    "an identity provider beside it",
    {
      ...SETTINGS,
      TIRO_COMPANY_LOG_IN_ISSUER: "https://login.acme.test",
      TIRO_COMPANY_LOG_IN_CLIENT_ID: "tiro",
      TIRO_COMPANY_LOG_IN_CLIENT_SECRET: "s",
    },
    ["ldap.server"],
  ],
  ["a provider's file", { ...SETTINGS, TIRO_COMPANY_LOG_IN_CA_FILE: "/ca" }, ["company_log_in.ca_file"]],
  ["clear text by ldaps", { ...CLEAR, TIRO_LDAP_SERVER: "ldaps://localhost:636" }, ["ldap.tls"]],
  ["clear text here", { ...CLEAR, TIRO_LDAP_SERVER: "ldap://127.0.0.1:389" }, []],
  [
    "clear text elsewhere, whatever hosts may have it",
    {
      ...CLEAR,
      TIRO_LDAP_SERVER: "ldap://ldap.acme.test:389",
      TIRO_SERVER_CLEAR_TEXT_HOSTS: "ldap.acme.test",
    },
    ["ldap.tls"],
  ],
  ["a filter without a name", { ...SETTINGS, TIRO_LDAP_USER_FILTER: "(uid=ada)" }, ["ldap.user_filter"]],
  ["an address of another kind", { ...SETTINGS, TIRO_LDAP_SERVER: "https://a:636" }, ["ldap.server"]],
])("settings of the directory: %s", (_, environment, params) => {
  expect(faultsOf(environment)).toEqual(params);
});
