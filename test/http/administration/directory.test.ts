/** The company's log-in and directory as administrators see them: as configured, and what failed; never a secret. */
import { expect, test } from "bun:test";
import { startPeople } from "../../support/people.ts";
import { Administrators } from "./administrators.ts";

const SECRET = "a-secret-of-the-provider";
/** Nothing listens there. */
const NOBODY = "127.0.0.1:9";

test("the provider, as it is configured, and what it failed with", async () => {
  const people = await startPeople({
    environment: {
      TIRO_COMPANY_LOG_IN_ISSUER: `https://${NOBODY}/realm`,
      TIRO_COMPANY_LOG_IN_CLIENT_ID: "tiro",
      TIRO_COMPANY_LOG_IN_CLIENT_SECRET: SECRET,
      TIRO_COMPANY_LOG_IN_LABEL: "Northgate",
      TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "northgate.test",
    },
  });
  try {
    const by = new Administrators(people);
    await people.visitor().get("/login/company");
    const [, shown] = await by.auditor("GET", "/directory");
    expect(shown).toMatchObject({
      company_log_in: { issuer: `https://${NOBODY}/realm`, label: "Northgate", required: false },
      ldap: null,
      accounts: { email_domains: ["northgate.test"] },
    });
    expectFailure(shown.company_log_in);
    expect(JSON.stringify(shown)).not.toContain(SECRET);
  } finally {
    await people.server.close();
  }
});

test("the directory, as it is configured, and what it failed with", async () => {
  const people = await startPeople({
    environment: {
      TIRO_LDAP_SERVER: `ldaps://${NOBODY}`,
      TIRO_LDAP_BASE_DN: "dc=northgate,dc=test",
      TIRO_LDAP_BIND_DN: "cn=tiro,dc=northgate,dc=test",
      TIRO_LDAP_BIND_PASSWORD: SECRET,
      TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "northgate.test",
    },
  });
  try {
    const by = new Administrators(people);
    const form = { user_name: "ada", company_password: "correct horse battery" };
    await people.visitor().submit("/login", form);
    const [, shown] = await by.auditor("GET", "/directory");
    expect(shown).toMatchObject({
      company_log_in: null,
      ldap: { server: `ldaps://${NOBODY}`, base_dn: "dc=northgate,dc=test" },
    });
    expectFailure(shown.ldap);
    expect(JSON.stringify(shown)).not.toContain(SECRET);
  } finally {
    await people.server.close();
  }
});

function expectFailure(use: {
  last_at: string | null;
  last_error: string | null;
  failures: unknown[];
}): void {
  expect(use).toMatchObject({ last_at: expect.any(String), last_error: expect.any(String) });
  expect(use.failures.length).toBeGreaterThan(0);
}
