/** Organizations in the browser: found, added, bound by policies whose effect is shown before; auditors look. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { insertTotp } from "../../src/store/log-in/totp.ts";
import { billingAccount } from "../../src/store/metering/billing-accounts.ts";
import { organizationByName } from "../../src/store/organizations/organizations.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { historyOf } from "../support/history.ts";
import { oweInvoice } from "../support/invoices.ts";
import { testDashboard } from "./test-dashboard.ts";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("organizations", () => {
  let owner: User;
  let other: User;
  let auditor: User;
  let bank: string;
  beforeAll(async () => {
    if (!hasChromium) return;
    owner = dashboard.addPerson("Bo Wahl");
    other = dashboard.addPerson("Vera Zweit");
    auditor = dashboard.addPerson("Ada Rot");
    const { db, clock } = dashboard.server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    bank = addOrganization(deps, { name: "Northgate Bank", owner }).id;
    setServerRole(deps, dashboard.person.id, "administrator");
    setServerRole(deps, other.id, "administrator");
    setServerRole(deps, auditor.id, "auditor");
    for (const { id } of [dashboard.person, other, auditor])
      insertTotp(db, id, { secret: "x".repeat(20), lastStep: 0 }, clock.now());
    const history = historyOf(dashboard.server, owner.email);
    for (const text of ["one", "two"]) history.keep(text, { atMs: clock.now() - 40 * 86_400_000 });
  });

  test("every state, as everybody must be able to see it", async () => {
    await dashboard.walk([
      {
        name: "organizations",
        path: "/app/admin/organizations",
        prepare: (page) => page.getByRole("link", { name: "Northgate Bank" }).waitFor(),
      },
      {
        name: "one of them",
        path: `/app/admin/organizations/${bank}`,
        prepare: (page) => page.getByLabel("Role of Bo Wahl").waitFor(),
      },
    ]);
  });

  test("one is added; a policy says what it erases before it is saved; a member comes; it is disabled", async () => {
    const page = await dashboard.page();
    await page.goto("/app/admin/organizations");
    await page.getByRole("button", { name: "Add an organization" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Northgate Legal");
    await page.getByRole("textbox", { name: "Address of the first owner" }).fill(owner.email);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { name: "Northgate Legal" }).waitFor();

    await page.getByRole("textbox", { name: "Texts are kept for" }).fill("30");
    await page.getByRole("checkbox", { name: /^Second step is required/ }).click();
    await page.getByRole("button", { name: "Save policies" }).click();
    const dialog = page.getByRole("dialog", { name: "What this changes" });
    await dialog.getByText("2 dictations are erased within minutes.").waitFor();
    await dialog.getByText("1 member has to set up a second step").waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("The policy applies from now on").first().waitFor();
    const { db } = dashboard.server.context;
    expect(organizationByName(db, "Northgate Legal")).toMatchObject({
      retentionDays: 30,
      secondStepRequired: true,
    });

    await page.getByText("Add a member").click();
    await page.getByRole("textbox", { name: "Address" }).fill(auditor.email);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByLabel("Role of Ada Rot").selectOption("Billing");
    await page.getByText("Ada Rot: Billing").first().waitFor();
    await page.getByRole("button", { name: "Disable organization" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disable organization" }).click();
    await page.getByRole("button", { name: "Enable organization" }).waitFor();
    await page.getByRole("link", { name: "Ada Rot" }).click();
    await page.getByText("Northgate Legal (billing)").waitFor();
    await page.getByRole("cell", { name: "30 days" }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Enable organization" }).click();
    await page.getByRole("button", { name: "Disable organization" }).waitFor();
    await page.getByRole("button", { name: "Remove: Ada Rot" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByLabel("Role of Ada Rot").waitFor({ state: "detached" });
  });

  test("an invoice is marked as paid; of two administrators who change how it is paid, the second sees the first", async () => {
    oweInvoice(dashboard.server, bank);
    const page = await dashboard.page();
    await page.goto("/app/admin/invoices");
    await page.getByRole("button", { name: "Issue what is due" }).click();
    await page.getByText("No invoice is due").first().waitFor();
    await page.getByRole("button", { name: "Mark as paid: INV-000001" }).click();
    await page.getByRole("cell", { name: "Paid", exact: true }).waitFor();
    // As the account was called when the invoice was issued.
    await page.getByRole("link", { name: "E", exact: true }).click();
    await page.getByRole("heading", { name: "Northgate Bank" }).waitFor();
    await page.getByRole("cell", { name: "INV-000001" }).waitFor();
    const byInvoice = (of: Page) => of.getByRole("checkbox", { name: /^Pays by invoice/ });
    const second = await dashboard.page({ as: other, failedCalls: /409/ });
    await second.goto(`/app/admin/organizations/${bank}`);
    await byInvoice(second).waitFor();
    await byInvoice(page).uncheck();
    const { db } = dashboard.server.context;
    await eventually(() => billingAccount(db, bank).paymentArrangedAt, null);
    // The second administrator's page shows what was there before.
    await byInvoice(second).click();
    const banner = second.getByRole("alert", { name: "Somebody changed this meanwhile" });
    await banner
      .getByRole("row", { name: /Payment withdrawn.*Maren Holt|Maren Holt.*Payment withdrawn/ })
      .waitFor();
    await banner.getByRole("button", { name: "I have seen it" }).click();
    await eventually(() => byInvoice(second).isChecked(), false);
    await byInvoice(second).check();
    await eventually(() => typeof billingAccount(db, bank).paymentArrangedAt, "number");
  });

  test("of two administrators, the second sees what the first one changed; an auditor looks", async () => {
    const page = await dashboard.page({ failedCalls: /409/ });
    await page.goto(`/app/admin/organizations/${bank}`);
    await page.getByLabel("Role of Bo Wahl").waitFor();
    const { db } = dashboard.server.context;
    db.prepare("UPDATE organizations SET plan = 'max' WHERE id = ?").run(bank);
    await page.getByLabel("Plan").selectOption("pro");
    await page.getByText("Somebody changed this meanwhile").first().waitFor();
    await page.getByRole("button", { name: "I have seen it" }).click();
    expect(await page.getByLabel("Plan").inputValue()).toBe("max");

    const other = await dashboard.page({ as: auditor, locale: "de-DE" });
    await other.goto(`/app/admin/organizations/${bank}`);
    await other.getByRole("link", { name: "Bo Wahl" }).waitFor();
    expect(await other.locator("main").getByRole("button").count()).toBe(0);
  });
});
