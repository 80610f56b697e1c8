/** The list of recordings: found, sorted into folders, tagged, shared, archived and deleted, by the keyboard and in German. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { addRecording, spoken } from "../support/recordings.ts";
import { walkByKeyboard } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("the list of recordings", () => {
  let colleague: User;
  let newcomer: User;

  beforeAll(async () => {
    if (!hasChromium) return;
    const { db, clock, recordings } = dashboard.server.context;
    colleague = dashboard.addPerson("Priya Raman");
    newcomer = dashboard.addPerson("Nils Berg");
    const deps = { db, clock, actor: TEST_ACTOR };
    const { id } = addOrganization(deps, { name: "Northgate Bank", owner: dashboard.person });
    addMember(deps, id, colleague.id, "member");
    // Who never logged in cannot be chosen.
    beginBrowserSession(deps, colleague, { methods: ["password"], address: "::1", userAgent: null });
    const add = (name: string, text: string, more = {}) =>
      addRecording(db, dashboard.person.id, { name, segments: [spoken(text)], ...more });
    add("Site visit", "The insurer wants the soakaway photographed first.", { tags: ["survey"] });
    add("Board meeting", "The committee agreed to extend the facility.");
    add("Voicemail", "", { state: "failed", segments: [] });
    await recordings.upkeep.indexDue();
  });

  const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
  const names = (page: Page) => page.locator("tbody .title").allInnerTexts();
  const act = async (page: Page, name: string, wanted: string) => {
    await page.getByRole("button", { name: `More about ${name}` }).click();
    await page.locator(".menu:popover-open").getByRole("button", { name: wanted, exact: true }).click();
  };
  const submit = (page: Page, name: string) =>
    page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

  test("recordings are found, moved, tagged, shared, archived and deleted", async () => {
    const page = await dashboard.page();
    await page.goto("/app/recordings");
    await page.getByText("3 recordings").waitFor();
    await page.getByRole("searchbox", { name: "Search names and texts" }).fill("soakaway");
    await eventually(() => names(page), ["Site visit"]);
    await row(page, "Site visit").getByText("soakaway").waitFor();
    expect(new URL(page.url()).hash).toBe("#query=soakaway");
    await page.reload();
    await eventually(() => names(page), ["Site visit"]);
    await page.getByRole("searchbox").fill("nowhere at all");
    await page.getByText("No recording has “nowhere at all”").waitFor();
    await page.getByRole("button", { name: "Clear the filter" }).click();
    await row(page, "Board meeting").waitFor();

    await page.getByRole("checkbox", { name: "Select Site visit" }).check();
    await page.getByRole("checkbox", { name: "Select Board meeting" }).check();
    await page.getByText("2 selected").waitFor();
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page.getByLabel("Or into a new folder").fill("Harbour Street");
    await submit(page, "Move");
    await page.getByText("2 recordings moved").first().waitFor();
    await page.getByRole("link", { name: "Harbour Street 2" }).click();
    await eventually(async () => (await names(page)).sort(), ["Board meeting", "Site visit"]);
    expect(new URL(page.url()).searchParams.get("folder")).toStartWith("fld_");
    await page.reload();
    await eventually(async () => (await names(page)).sort(), ["Board meeting", "Site visit"]);

    await act(page, "Board meeting", "Tags");
    await page.getByLabel("Add tags").fill("minutes, board");
    await submit(page, "Save");
    await row(page, "Board meeting").getByText("minutes").waitFor();
    await page.getByRole("combobox", { name: "Tag" }).selectOption("minutes");
    await eventually(() => names(page), ["Board meeting"]);
    await page.getByRole("combobox", { name: "Tag" }).selectOption("");

    await act(page, "Site visit", "Rename");
    await page.getByLabel("Name", { exact: true }).fill("Site visit, Leeds");
    await submit(page, "Save");
    await row(page, "Site visit, Leeds").waitFor();

    await act(page, "Site visit, Leeds", "Share");
    await page.getByLabel("Members of your organizations").fill("priya");
    await page.getByRole("dialog").getByRole("button", { name: "Priya Raman" }).click();
    await page.getByRole("combobox", { name: "What Priya Raman may do" }).selectOption("editor");
    await submit(page, "Share");
    await row(page, "Site visit, Leeds").getByRole("img", { name: "Priya Raman" }).waitFor();

    await act(page, "Board meeting", "Archive");
    await eventually(() => names(page), ["Site visit, Leeds"]);
    await page.getByRole("link", { name: "Archive 1" }).click();
    await eventually(() => names(page), ["Board meeting"]);
    await act(page, "Board meeting", "Delete…");
    await submit(page, "Delete");
    await page.getByText("No recording matches").waitFor();
  });

  test("a colleague sees what is shared, and may not delete it", async () => {
    const page = await dashboard.page({ as: colleague });
    await page.goto("/app/recordings?whose=shared");
    await page.getByRole("button", { name: "More about Site visit, Leeds" }).click();
    const menu = page.locator(".menu:popover-open");
    await menu.getByRole("button", { name: "Rename" }).waitFor();
    expect(await menu.getByRole("button", { name: "Delete…" }).count()).toBe(0);
  });

  test("every state, as everybody must be able to see it", async () => {
    await dashboard.walk([
      {
        name: "with something ticked",
        path: "/app/recordings",
        prepare: async (page) => {
          await page.getByRole("checkbox", { name: "Select all" }).check();
          await page.getByText("2 selected").waitFor();
        },
      },
      {
        name: "where there is nothing yet",
        path: "/app/recordings",
        as: newcomer,
        prepare: (page) => page.getByText("Drop your first recording here").waitFor(),
      },
      {
        name: "sharing",
        path: "/app/recordings",
        prepare: async (page) => {
          await act(page, "Site visit, Leeds", "Share");
          await page.getByRole("combobox", { name: "What Priya Raman may do" }).waitFor();
        },
      },
      {
        name: "where the list cannot be read",
        path: "/app/recordings",
        failedCalls: /v1\/recordings/,
        prepare: async (page) => {
          await page.route("**/v1/recordings**", (route) => route.abort());
          await page.reload();
          await page.getByText("The server did not answer").first().waitFor();
        },
      },
    ]);
  });

  test("in German, and by the keyboard", async () => {
    const page = await dashboard.page({ locale: "de-DE" });
    await page.goto("/app/recordings");
    await page.getByText("2 Aufnahmen").waitFor();
    const reached = await walkByKeyboard(page);
    for (const name of ["Dateien wählen", "Alle auswählen", "Mehr zu Site visit, Leeds"])
      expect(reached).toContain(name);
  });
});
