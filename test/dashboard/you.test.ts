/** Settings of the person: name, language and colours of the pages, privacy, sessions. */
import { describe, expect, test } from "bun:test";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { App, bearer, PUBLIC_CLIENT } from "../support/oauth.ts";
import { type Dashboard, PHONE, walkByKeyboard } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("you", () => {
  test("a new name shows at once, and everywhere", async () => {
    const page = await dashboard.page();
    await page.goto("/app/you");
    await page.getByLabel("Your name").fill("Maren Holt-Okafor");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Maren Holt-Okafor" }).waitFor();
  });

  test("the language of the pages changes at once, stays, and leaves that of the dictation alone", async () => {
    const person = dashboard.addPerson("Jonas Weber");
    const page = await dashboard.page({ as: person });
    await page.goto("/app/you");
    await page.getByLabel("Language", { exact: true }).selectOption("Deutsch");
    await page.getByRole("heading", { name: "Wo Sie angemeldet sind" }).waitFor();
    await page.locator("html[lang=de]").waitFor();
    await page
      .getByRole("rowheader", { name: "Unbekannter Browser" })
      .or(page.getByRole("cell", { name: "Unbekannter Browser" }))
      .waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Sie" }).waitFor();
    const settings = await page.request.get("/v1/settings");
    expect(await settings.json()).toMatchObject({ language: null });
    await page.getByLabel("Sprache", { exact: true }).selectOption("");
    await page.getByRole("heading", { level: 1, name: "You" }).waitFor();
  });

  test("privacy mode is turned on, and stays on", async () => {
    const page = await dashboard.page();
    await page.goto("/app/you");
    await page.getByLabel("Privacy mode").check();
    await page.getByText("Privacy mode is on").first().waitFor();
    await page.reload();
    await eventually(() => page.getByLabel("Privacy mode").isChecked(), true);
  });

  test("another browser's session is ended, and that browser is led to the log-in", async () => {
    const person = dashboard.addPerson("Ada Okafor");
    const page = await dashboard.page({ as: person });
    const other = await dashboard.page({ as: person });
    await page.goto("/app/you");
    await page.getByRole("button", { name: "End all others" }).waitFor();
    await page.getByRole("button", { name: /^End .*, logged in / }).click();
    await page.getByText("That session has ended").first().waitFor();
    await page.getByRole("button", { name: "End all others" }).waitFor({ state: "detached" });
    await other.goto("/app/you");
    await other.waitForURL("**/login?**");
  });

  test("all others are ended at once; the apps that stay are named, and ended where the person says so", async () => {
    const person = dashboard.addPerson("Ida Frey");
    const { server } = dashboard;
    const app = await App.register(server, { ...PUBLIC_CLIENT, client_name: "Scribe" });
    const { access_token } = await app.tokens(person, { scope: "read", resource: `${server.url}/v1` });
    const page = await dashboard.page({ as: person });
    const status = async () => (await fetch(`${server.url}/v1/me`, { headers: bearer(access_token) })).status;
    for (const [endsApps, expected] of [
      [false, 200],
      [true, 401],
    ] as const) {
      await dashboard.page({ as: person });
      await page.goto("/app/you");
      await page.getByRole("button", { name: "End all others" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Scribe").waitFor();
      if (endsApps) await dialog.getByLabel("End their access, too").check();
      await dialog.getByRole("button", { name: "End all others" }).click();
      await dialog.waitFor({ state: "hidden" });
      await eventually(status, expected);
    }
  });

  test("organizations whose reports tell one's own usage are named", async () => {
    const { db, clock } = dashboard.server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    const person = dashboard.addPerson("Noor Haddad");
    for (const [name, ownUsageReported] of [
      ["Northgate", true],
      ["Southgate", false],
    ] as const) {
      const organization = addOrganization(deps, { name, owner: dashboard.person });
      setPolicy(deps, organization.id, { ownUsageReported });
      addMember(deps, organization.id, person.id, "member");
    }
    const page = await dashboard.page({ as: person });
    await page.goto("/app/you");
    const told = "Its reports also show how much you use with your own keys.";
    await page.getByRole("row", { name: `Northgate ${told} Member` }).waitFor();
    await page.getByRole("row", { name: "Southgate Member", exact: true }).waitFor();
  });

  test("every state, as everybody must be able to see it", async () => {
    const prepare = (page: Awaited<ReturnType<Dashboard["page"]>>) =>
      page.getByRole("table").first().waitFor();
    const person = dashboard.addPerson("Eva Lang");
    const { server } = dashboard;
    const app = await App.register(server, { ...PUBLIC_CLIENT, client_name: "Scribe" });
    await app.tokens(person, { scope: "read", resource: `${server.url}/v1` });
    await dashboard.page({ as: person });
    await dashboard.walk([
      { name: "you", path: "/app/you", prepare },
      {
        name: "ending all other sessions",
        path: "/app/you",
        as: person,
        prepare: async (page) => {
          await page.getByRole("button", { name: "End all others" }).click();
          await page.getByRole("dialog").getByText("Scribe").waitFor();
        },
      },
    ]);
  });

  test("by the keyboard alone, on a phone and in French", async () => {
    const page = await dashboard.page({ width: PHONE, locale: "fr-FR" });
    await page.goto("/app/you");
    await page.getByRole("table").first().waitFor();
    expect(await walkByKeyboard(page)).toContain("Enregistrer");
  });
});
