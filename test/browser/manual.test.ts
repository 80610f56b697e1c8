/** The manual in a real browser: by keyboard, on a phone, on paper, and looked at by axe-core in light and dark. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { openManual } from "../../src/pages/manual/pages.ts";
import { accessibilityFaults, hasChromium, overflow, sharedChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { startServer, type TestServer } from "../support/server.ts";

const VIEWS = [
  ["light", 1280],
  ["dark", 390],
] as const;

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  if (!hasChromium) return;
  server = await startServer({ host: "localhost" });
  browser = await sharedChromium();
});
afterAll(async () => {
  if (!hasChromium) return;
  await Promise.all(browser.contexts().map((window) => window.close()));
  await server.close();
});

async function open(options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false, ...options });
  return context.newPage();
}

describe.skipIf(!hasChromium)("in a browser", () => {
  test("a reader searches, follows a hit to its section, and reads on, without scripts", async () => {
    const page = await open();
    await page.goto("/");
    await page.getByRole("link", { name: "Manual" }).click();
    await page.getByLabel("Search the manual").fill("idempotency");
    await page.keyboard.press("Enter");
    await page.getByRole("main").getByRole("link", { name: "Idempotency" }).first().click();
    await page.waitForURL("**/docs/api-guide#idempotency");
    await page.getByRole("heading", { name: /^Idempotency/ }).waitFor();
    await eventually(() => page.locator("nav [aria-current=page]").textContent(), "API guide");
    await page.locator("a[rel=next]").click();
    await page.waitForURL((url) => url.pathname !== "/docs/api-guide");
    await page.locator("a[rel=prev]").click();
    await page.waitForURL("**/docs/api-guide");
  });

  test("the keyboard reaches the text past the contents, and code and tables that scroll", async () => {
    const page = await open({ javaScriptEnabled: true, viewport: { width: 390, height: 800 } });
    await page.goto("/docs/tls");
    await page.keyboard.press("Tab");
    await eventually(() => page.locator(":focus").textContent(), "Skip to the page");
    await page.keyboard.press("Enter");
    await page.waitForURL("**#main");
    const isReached = () => page.evaluate<boolean>("document.activeElement.matches('pre, .scroll')");
    for (const scrolling of await page.locator("pre, .scroll").all()) {
      await scrolling.focus();
      await eventually(isReached, true);
    }
  });

  test("on paper there is the text alone", async () => {
    const page = await open();
    await page.goto("/docs/people");
    await page.emulateMedia({ media: "print" });
    for (const part of ["header", ".side", ".on-this-page", ".neighbours"])
      await page.locator(part).waitFor({ state: "hidden" });
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  test("axe-core finds nothing wrong, and nothing overflows", async () => {
    const faults: string[] = [];
    const page = await open({ javaScriptEnabled: true });
    const paths = ["/docs", "/docs/search?q=key", "/docs/search?q=zzzz", "/docs/nothing"];
    for (const path of [...paths, ...(await openManual()).pages.map(({ name }) => `/docs/${name}`)]) {
      await page.goto(path);
      for (const [colorScheme, width] of VIEWS) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const found = [...(await accessibilityFaults(page)), ...(await overflow(page))];
        faults.push(...found.map((fault) => `${path}, ${colorScheme}, ${width} px: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  });
});
