/** Administration in the browser: people are found, added, made auditors and kept out, and the audit log says so. */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { insertTotp } from "../../src/store/log-in/totp.ts";
import { beginFirstRun } from "../../src/store/onboarding/first-run.ts";
import { organizationByName } from "../../src/store/organizations/organizations.ts";
import { type User, userById } from "../../src/store/people/users.ts";
import { addSlowRequests } from "../../src/store/requests/slow-requests.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { historyOf } from "../support/history.ts";
import { addRecording } from "../support/recordings.ts";
import { endWhatTheyHave, openAsEachRole } from "./administration-walks.ts";
import { walkByKeyboard } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

/** The longest there is: a page on a phone must break it. */
const LONGEST_ROUTE = "GET /v1/organizations/:organization/members/:member/content/recordings/:recording";

const dashboard = await testDashboard({ environment: { TIRO_WEBHOOKS_ALLOW: "hooks.acme.test" } });

/** A name that a page must show as it is: a request or script of it is a fault of the walk. */
const MARKUP = '<img src="https://evil.test/x" onerror="alert(1)">';

describe.skipIf(!hasChromium)("administration", () => {
  let administrator: User;
  let auditor: User;
  let cleo: User;
  beforeAll(async () => {
    if (!hasChromium) return;
    administrator = dashboard.person;
    auditor = dashboard.addPerson("Ada Rot");
    dashboard.addPerson("Bo Wahl");
    addUser({ ...dashboard.server.context, actor: TEST_ACTOR }, { email: "eve@acme.test", name: MARKUP });
    cleo = dashboard.addPerson("Cleo Marsh");
    const { db, clock } = dashboard.server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    const { id } = addOrganization(deps, { name: "Acme", owner: administrator });
    addMember(deps, id, cleo.id, "member");
    setPolicy(deps, id, { contentReview: "owners", historyScope: "all" });
    historyOf(dashboard.server, cleo.email).keep("The minutes of Monday.");
    addRecording(db, cleo.id, { name: "Board", createdAt: clock.now() });
    setServerRole(deps, administrator.id, "administrator");
    setServerRole(deps, auditor.id, "auditor");
    const slow = {
      requestId: "req_slow",
      accountId: "",
      status: 200,
      code: "",
      durationMs: 60_000,
      steps: [],
    };
    addSlowRequests(db, [{ ...slow, route: LONGEST_ROUTE, beganAt: clock.now() }], 1);
    insertTotp(db, administrator.id, { secret: "x".repeat(20), lastStep: 0 }, clock.now());
  });

  const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });
  const openPerson = async (page: Page, name: string) => {
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { name: "When the person leaves" }).waitFor();
    await page.getByText("Logged in nowhere.").waitFor();
  };

  const readBoard = async (page: Page) => {
    await page.getByLabel("Member").selectOption("Cleo Marsh");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("button", { name: "Read: The minutes of Monday." }).waitFor();
    await page.getByRole("button", { name: "Read: Board" }).click();
    await page.getByRole("dialog").getByText("Hello there.").waitFor();
  };

  test("every state, as everybody must be able to see it", async () => {
    await dashboard.walk([
      {
        name: "people",
        path: "/app/admin/people",
        prepare: (page) => page.getByRole("link", { name: MARKUP, exact: true }).waitFor(),
      },
      { name: "a person", path: "/app/admin/people", prepare: (page) => openPerson(page, "Bo Wahl") },
      {
        name: "the guide: recognizer",
        path: "/app/welcome/pack",
        prepare: (page) => page.getByText("Recommended").waitFor(),
      },
      {
        name: "the guide: name and address",
        path: "/app/welcome/site",
        prepare: (page) => page.getByText("They apply after a restart").waitFor(),
      },
      {
        name: "an organization",
        path: "/app/organization",
        prepare: (page) => row(page, "Maren Holt").waitFor(),
      },
      {
        name: "its keys",
        path: "/app/organization?tab=keys",
        prepare: (page) => page.getByText("The organization has no key.").waitFor(),
      },
      {
        name: "its members' content",
        path: "/app/organization?tab=content",
        prepare: readBoard,
      },
      {
        name: "the server",
        path: "/app/admin/server?tab=requests",
        prepare: (page) => page.getByText(LONGEST_ROUTE).waitFor(),
      },
      {
        name: "the audit log",
        path: "/app/admin/audit",
        prepare: (page) =>
          page
            .getByRole("cell", { name: /^Role on the server set:/ })
            .first()
            .waitFor(),
      },
    ]);
  });

  test("add somebody, send the link, make them an auditor, keep them out; all of it is in the audit log", async () => {
    const page = await dashboard.page();
    await page.goto("/app/admin/people");
    await page.getByRole("button", { name: "Add a person" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Dora Kern");
    await page.getByRole("textbox", { name: "Address" }).fill("dora.kern@acme.test");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { name: "Link for Dora Kern" }).waitFor();
    const link = (await page.locator(".secret code").textContent()) ?? "";
    expect((await fetch(link)).status).toBe(200);
    await page.getByRole("button", { name: "I have sent it" }).click();

    await page.getByRole("searchbox", { name: "Name or address" }).fill("dora");
    await page.getByText("1 person", { exact: true }).waitFor();
    await openPerson(page, "Dora Kern");
    await page.getByLabel("Role on this server").selectOption("Auditor");
    await page.getByText("The role applies from the next request on").first().waitFor();
    await page.getByText("Disable…").click();
    await page.getByLabel("Reason, for the audit log").fill("Left the company");
    await page.getByRole("button", { name: "Disable account" }).click();
    await page.getByRole("button", { name: "Enable account" }).waitFor();
    const { db } = dashboard.server.context;
    const dora = db.prepare<[], string>("SELECT id FROM users WHERE name = 'Dora Kern'").pluck().get();
    expect(userById(db, dora ?? "")).toMatchObject({ auditor: true, disabledAt: expect.any(Number) });

    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByLabel("Action").selectOption("Account disabled");
    await page.getByText("Left the company").waitFor();
    await page.getByRole("link", { name: "Dora Kern" }).click();
    await page.getByRole("link", { name: "Only about Dora Kern ×" }).waitFor();
    await page.getByLabel("Action").selectOption("All actions");
    await page.getByRole("cell", { name: /^Person added:/ }).waitFor();
    expect(await page.getByRole("row").count()).toBe(5);

    await page.goto(`/app/admin/people/${dora}`);
    await page.getByText("Erase account…").click();
    const confirm = page.getByRole("textbox", { name: /^To confirm, enter/ });
    await confirm.fill("bo.wahl@acme.test");
    await page.getByRole("button", { name: "Erase account" }).click();
    await page.getByText("That is another address").first().waitFor();
    await confirm.fill("Dora.Kern@acme.test");
    await page.getByRole("button", { name: "Erase account" }).click();
    await page.getByText("Dora Kern is erased").first().waitFor();
    await eventually(() => userById(db, dora ?? ""), null);
  });

  test("a member is shown the policy, and who read what they dictated", async () => {
    const page = await dashboard.page({ as: cleo });
    await page.goto("/app/you");
    await row(page, "Owners read what members dictate").getByText("Acme").waitFor();
    await row(page, "A recording").first().getByText("Maren Holt").waitFor();
  });

  test("an administrator ends what a member has, one by one; recordings stay", () =>
    endWhatTheyHave(dashboard, cleo));

  test("the guide of a new installation leads through what is left, and ends", async () => {
    const { db, clock } = dashboard.server.context;
    beginFirstRun(db, clock.now());
    const page = await dashboard.page();
    await page.goto("/app/");
    await page.getByRole("link", { name: "Finish setting up this server" }).click();
    await page.getByText("You have no password yet.").waitFor();
    await page.getByRole("link", { name: "Name and address" }).click();
    await page.getByRole("textbox", { name: "Name on every page" }).fill('Acme "speech"');
    await page.getByText('name = "Acme \\"speech\\""').waitFor();
    await page.getByRole("link", { name: "Skip for now" }).click();
    await page.getByRole("heading", { name: "Encryption" }).waitFor();
    await page.getByText("tiro tls self-signed --host localhost").waitFor();
    await page.getByRole("link", { name: "First person" }).click();
    await page.getByText("You are not alone here.").waitFor();
    await page.getByRole("button", { name: "Do not show the guide again" }).click();
    await page.getByRole("heading", { name: "Dictations" }).waitFor();
    expect(await page.getByRole("link", { name: "Finish setting up" }).count()).toBe(0);
  });

  test("a table of people is reported line by line, imported, and links are saved; a limit is set on a page", async () => {
    const page = await dashboard.page();
    await page.goto("/app/admin/people");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const choose = (text: string) =>
      page.getByLabel("CSV file").setInputFiles({
        name: "people.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(`email,name,organization\n${text}`),
      });
    await choose("emil@acme.test,Emil Stark,\nnobody,Nobody,\n");
    await page.getByText("One line cannot be taken.").waitFor();
    const importThem = page.getByRole("dialog").getByRole("button", { name: "Import", exact: true });
    expect(await importThem.isDisabled()).toBe(true);
    await choose("emil@acme.test,Emil Stark,\n");
    await page.getByRole("cell", { name: "Is added" }).waitFor();
    await importThem.click();
    await page.getByText("Imported: 1 new, 0 joined an organization").first().waitFor();
    await row(page, "Emil Stark").waitFor();

    await page.getByRole("button", { name: "Set-up links" }).click();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("dialog").getByRole("button", { name: "Make links" }).click(),
    ]);
    expect(readFileSync(await saved.path(), "utf8")).toContain("emil@acme.test,Emil Stark,http");

    await page.getByRole("link", { name: "Emil Stark" }).click();
    await page.getByRole("button", { name: "Set a limit" }).click();
    await page.getByLabel("Number, or unlimited").fill("3600");
    await page.getByRole("dialog").getByRole("button", { name: "Set a limit" }).click();
    await row(page, "3,600 the account itself").waitFor();
    await page.getByRole("button", { name: "Clear: Audio per month, seconds" }).click();
    await page.getByText("the account itself").waitFor({ state: "detached" });
  });

  test("each role of an organization opens what is its, and is offered no change of others", () =>
    openAsEachRole(dashboard, cleo));

  test("an owner invites two people, makes one an admin, asks for a second step; an admin finds it so and leaves", async () => {
    const page = await dashboard.page();
    await page.goto("/app/organization");
    await page.getByRole("heading", { name: "Acme" }).waitFor();
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByLabel("Addresses").fill("one@acme.test, two@acme.test");
    await page.getByRole("button", { name: "Make links" }).click();
    await page.getByRole("heading", { name: "2 links are ready" }).waitFor();
    await page.getByRole("button", { name: "I have sent them" }).click();
    await page.getByRole("button", { name: "Revoke: one@acme.test" }).click();
    await page.getByText("The invitation of one@acme.test is revoked").first().waitFor();
    await row(page, "two@acme.test").waitFor();
    await page.getByLabel("Role of Cleo Marsh").selectOption("Admin");
    await page.getByText("Cleo Marsh: Admin").first().waitFor();
    await page.getByRole("link", { name: "Policies" }).click();
    await page.getByRole("checkbox", { name: /^Reports name/ }).click();
    await page.getByRole("dialog").getByText("It applies to 2 members.").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The policy applies from now on").first().waitFor();

    await page.getByRole("link", { name: "Dictionary" }).click();
    await page.getByRole("textbox", { name: "Word" }).fill("Harcourt & Lane");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "Remove: Harcourt & Lane" }).waitFor();
    await page.getByRole("link", { name: "API keys" }).last().click();
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Call centre");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("heading", { name: "“Call centre” is ready" }).waitFor();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("button", { name: "Rotate Call centre" }).click();
    await page.getByRole("dialog").getByLabel("The old key").selectOption("Works for 7 more days");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await row(page, "Call centre").getByText("In 6 days").waitFor();
    expect(await page.getByRole("button", { name: "Rotate Call centre" }).count()).toBe(1);
    await page.getByLabel("Keys work from").fill("192.0.2.0/24, 2001:db8::/32");
    await page.getByRole("button", { name: "Save policies" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    const { db } = dashboard.server.context;
    await eventually(() => organizationByName(db, "Acme")?.keyNetworks?.length, 2);
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("button", { name: "Set a webhook" }).click();
    await page.getByRole("textbox", { name: "Address" }).fill("https://hooks.acme.test/tiro");
    await page.getByLabel("A job failed").click();
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await page.getByRole("heading", { name: "Secret of https://hooks.acme.test/tiro" }).waitFor();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("button", { name: "New secret" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("button", { name: "Remove: https://hooks.acme.test/tiro" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("No webhook is set.").waitFor();
    await page.getByRole("link", { name: "Changes" }).click();
    await page.getByRole("cell", { name: /^Key rotated/ }).waitFor();

    const other = await dashboard.page({ as: cleo });
    await other.goto("/app/organization");
    await other.getByText("Your role: Admin.").waitFor();
    expect(await other.getByLabel("Role of Maren Holt").count()).toBe(0);
    await other.getByRole("button", { name: "Leave: Cleo Marsh" }).click();
    await other.getByRole("button", { name: "Leave", exact: true }).click();
    await other.getByText("You left Acme").first().waitFor();
    await page.getByRole("link", { name: "Members" }).click();
    await page.getByText("1 member.").waitFor();
  });

  test("an auditor looks and is offered no change; others do not even see the pages; by keyboard, in German", async () => {
    const page = await dashboard.page({ as: auditor, locale: "de-DE" });
    await page.goto("/app/admin/people");
    await page.getByRole("heading", { name: "Personen" }).waitFor();
    await row(page, "Bo Wahl").waitFor();
    expect(await page.getByRole("button", { name: "Person hinzufügen" }).count()).toBe(0);
    expect(await walkByKeyboard(page)).toContain("Bo Wahl");
    await page.getByRole("link", { name: "Bo Wahl", exact: true }).click();
    await page.getByText("Nirgends angemeldet.").waitFor();
    expect(await page.locator("main").getByRole("button").count()).toBe(0);
    expect(await page.locator("main").getByRole("combobox").count()).toBe(0);

    const other = await dashboard.page({ as: dashboard.addPerson("Nora Gast") });
    await other.goto("/app/");
    await other.getByRole("link", { name: "Home" }).first().waitFor();
    expect(await other.getByRole("link", { name: "People" }).count()).toBe(0);
  });

  test("several people at once: a plan, disabled, enabled; who cannot be changed is named", async () => {
    const chosen = ["Emil Vogt", "Fay Lund"].map((name) => dashboard.addPerson(name));
    const now = () => chosen.map(({ id }) => userById(dashboard.server.context.db, id));
    const page = await dashboard.page({ failedCalls: /400/ });
    await page.goto("/app/admin/people");
    for (const name of ["Emil Vogt", "Fay Lund", "Maren Holt"])
      await page.getByLabel(`Choose ${name}`).check();
    const bar = page.getByRole("region", { name: "With the chosen people" });
    await bar.getByText("3 chosen").waitFor();
    await bar.getByRole("button", { name: "Disable account" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disable account" }).click();
    await page
      .getByRole("alert")
      .getByText(/^Maren Holt: /)
      .waitFor();
    expect(now().map((user) => user?.disabledAt)).toEqual([expect.any(Number), expect.any(Number)]);
    await page.getByLabel("Choose Maren Holt").uncheck();
    await bar.getByRole("button", { name: "Enable account" }).click();
    await page.getByText("2 accounts changed").last().waitFor();
    await bar.getByLabel("Set plan").selectOption("pro");
    await page.getByRole("dialog").getByRole("button", { name: "Set plan" }).click();
    await eventually(
      () => now().map((user) => [user?.disabledAt, user?.plan]),
      [
        [null, "pro"],
        [null, "pro"],
      ],
    );
    await page.getByLabel("Plan", { exact: true }).selectOption("pro");
    await page.getByText("2 people", { exact: true }).waitFor();
  });

  test("with a password alone an administrator looks, and is told what a change asks for", async () => {
    const second = dashboard.addPerson("Paul Zweit");
    setServerRole({ ...dashboard.server.context, actor: TEST_ACTOR }, second.id, "administrator");
    const page = await dashboard.page({ as: second, failedCalls: /403/ });
    await page.goto("/app/admin/people");
    await openPerson(page, "Bo Wahl");
    await page.getByLabel("Role on this server").selectOption("Auditor");
    await page
      .getByText(/second step/)
      .first()
      .waitFor();
    await eventually(() => page.getByLabel("Role on this server").inputValue(), "");
  });
});
