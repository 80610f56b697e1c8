/** From an empty server to the first person, by the link that the server wrote: every step left and resumed. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateSync } from "otplib";
import { hasChromium, startChromium } from "../support/chromium.ts";
import { temporaryFolder } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { startServerProcess } from "../support/server-process.ts";

setDefaultTimeout(600_000);

const RECORDING = join(import.meta.dir, "../../models/starter-en/check.wav");
const PASSWORD = "correct horse battery";

test.skipIf(!hasChromium)("an administrator is led from the printed link to the first person", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "first-run.txt");
  const server = await startServerProcess({
    dataDir: folder.path,
    settings: { TIRO_MODELS_DEFAULT: "starter-en" },
  });
  const browser = await startChromium([]);
  try {
    const [link = ""] = /https?:\S+\/setup\/\S+/.exec(readFileSync(file, "utf8")) ?? [];
    const page = await browser.newPage({ locale: "en-US" });
    const click = (name: string) => page.getByRole("link", { name }).click();
    const heading = (name: string) => page.getByRole("heading", { name, exact: true }).waitFor();

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
    await click("Finish setting up this server");
    await heading("Second step");
    const secret = ((await page.locator("li code").first().textContent()) ?? "").replaceAll(" ", "");
    await page.getByLabel("Code from the app").fill(generateSync({ secret }));
    await page.getByRole("button", { name: "Turn on the second step" }).click();
    await page.getByRole("button", { name: "I have saved them" }).click();

    await heading("Name and address");
    await click("Skip for now");
    await heading("Encryption");
    await page.reload();
    await heading("Encryption");
    await click("Skip for now");
    await page.getByText("Recommended").waitFor();
    await click("Skip for now");

    await heading("First dictation");
    await dictate(server.url, server.key);
    await page.getByText("You have dictated.").waitFor();
    await click("Continue");

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
    await browser.close();
    await server.kill();
  }
});

async function dictate(url: string, key: string | null): Promise<void> {
  const body = new FormData();
  body.set("audio", new File([await Bun.file(RECORDING).bytes()], "check.wav"));
  const answer = await fetch(`${url}/dictations`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}` },
    body,
  });
  expect(answer.status).toBe(200);
}
