/** The frame around every page, and what it does where something is wrong. */
import { describe, expect, test } from "bun:test";
import { setInterfaceLanguage } from "../../src/accounts/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { PHONE, walkByKeyboard } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("the app's frame", () => {
  test("every state, as everybody must be able to see it", async () => {
    await dashboard.walk([
      {
        name: "menu of the person",
        path: "/app/",
        prepare: (page) => page.getByRole("button", { name: "Maren Holt" }).click(),
      },
      { name: "no such page", path: "/app/none" },
    ]);
  });

  test("everything by the keyboard", async () => {
    const page = await dashboard.page();
    await page.goto("/app/");
    await page.getByRole("button", { name: "Maren Holt" }).waitFor();
    const reached = await walkByKeyboard(page);
    expect(reached[0]).toBe("Skip to the page");
    expect(reached).toContain("Home");
  });

  test("in the language that the browser asks for, and in the one that the person chose", async () => {
    const page = await dashboard.page({ locale: "de-DE" });
    await page.goto("/app/");
    await page.getByRole("link", { name: "Start", exact: true }).first().waitFor();
    await page.locator("html[lang=de]").waitFor();
    const { db, clock } = dashboard.server.context;
    const chooser = dashboard.addPerson("Ines Roux");
    setInterfaceLanguage({ db, clock, actor: TEST_ACTOR }, chooser.id, "fr");
    const other = await dashboard.page({ locale: "de-DE", as: chooser });
    await other.goto("/app/");
    await other.getByRole("link", { name: "Accueil", exact: true }).first().waitFor();
  });

  test("the colours that were chosen are there from the first moment on", async () => {
    const page = await dashboard.page({ width: PHONE });
    await page.goto("/app/");
    await page.getByRole("button", { name: "Maren Holt" }).click();
    await page.getByRole("button", { name: "Dark" }).click();
    await page.locator("html[data-theme=dark]").waitFor();
    const answer = await page.reload();
    expect(await answer?.text()).toContain('data-theme="dark"');
  });

  test("whoever is not logged in is led to the log-in and back to where they wanted", async () => {
    const page = await dashboard.page();
    await page.context().clearCookies();
    await page.goto("/app/none?x=1");
    await page.waitForURL(`${dashboard.server.url}/login?next=${encodeURIComponent("/app/none?x=1")}`);
  });

  test("a log-in that ends while the app is open leads to the log-in and back", async () => {
    const page = await dashboard.page({ failedCalls: /\/v1\// });
    await page.goto("/app/none");
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    await page.context().clearCookies();
    await page.getByRole("main").getByRole("link", { name: "Home" }).click();
    await page.waitForURL(`**/login?next=${encodeURIComponent("/app/")}`);
  });

  test("a page that the server has no more offers to load it again, and harms no other", async () => {
    const page = await dashboard.page({ failedCalls: /assets/ });
    await page.goto("/app/none");
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    await page.route("**/app/assets/*.js", (route) => route.fulfill({ status: 404 }));
    await page.getByRole("main").getByRole("link", { name: "Home" }).click();
    await page.getByRole("button", { name: "Load again" }).waitFor();
    await page.unroute("**/app/assets/*.js");
    await page.getByRole("button", { name: "Load again" }).click();
    await page.getByRole("heading", { name: "Maren" }).waitFor();
  });
});
