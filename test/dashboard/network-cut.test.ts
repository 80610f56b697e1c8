/** A cut network is no update: pages wait for it or are there already. A new version is recognized by its number. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import type { OpenOptions } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("a cut network", () => {
  const open = async (options: OpenOptions = {}) => {
    const page = await dashboard.page({ failedCalls: /./, ...options });
    await page.goto("/app/words");
    await page.getByRole("textbox", { name: "Instructions" }).waitFor();
    return page;
  };
  const go = (page: Page, name: string) =>
    page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click();
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
  const newKey = (page: Page) => page.getByRole("button", { name: "New key" }).first();

  test("is waited for by a page whose code was not there yet, which is then shown", async () => {
    const page = await open();
    await page.context().setOffline(true);
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/installation"));
    await go(page, "API keys");
    await failed;
    await heading(page, "API keys").waitFor();
    expect(await heading(page, "This page failed").count()).toBe(0);
    await page.context().setOffline(false);
    await newKey(page).waitFor();
  });

  test("harms no page once all were fetched ahead", async () => {
    const page = await open({ fetchesAhead: true });
    const fetchedAhead = () =>
      page.evaluate("performance.getEntriesByName('tiro-fetched-ahead').length") as Promise<number>;
    await eventually(fetchedAhead, 1);
    await page.context().setOffline(true);
    for (const name of ["Usage", "API keys", "History", "Dictate"]) {
      await go(page, name);
      await heading(page, name).waitFor();
      await page
        .getByRole("main")
        .getByRole("status", { name: "Loading" })
        .first()
        .waitFor({ state: "detached" });
    }
  });

  test("a page that failed gives way to the next one", async () => {
    const page = await open();
    await page.route("**/app/assets/*.js", (route) => route.fulfill({ status: 404 }));
    await go(page, "API keys");
    await heading(page, "This page failed").waitFor();
    await go(page, "Words");
    await page.getByRole("textbox", { name: "Instructions" }).waitFor();
  });

  const becomes = (page: Page, state: "visible" | "hidden") =>
    page.evaluate((state) => {
      const { document, Event } = globalThis as unknown as {
        document: EventTarget;
        Event: new (type: string, init: object) => Parameters<EventTarget["dispatchEvent"]>[0];
      };
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }, state);

  test("a new version is told by its number, and taken up when nobody looks and nothing is unsaved", async () => {
    const page = await open();
    await page.route("**/v1/installation", (route) => route.fulfill({ json: { version: "99.1.0" } }));
    await becomes(page, "visible");
    await page.getByText("tiro 99.1.0 is available").waitFor();
    const instructions = page.getByRole("textbox", { name: "Instructions" });
    await instructions.fill("Write British English.");
    await page.evaluate("globalThis.isSamePage = true");
    await becomes(page, "hidden");
    await becomes(page, "visible");
    expect(await page.evaluate("globalThis.isSamePage")).toBe(true);
    await page.getByRole("region", { name: "Instructions" }).getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").first().waitFor();
    // Saved work may still count as unsaved for a moment: the next time that nobody looks, it is taken up.
    const isSamePage = async () => {
      await becomes(page, "hidden");
      await becomes(page, "visible");
      return (await page.evaluate("globalThis.isSamePage")) === true;
    };
    await eventually(() => isSamePage().catch(() => true), false);
    await page.unroute("**/v1/installation");
    await instructions.waitFor();
  });

  test("as everybody must be able to see it", async () => {
    await dashboard.walk([
      {
        name: "a new version",
        path: "/app/words",
        prepare: async (page) => {
          await page.route("**/v1/installation", (route) => route.fulfill({ json: { version: "99.1.0" } }));
          await becomes(page, "visible");
          await page.getByText("tiro 99.1.0 is available").waitFor();
        },
      },
    ]);
  });
});
