/** The API's page in a real browser: it stands alone, everybody can use it, and a call can be tried. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { faultsInAllViews, hasChromium, overflow, sharedChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

const OPENED = ["createTranscription", "updateCustomizations", "listSessions"];
/** Names that more than one element has, in a page of all operations. */
const TWICE =
  "[...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)";

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  if (!hasChromium) return;
  server = await startServer({ host: "localhost" });
  await server.context.engine.ready();
  browser = await sharedChromium();
});

afterAll(async () => {
  if (!hasChromium) return;
  await Promise.all(browser.contexts().map((window) => window.close()));
  await server.close();
});

/** The page, and what the browser said or asked for that it should not. */
async function open(options: Parameters<Browser["newContext"]>[0] = {}): Promise<[Page, string[]]> {
  const context = await browser.newContext({ baseURL: server.url, ...options });
  const page = await context.newPage();
  const strange: string[] = [];
  page.on("console", (message) => void strange.push(message.text()));
  page.on("pageerror", (error) => void strange.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url)) strange.push(request.url());
  });
  await page.goto("/docs/api");
  return [page, strange];
}

const operation = (page: Page, id: string) => page.locator(`details#${id}`);

/** Besides the first of each section and all that delete; with a few hundred, whatever looks at the whole page takes long. */
async function keepOnly(page: Page, ids: readonly string[]): Promise<void> {
  const kept = [...ids.map((id) => `#${id}`), ":first-of-type", ":has(.method.delete)"].join();
  const others = `details.operation:not(${kept})`;
  await page.evaluate(`for (const each of document.querySelectorAll("${others}")) each.remove()`);
}

/** Opens an operation as somebody with a keyboard does. */
async function unfold(page: Page, id: string): Promise<void> {
  await operation(page, id).locator("> summary").focus();
  await page.keyboard.press("Enter");
  await page.locator(`details#${id}[open]`).waitFor();
}

describe.skipIf(!hasChromium)("the page of the API", () => {
  test("has no faults of accessibility and fits", async () => {
    const [page, strange] = await open();
    for (const id of OPENED) await unfold(page, id);
    await operation(page, "createTranscription").locator(".answer > summary").first().click();
    expect(await page.evaluate(TWICE)).toEqual([]);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflow(page)).toEqual([]);
    }
    await keepOnly(page, OPENED);
    expect(await faultsInAllViews(page)).toEqual([]);
    expect(strange).toEqual([]);
    await page.context().close();
  });

  test("a link of the list opens its operation", async () => {
    const [page] = await open();
    await page.getByRole("navigation").getByRole("link", { name: "Change settings" }).click();
    await operation(page, "updateSettings").getByRole("button", { name: "Send" }).waitFor();
    await page.context().close();
  });

  test("asks for the key where a call needs one, and shows the answer", async () => {
    const [page, strange] = await open();
    await keepOnly(page, ["getSettings", "updateSettings"]);
    await unfold(page, "getSettings");
    const form = operation(page, "getSettings");
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("Enter your API key").waitFor();
    await page.getByLabel("Your API key").fill(server.key);
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText(/^200 OK · \d+ ms · req_/).waitFor();
    const answer = async () => JSON.parse((await form.locator(".result pre").textContent()) || "null");
    await eventually(answer, { object: "settings", language: null, casual_messaging: null });
    await unfold(page, "updateSettings");
    const change = operation(page, "updateSettings");
    await change.getByLabel("Body").fill('{"language": "de"}');
    await change.getByRole("button", { name: "Send" }).click();
    await change.getByText('"language": "de"').waitFor();
    expect(strange).toEqual([]);
    await page.context().close();
  });

  test("sends a recording, and what belongs in the path and in the query", async () => {
    const [page, strange] = await open();
    await keepOnly(page, ["createTranscription", "listSessions", "getModel"]);
    await page.getByLabel("Your API key").fill(server.key);
    await unfold(page, "createTranscription");
    const form = operation(page, "createTranscription");
    await form.locator('input[type="file"]').setInputFiles(RECORDING);
    await form.getByLabel("response_format").selectOption("text");
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText(RECORDING_TEXT).waitFor();
    await unfold(page, "listSessions");
    const list = operation(page, "listSessions");
    await list.getByLabel("limit").fill("1");
    await list.getByRole("button", { name: "Send" }).click();
    await list.getByText('"has_more": false').waitFor();
    await unfold(page, "getModel");
    const model = operation(page, "getModel");
    await model.getByRole("button", { name: "Send" }).click();
    await model.getByText('"owned_by": "service"').waitFor();
    expect(strange).toEqual([]);
    await page.context().close();
  });
});
