/**
 * The company's own is shown as the company's and changed nowhere else: log-ins by Debian's OpenLDAP, accounts by SCIM,
 * memberships by groups. An error of the directory is shown to administrators.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { createScimToken } from "../../src/accounts/directory/tokens.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { insertTotp } from "../../src/store/log-in/totp.ts";
import { type User, userByEmail } from "../../src/store/people/users.ts";
import { testAuthority } from "../support/certificates.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR, temporaryFolder } from "../support/database.ts";
import {
  BASE,
  dnOf,
  groupEntry,
  hasSlapd,
  personEntry,
  SERVICE,
  startSlapd,
} from "../support/directory-server.ts";
import { Visitor } from "../support/visitor.ts";
import { Dashboard } from "./dashboard.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

describe.skipIf(!hasSlapd || !hasChromium)("of the company", () => {
  let dashboard: Dashboard;
  let slapd: Awaited<ReturnType<typeof startSlapd>>;
  let acme: string;
  let token: string;

  beforeAll(async () => {
    const authority = await testAuthority();
    const ca = join(folder.path, "ca.pem");
    writeFileSync(ca, authority.certificate);
    const entries = [personEntry({ uid: "boss" }), groupEntry("tiro-admins", [dnOf("boss")])].join("");
    slapd = await startSlapd(folder.path, await authority.issue(), entries);
    dashboard = await Dashboard.open({
      environment: {
        TIRO_LDAP_SERVER: slapd.ldaps,
        TIRO_LDAP_CA_FILE: ca,
        TIRO_LDAP_BIND_DN: SERVICE.dn,
        TIRO_LDAP_BIND_PASSWORD: SERVICE.password,
        TIRO_LDAP_BASE_DN: BASE,
        TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "example.com",
        TIRO_COMPANY_LOG_IN_CREATE_ACCOUNTS: "true",
        TIRO_COMPANY_LOG_IN_ORGANIZATION: "Acme",
        TIRO_COMPANY_LOG_IN_ADMIN_GROUPS: "tiro-admins",
      },
    });
    const { db, clock } = dashboard.server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    acme = addOrganization(deps, { name: "Acme", owner: dashboard.person }).id;
    setServerRole(deps, dashboard.person.id, "administrator");
    insertTotp(db, dashboard.person.id, { secret: "x".repeat(20), lastStep: 0 }, clock.now());
    token = createScimToken(deps, { name: "Okta" }).token;
  });
  afterAll(async () => {
    await dashboard?.[Symbol.asyncDispose]();
    await slapd?.[Symbol.asyncDispose]();
  });

  const scim = async (method: string, path: string, body: object) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/scim+json" };
    const answer = await fetch(`${dashboard.server.url}/scim/v2${path}`, {
      ...{ method, headers },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { id: string };
  };
  const logIn = (password: string) =>
    new Visitor(dashboard.server.url).submit("/login", { user_name: "boss", company_password: password });
  const part = (page: Page, title: string) =>
    page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) });

  test("who answered when, which group gives which role, and the last errors", async () => {
    const page = await dashboard.page();
    await page.goto("/app/admin/directory");
    const ldap = part(page, "Directory for passwords (LDAP)");
    await ldap.getByText("Not used since the server started").waitFor();
    for (const text of [slapd.ldaps, BASE]) await ldap.getByText(text, { exact: true }).waitFor();
    await page.getByRole("row", { name: "tiro-admins Acme Admin" }).waitFor();

    expect((await logIn("right")).location).toBe("/app/");
    await scim("POST", "/Users", { schemas: [], userName: "no address" });
    await page.reload();
    await ldap.getByText(/^Answered /).waitFor();
    const provisioning = part(page, "Provisioning (SCIM)");
    await provisioning.getByText("Last errors").click();
    await provisioning.getByText(/: POST \/scim\/v2\/Users: /).waitFor();

    await slapd[Symbol.asyncDispose]();
    expect((await logIn("right")).status).toBe(503);
    await page.reload();
    await ldap.getByText(/^Failed /).waitFor();
    await ldap.getByText("Last errors").click();
    expect(await ldap.getByRole("listitem").count()).toBe(1);
    expect(await page.locator("main").textContent()).not.toContain(SERVICE.password);
    await dashboard.done(page);
  });

  test("neither page nor route changes a membership by group", async () => {
    const { id } = userByEmail(dashboard.server.context.db, "boss@example.com") as User;
    const page = await dashboard.page();
    for (const address of ["/app/organization", `/app/admin/organizations/${acme}`]) {
      await page.goto(address);
      await page.getByRole("row", { name: /Name of boss.*Admin by the company’s groups/ }).waitFor();
      expect(await page.getByLabel("Role of Name of boss").count()).toBe(0);
      expect(await page.getByRole("button", { name: "Remove: Name of boss" }).count()).toBe(0);
    }
    await page.goto(`/app/admin/people/${id}`);
    await page.getByText("Acme (admin, by the company’s groups)").waitFor();
    const member = `/administration/organizations/${acme}/members/${id}`;
    const own = `/organizations/${acme}/members/${id}`;
    for (const [method, path, body] of [
      ["PUT", member, { role: "member" }],
      ["DELETE", member, null],
      ["PATCH", own, { role: "member" }],
      ["DELETE", own, null],
    ] as const)
      expect(await change(page, method, path, body)).toEqual([400, expect.stringContaining("groups")]);
    await dashboard.done(page);
  });

  test("nor the name of an account of the directory, nor whether it is let in", async () => {
    const { id } = await scim("POST", "/Users", {
      ...{ schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"] },
      ...{ userName: "lena@example.com", displayName: "Lena Ost" },
    });
    const { db } = dashboard.server.context;
    const hers = await dashboard.page({ as: userByEmail(db, "lena@example.com") as User });
    await hers.goto("/app/you");
    await hers.getByText("The name comes from your company’s directory; change it there.").waitFor();
    expect(await hers.getByRole("textbox", { name: "Name" }).count()).toBe(0);
    expect(await change(hers, "PATCH", "/me", { name: "Lena" })).toEqual([
      400,
      "The company's directory keeps your name; it is changed there.",
    ]);
    await dashboard.leave(hers);

    const page = await dashboard.page();
    await page.goto(`/app/admin/people/${id}`);
    await page.getByText("The company’s directory manages this account").waitFor();
    expect(await page.getByText("Erase account…").count()).toBe(0);
    await scim("PATCH", `/Users/${id}`, {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
      Operations: [{ op: "replace", path: "active", value: false }],
    });
    await page.reload();
    await page.getByText("The company’s directory has disabled this account").waitFor();
    expect(await page.getByRole("button", { name: "Enable account" }).count()).toBe(0);
    // Those whom the directory let go can be erased.
    await page.getByText("Erase account…").waitFor();
    expect(await change(page, "POST", `/administration/people/${id}/enable`, null)).toEqual([
      400,
      "The company's directory disabled this account; enable it there.",
    ]);
    await dashboard.done(page);
  });
});

/** As a page would: in its session. @returns status and message. */
async function change(page: Page, method: string, path: string, data: object | null): Promise<unknown[]> {
  const [, csrf = ""] =
    /name="csrf" value="([^"]+)"/.exec(await (await page.request.get("/logout")).text()) ?? [];
  const answer = await page.request.fetch(`/v1${path}`, {
    method,
    headers: { "x-csrf-token": csrf, Origin: new URL(page.url()).origin },
    ...(data && { data }),
  });
  return [answer.status(), (await answer.json()).error.message];
}
