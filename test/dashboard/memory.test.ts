/** What opens and closes leaves nothing behind, however often. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasChromium } from "../support/chromium.ts";
import { historyOf } from "../support/history.ts";
import { Dashboard } from "./dashboard.ts";

setDefaultTimeout(600_000);

const TIMES = 200;

describe.skipIf(!hasChromium)("two hundred times", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    if (!hasChromium) return;
    dashboard = await Dashboard.open({ environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000" } });
    historyOf(dashboard.server, dashboard.person.email).keep("The Harcourt survey is complete.");
  });
  afterAll(async () => dashboard?.[Symbol.asyncDispose]());

  /** What the browser holds of the page once nothing refers to the rest. */
  const held = async (page: Page) => {
    const client = await page.context().newCDPSession(page);
    await client.send("HeapProfiler.collectGarbage");
    const { nodes, jsEventListeners } = await client.send("Memory.getDOMCounters");
    await client.detach();
    return { nodes, jsEventListeners };
  };

  const opened: [what: string, path: string, open: (page: Page) => Promise<unknown>][] = [
    ["search", "/app/usage", (page) => page.keyboard.press("Control+k")],
    ["the list of shortcuts", "/app/usage", (page) => page.keyboard.press("?")],
    ["a form", "/app/keys", (page) => page.getByRole("button", { name: "New key" }).click()],
    ["a question", "/app/history", (page) => page.getByRole("button", { name: "Erase all" }).click()],
    ["a drawer", "/app/history", (page) => page.getByRole("link", { name: "The Harcourt survey" }).click()],
  ];

  test.each(opened)("%s opens and closes, and nodes and listeners stay", async (_, path, open) => {
    const page = await dashboard.page();
    await page.goto(path);
    await page.getByRole("button", { name: "Maren Holt" }).waitFor();
    const dialog = page.locator("dialog[open]");
    const openAndClose = async (times: number) => {
      for (let time = 0; time < times; time++) {
        await open(page);
        await dialog.waitFor();
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
      }
    };
    // What is loaded and remembered with the first times is no leak.
    await openAndClose(5);
    const before = await held(page);
    await openAndClose(TIMES);
    const after = await held(page);
    // Less than one for each time: a dialog has dozens.
    expect(after.nodes - before.nodes).toBeLessThan(TIMES);
    expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(TIMES);
    dashboard.expectNoFaults();
    await page.context().close();
  });
});
