/**
 * From an empty server to the first person, by the link that the server wrote. Each step is left, by closing the browser and
 * twice by another start of the server, and resumed; the first dictation comes from a microphone.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateSync } from "otplib";
import type { BrowserContext, Page } from "playwright-core";
import { hasChromium, sharedChromium } from "../support/chromium.ts";
import { temporaryFolder } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { microphone, recordedFor } from "./microphone.ts";

setDefaultTimeout(600_000);

const PASSWORD = "correct horse battery";

test.skipIf(!hasChromium)("an administrator is led from the printed link to the first person", async () => {
  using folder = temporaryFolder();
  microphone.says("synth_02_rms");
  const file = join(folder.path, "first-run.txt");
  const start = (port?: number) =>
    startServerProcess({
      ...{ dataDir: folder.path, settings: { TIRO_MODELS_DEFAULT: "starter-en" } },
      ...(port !== undefined && { port }),
    });
  let server: ServerProcess = await start();
  const browser = await sharedChromium(microphone.flags);
  let window: BrowserContext | null = null;
  const open = async (): Promise<Page> => {
    const state = await window?.storageState();
    await window?.close();
    window = await browser.newContext({
      ...{ locale: "en-US", permissions: ["microphone"], baseURL: new URL(server.url).origin },
      ...(state && { storageState: state }),
    });
    return window.newPage();
  };
  try {
    const [link = ""] = /https?:\S+\/setup\/\S+/.exec(readFileSync(file, "utf8")) ?? [];
    let page = await open();
    const click = (name: string) => page.getByRole("link", { name }).click();
    const heading = (name: string) => page.getByRole("heading", { name, exact: true }).waitFor();
    /** By the first step that is not done; later ones by their names. */
    const resume = async (first: string, step: string) => {
      await page.goto("/app/");
      await click("Finish setting up this server");
      await heading(first);
      if (step !== first)
        await page.getByRole("navigation", { name: "Steps" }).getByRole("link", { name: step }).click();
      await heading(step);
    };
    const closeBrowser = async (first: string, step = first) => {
      page = await open();
      await resume(first, step);
    };
    const restart = async (first: string, step = first) => {
      await server.stop();
      server = await start(Number(new URL(server.url).port));
      await resume(first, step);
    };

    await page.goto(link);
    await page.getByLabel("E-mail address").fill("ada@acme.test");
    page = await open();
    await page.goto(link);
    await page.getByLabel("E-mail address").fill("ada@acme.test");
    await page.getByRole("textbox", { name: "Name" }).fill("Ada");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Repeat password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set up" }).click();
    await click("Continue");

    await heading("Second step");
    expect(await page.locator(".gate").count()).toBe(1);
    expect(await page.getByRole("navigation").count()).toBe(1);
    // A log-in proves that it was read.
    expect(existsSync(file)).toBe(false);
    await click("Leave the guide");
    await resume("Second step", "Second step");
    await restart("Second step");
    const secret = ((await page.locator("li code").first().textContent()) ?? "").replaceAll(" ", "");
    await page.getByLabel("Code from the app").fill(generateSync({ secret }));
    await page.getByRole("button", { name: "Turn on the second step" }).click();
    await page.getByRole("button", { name: "I have saved them" }).click();

    await heading("Name and address");
    await closeBrowser("Name and address");
    await click("Skip for now");
    await heading("Encryption");
    await page.reload();
    await heading("Encryption");
    await closeBrowser("Name and address", "Encryption");
    await click("Skip for now");
    await page.getByText("Recommended").waitFor();
    await closeBrowser("Name and address", "Recognizer");
    await page.getByText("Recommended").waitFor();
    await click("Skip for now");

    await heading("First dictation");
    await restart("Name and address", "First dictation");
    await page.getByRole("main").getByRole("link", { name: "Dictate" }).click();
    await dictate(page);
    await resume("Name and address", "First dictation");
    await page.getByText("You have dictated.").waitFor();
    await click("Continue");

    await heading("First person");
    await closeBrowser("Name and address", "First person");
    await page.getByRole("button", { name: "Add a person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Bo Wahl");
    await dialog.getByLabel("Address").fill("bo@acme.test");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Link for Bo Wahl").waitFor();
    await page.getByText("You are not alone here.").waitFor();
    await page.getByRole("button", { name: "Do not show the guide again" }).click();
    await page.waitForURL("**/app/");
    await eventually(() => page.getByRole("link", { name: "Finish setting up this server" }).count(), 0);
  } finally {
    await (window as BrowserContext | null)?.close();
    await server.kill();
  }
});

/** Other tests compare the words: here it is enough that some were heard. */
async function dictate(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start recording" }).click();
  await page.getByText(recordedFor(5)).first().waitFor();
  await page.getByRole("button", { name: "Finish" }).click();
  // Words stand in the text while they are spoken; this comes with the dictation.
  await page.getByText("As it was heard").waitFor();
  expect(await page.getByRole("textbox", { name: "Your text" }).inputValue()).toMatch(/meeting/i);
}
