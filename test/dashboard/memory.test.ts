/** Opening and closing leaves nothing behind, however often. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasChromium } from "../support/chromium.ts";
import { historyOf } from "../support/history.ts";
import { settled } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

setDefaultTimeout(600_000);

const TIMES = 100;

const dashboard = await testDashboard({ environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000" } });

describe.skipIf(!hasChromium)("a hundred times", () => {
  beforeAll(async () => {
    if (!hasChromium) return;
    historyOf(dashboard.server, dashboard.person.email).keep("The Harcourt survey is complete.");
  });

  /** The page's memory after a garbage collection. */
  const held = async (page: Page) => {
    const client = await page.context().newCDPSession(page);
    await client.send("HeapProfiler.collectGarbage");
    const { nodes, jsEventListeners } = await client.send("Memory.getDOMCounters");
    await client.detach();
    return { nodes, jsEventListeners };
  };

  const opened: [what: string, path: string, open: string][] = [
    ["search", "/app/usage", 'press({ key: "k", ctrlKey: true })'],
    ["the list of shortcuts", "/app/usage", 'press({ key: "?" })'],
    ["a form", "/app/keys", 'click("button", "New key")'],
    ["a question", "/app/history", 'click("button", "Erase all")'],
    ["a drawer", "/app/history", 'click("a", "The Harcourt survey")'],
  ];

  /** In the page, so that most of what it takes is what is looked at. A request to close is what Escape makes. */
  const openAndClose = (page: Page, open: string, times: number) =>
    page.evaluate(`(async () => {
      const press = (init) => document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }));
      const click = (kind, text) =>
        [...document.querySelectorAll("main " + kind)].find((each) => each.textContent.includes(text)).click();
      const dialog = () => document.querySelector("dialog[open]");
      const until = async (isThere) => {
        while (isThere !== (dialog() !== null)) await new Promise(requestAnimationFrame);
      };
      for (let time = 0; time < ${times}; time++) {
        ${open};
        await until(true);
        dialog().requestClose();
        await until(false);
      }
    })()`);

  test.each(opened)("%s opens and closes, and nodes and listeners stay", async (_, path, open) => {
    const page = await dashboard.page();
    await page.goto(path);
    await settled(page);
    // Code and caches of the first times are no leak.
    await openAndClose(page, open, 5);
    const before = await held(page);
    await openAndClose(page, open, TIMES);
    const after = await held(page);
    // Less than one for each time: a dialog has dozens.
    expect(after.nodes - before.nodes).toBeLessThan(TIMES);
    expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(TIMES);
  });
});
