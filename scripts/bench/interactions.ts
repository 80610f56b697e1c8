/** How long the app takes from a key or a click to what it draws, in a browser with a quarter of its speed. */
import type { Page } from "playwright-core";

const ROWS = 1_000;
const OPENINGS = 25;

interface Scope {
  durations: number[];
  PerformanceObserver: new (
    tell: (list: { getEntries(): { duration: number; interactionId: number }[] }) => void,
  ) => { observe(options: object): void };
}

/** Milliseconds of each interaction in a history of a thousand rows: opening, closing, searching. */
export async function interactionsOfHistory(page: Page, slowdown: number): Promise<number[]> {
  await page.addInitScript(() => {
    const scope = globalThis as unknown as Scope;
    scope.durations = [];
    new scope.PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries())
        if (interactionId > 0) scope.durations.push(duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
  });
  await page.goto("/app/history");
  const row = page.locator(".history-row a").first();
  await row.waitFor();
  await scrolledTo(page, ROWS);
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  for (let opening = 0; opening < OPENINGS; opening++) {
    await row.click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.getByRole("searchbox").first().pressSequentially("a few words to look for", { delay: 50 });
  return page.evaluate(() => (globalThis as unknown as Scope).durations);
}

/** And back, so that the rows are there and most of them are not drawn. */
async function scrolledTo(page: Page, rows: number): Promise<void> {
  const height = () => page.evaluate<number>("document.documentElement.scrollHeight");
  while ((await height()) < rows * 60) {
    await page.mouse.wheel(0, 20_000);
    await page.waitForTimeout(100);
  }
  await page.evaluate("scrollTo(0, 0)");
}
