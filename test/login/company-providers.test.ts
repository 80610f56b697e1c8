/** The manual's recipes, each with a provider that answers as the product does. */

import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { findUser } from "../../src/accounts/people/users.ts";
import { membersOf } from "../../src/store/organizations/members.ts";
import { temporaryFolder } from "../support/database.ts";
import {
  type ProviderProfile,
  startIdentityProvider,
  type TestIdentityProvider,
  throughProvider,
} from "../support/identity-provider.ts";
import { type People, startPeople } from "../support/people.ts";

const MANUAL = readFileSync(join(import.meta.dir, "../../src/manual/company-log-in.md"), "utf8");

/** The section of the configuration in the recipe of that title, as variables. */
function recipe(title: string): Record<string, string> {
  const [, toml = ""] =
    new RegExp(`^### ${title}\n[\\s\\S]*?^\`\`\`toml\n([\\s\\S]*?)^\`\`\``, "m").exec(MANUAL) ?? [];
  const { company_log_in: section } = Bun.TOML.parse(toml) as { company_log_in: Record<string, unknown> };
  return Object.fromEntries(
    Object.entries(section).map(([key, value]) => [
      `TIRO_COMPANY_LOG_IN_${key.toUpperCase()}`,
      Array.isArray(value) && typeof value[0] === "string" ? value.join(",") : textOf(value),
    ]),
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

async function site(
  title: string,
  profile: ProviderProfile,
): Promise<{ provider: TestIdentityProvider; people: People }> {
  const provider = await startIdentityProvider({ profile });
  const { clientId, clientSecret, issuer } = provider;
  const known = {
    TIRO_COMPANY_LOG_IN_ISSUER: issuer,
    TIRO_COMPANY_LOG_IN_CLIENT_ID: clientId,
    TIRO_COMPANY_LOG_IN_CLIENT_SECRET: clientSecret,
  };
  const people = await startPeople({ environment: { ...recipe(title), ...known } });
  people.clock.nowMs = Date.now();
  addOrganization(people.deps, { name: "Acme", owner: people.add("Owner") });
  return { provider, people };
}

const ENTRA_USERS = "7c1f4f5e-0000-4000-8000-000000000001";
const ENTRA_ADMINS = "7c1f4f5e-0000-4000-8000-000000000002";
const stays = { backchannel_logout_supported: false };

interface Case {
  title: string;
  profile: ProviderProfile;
  /** The person's groups there, and the resulting roles. */
  person: Record<string, unknown>;
  role: "admin" | "member";
  logsOut: boolean;
}

const CASES: Case[] = [
  {
    title: "Microsoft Entra ID",
    profile: {
      claims: {
        ver: "2.0",
        tid: "tenant",
        oid: "object",
        preferred_username: "ada@example.com",
        xms_edov: true,
      },
      withholds: ["email_verified", "sid"],
      metadata: stays,
    },
    person: { groups: [ENTRA_USERS, ENTRA_ADMINS] },
    role: "admin",
    logsOut: false,
  },
  {
    title: "Okta",
    profile: { claims: { amr: ["pwd"], idp: "00o1", ver: 1 }, metadata: stays },
    person: { groups: ["Everyone", "tiro-users"], email_verified: true, auth_time: 1 },
    role: "member",
    logsOut: false,
  },
  {
    title: "Keycloak",
    profile: {
      claims: { typ: "ID", azp: "tiro", acr: "1" },
      metadata: { backchannel_logout_supported: true, backchannel_logout_session_supported: true },
    },
    person: { groups: ["/staff", "/staff/admins"], email_verified: true, sid: "kc-session" },
    role: "admin",
    logsOut: true,
  },
  {
    title: "Google Workspace",
    profile: { claims: { hd: "example.com" }, withholds: ["groups", "sid", "auth_time"], metadata: stays },
    person: { email_verified: true, groups: ["never told"] },
    role: "member",
    logsOut: false,
  },
];

describe.each(CASES)("the recipe for $title", ({ title, profile, person, role, logsOut }) => {
  test("lets its people in, into their place, and out", async () => {
    const { provider, people } = await site(title, profile);
    const { db } = people.deps;
    provider.person = { sub: "s1", email: "ada@example.com", name: "Ada", ...person };
    const ada = people.visitor();
    expect((await throughProvider(ada)).location).toBe("/app/");
    const { id } = findUser(db, "ada@example.com");
    const acme = db.prepare("SELECT id FROM organizations WHERE name = 'Acme'").get() as { id: string };
    expect(membersOf(db, acme.id).find(({ userId }) => userId === id)?.role).toBe(role);
    provider.person = { ...provider.person, sub: "s2", email: "eve@elsewhere.test" };
    expect((await throughProvider(people.visitor())).status).toBe(400);
    if (logsOut) {
      const url = `${people.server.url}/login/company/back-channel-logout`;
      const logout_token = await provider.logoutToken({ sub: "s1", sid: person.sid });
      const ended = await fetch(url, { method: "POST", body: new URLSearchParams({ logout_token }) });
      expect(ended.status).toBe(200);
      expect((await ada.get("/logout")).status).toBe(303);
    } else expect((await ada.get("/v1/me/profile")).status).toBe(200);
    await people.server.close();
    await provider.close();
  });
});

test("Entra without xms_edov lets nobody in, unless its addresses are trusted; nor with one that is not", async () => {
  const profile = { withholds: ["email_verified"] };
  const { provider, people } = await site("Microsoft Entra ID", profile);
  const groups = [ENTRA_USERS];
  provider.person = { sub: "x", email: "x@example.com", groups };
  expect((await throughProvider(people.visitor())).text).toContain("has not verified");
  for (const xms_edov of [false, "0", 0, "no"]) {
    provider.person = { sub: "x", email: "x@example.com", groups, xms_edov };
    expect([xms_edov, (await throughProvider(people.visitor())).status]).toEqual([xms_edov, 400]);
  }
  provider.person = { sub: "x", email: "x@example.com", groups, xms_edov: "1" };
  expect((await throughProvider(people.visitor())).location).toBe("/app/");
  await people.server.close();
  await provider.close();
});

test("Google does not tell when somebody logged in: how they log in cannot be changed by it", async () => {
  const { provider, people } = await site("Google Workspace", { withholds: ["auth_time"] });
  provider.person = { sub: "g", email: "g@example.com", email_verified: true };
  const visitor = people.visitor();
  await throughProvider(visitor);
  const again = await throughProvider(visitor, "/login/company?again=1&next=%2Faccount%2Fpasskeys");
  expect([again.status, again.text]).toEqual([
    403,
    expect.stringContaining("does not say when you logged in"),
  ]);
  await people.server.close();
  await provider.close();
});

const openssl = Bun.which("openssl");
if (openssl === null) console.warn("openssl is missing: a provider behind a private authority is not tested");

test.skipIf(openssl === null)(
  "a provider behind a private authority is reached with ca_file alone",
  async () => {
    using folder = temporaryFolder();
    const [key, cert] = [join(folder.path, "key.pem"), join(folder.path, "cert.pem")];
    const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
    const made = Bun.spawnSync(
      [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-keyout",
        key,
        "-out",
        cert,
        ...subject,
      ],
      { stderr: "pipe" },
    );
    expect(made.exitCode).toBe(0);
    const tls = { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") };
    const provider = await startIdentityProvider({ tls });
    provider.person = { sub: "ca", email: "ca@acme.test", email_verified: true };
    const settings = {
      TIRO_COMPANY_LOG_IN_ISSUER: provider.issuer,
      TIRO_COMPANY_LOG_IN_CLIENT_ID: provider.clientId,
      TIRO_COMPANY_LOG_IN_CLIENT_SECRET: provider.clientSecret,
      TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "acme.test",
      TIRO_COMPANY_LOG_IN_CREATE_ACCOUNTS: "true",
    };
    const empty = join(folder.path, "empty.pem");
    writeFileSync(empty, "");
    for (const [caFile, status] of [
      [undefined, 503],
      [empty, 503],
      [join(folder.path, "none.pem"), 503],
      [cert, 303],
    ] as const) {
      const people = await startPeople({
        environment: { ...settings, ...(caFile && { TIRO_COMPANY_LOG_IN_CA_FILE: caFile }) },
      });
      people.clock.nowMs = Date.now();
      const page = await throughProvider(people.visitor());
      expect([caFile, page.status]).toEqual([caFile, status]);
      if (status === 303) {
        const logout_token = await provider.logoutToken({ sub: "ca" });
        const url = `${people.server.url}/login/company/back-channel-logout`;
        const ended = await fetch(url, { method: "POST", body: new URLSearchParams({ logout_token }) });
        expect(ended.status).toBe(200);
      }
      await people.server.close();
    }
    await provider.close();
  },
);
