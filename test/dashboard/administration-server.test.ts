/** Audit log, backups and the installation in the browser, as an administrator uses them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { insertTotp } from "../../src/store/log-in/totp.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR, temporaryFolder } from "../support/database.ts";
import { companySettings, startIdentityProvider, throughProvider } from "../support/identity-provider.ts";
import { Visitor } from "../support/visitor.ts";
import type { Dashboard } from "./dashboard.ts";
import { recordHealth } from "./recorded-health.ts";
import { testDashboard } from "./test-dashboard.ts";

const SERVER = "/app/admin/server";
const HEALTH = "/app/admin/health";
const backups = temporaryFolder();
const provider = await startIdentityProvider();
const dashboard = await testDashboard({
  environment: {
    ...companySettings(provider),
    TIRO_BACKUP_DIR: backups.path,
    TIRO_COMPANY_LOG_IN_LABEL: "Northgate",
    TIRO_COMPANY_LOG_IN_CREATE_ACCOUNTS: "true",
    TIRO_COMPANY_LOG_IN_ORGANIZATION: "Northgate Bank",
    TIRO_COMPANY_LOG_IN_ADMIN_GROUPS: "tiro-admins",
  },
});
afterAll(async () => {
  await provider.close();
  backups[Symbol.dispose]();
});

describe.skipIf(!hasChromium)("the installation", () => {
  beforeAll(() => {
    if (!hasChromium) return;
    const { db, clock } = dashboard.server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    setServerRole(deps, dashboard.person.id, "administrator");
    addOrganization(deps, { name: "Northgate Bank", owner: dashboard.person });
    insertTotp(db, dashboard.person.id, { secret: "x".repeat(20), lastStep: 0 }, clock.now());
    recordHealth(db, clock.now());
  });

  test("verify the log, back up and verify that, run the doctor, set a limit", async () => {
    const page = await dashboard.page();
    await page.goto("/app/admin/audit");
    await page.getByText("Not verified in the browser yet.").waitFor();
    await page.getByRole("button", { name: "Verify now" }).first().click();
    await page.getByText(/^Unbroken up to line/).waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name: "For programs (JSON lines)" }).click();
    await (await saved).path();

    await page.getByRole("link", { name: "Backups" }).click();
    await page
      .getByRole("row", { name: /tiro-backup-/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Back up now" }).click();
    await page
      .getByRole("row", { name: /tiro-backup-/ })
      .nth(1)
      .waitFor();
    await page
      .getByRole("button", { name: /^Verify: tiro-backup-/ })
      .first()
      .click();
    await page.getByText("Whole, and this server’s").waitFor();

    provider.person = { sub: "1", email: "cleo@acme.test", email_verified: true, name: "Cleo" };
    provider.faults.add("denied");
    await throughProvider(new Visitor(dashboard.server.url));
    provider.faults.clear();
    await throughProvider(new Visitor(dashboard.server.url));
    await page.getByRole("link", { name: "Log-in and directory" }).click();
    await page.getByText(provider.issuer, { exact: true }).waitFor();
    await page.getByText(/^Answered /).waitFor();
    await page.getByRole("row", { name: "tiro-admins Northgate Bank Admin" }).waitFor();
    expect(await page.locator("main").textContent()).not.toContain(provider.clientSecret);
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Okta");
    await page.getByRole("button", { name: "Create token" }).click();
    await page.getByRole("heading", { name: "“Okta” is ready" }).waitFor();
    const token = (await page.locator(".secret code").textContent()) ?? "";
    const asked = await fetch(`${dashboard.server.url}/scim/v2/Users/none`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(asked.status).toBe(404);
    await page.getByRole("button", { name: "Copy token" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("button", { name: "Revoke Okta" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("cell", { name: /^Revoked,/ }).waitFor();
    const refused = await fetch(`${dashboard.server.url}/scim/v2/Users`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(refused.status).toBe(401);

    await page.getByRole("link", { name: "Health" }).click();
    await page.getByRole("cell", { name: "Database" }).waitFor();
    await page.getByRole("link", { name: "Last 90 days" }).click();
    await page.getByText(/^Healthy 95\.8\d % of the recorded time/).waitFor();
    await page.getByRole("row", { name: /2.h 30.min.*Did not work.*disk, recognizer/ }).waitFor();
    await page.getByText("The same as a table").click();
    await page
      .getByRole("row", { name: /420 ms.*1,900 ms/ })
      .first()
      .waitFor();
    await page.getByLabel("Period").selectOption("Last 24 hours");
    await page.getByRole("row", { name: /2.h 30.min/ }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Doctor" }).click();
    await page.getByText("Not checked since the server started.").waitFor();
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByText("Nothing keeps the server from working.").waitFor();
    await page.getByRole("link", { name: "Server", exact: true }).click();
    await page.getByRole("link", { name: "Limits" }).click();
    await page.getByRole("button", { name: "Set a limit" }).click();
    await page.getByLabel("Id of a person or organization, or group:NAME").fill("group:Fleet");
    await page.getByLabel("Number, or unlimited").fill("36000");
    await page.getByRole("dialog").getByRole("button", { name: "Set a limit" }).click();
    await page.getByRole("row", { name: /Group Fleet/ }).waitFor();
    await page.getByRole("link", { name: "Version and support" }).click();
    await page.getByRole("button", { name: "What would the next start change?" }).click();
    await page.getByText("Nothing: the database is up to date.").waitFor();
    const [bundle] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Make and save" }).click(),
    ]);
    expect(bundle.suggestedFilename()).toBe("tiro-support.tar");
  });

  test("every state, as everybody must be able to see it", async () => {
    const tab = (name: string, text: RegExp | string) => ({
      name,
      path: `${SERVER}?tab=${name}`,
      prepare: (page: Awaited<ReturnType<Dashboard["page"]>>) => page.getByText(text).first().waitFor(),
    });
    await dashboard.walk([
      { ...tab("doctor", "Nothing keeps the server from working."), path: `${HEALTH}?tab=doctor` },
      { ...tab("history", "How long dictations took"), path: `${HEALTH}?tab=history` },
      tab("configuration", "backup.dir"),
      {
        name: "the directory",
        path: "/app/admin/directory",
        prepare: (page) =>
          page.getByText("GET /scim/v2/Users/:id: There is no User none.").waitFor({ state: "attached" }),
      },
      tab("limits", "Group Fleet"),
      {
        name: "backups",
        path: "/app/admin/backups",
        prepare: (page) =>
          page
            .getByRole("row", { name: /tiro-backup-/ })
            .first()
            .waitFor(),
      },
    ]);
  });
});
