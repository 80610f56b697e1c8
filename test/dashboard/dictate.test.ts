/** Dictating in the browser, with a microphone that says what a file holds and the real recognizer. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasChromium } from "../support/chromium.ts";
import { Dashboard } from "./dashboard.ts";
import { Microphone } from "./microphone.ts";

setDefaultTimeout(120_000);

const TEXT = "The meeting has been moved to Thursday at 2:30.";
/** How long the recordings are, and some time to begin. */
const SPOKEN_MS = 4_300;

describe.skipIf(!hasChromium)("dictating", () => {
  let dashboard: Dashboard;
  const microphone = new Microphone();
  beforeAll(async () => {
    if (hasChromium) dashboard = await Dashboard.open({ flags: microphone.flags });
  });
  afterAll(async () => {
    await dashboard?.[Symbol.asyncDispose]();
    microphone[Symbol.dispose]();
  });

  const open = async (options: Parameters<Dashboard["page"]>[0] = {}) => {
    const page = await dashboard.page({
      permissions: ["microphone", "clipboard-read", "clipboard-write"],
      ...options,
    });
    await page.goto("/app/dictate");
    await page.getByRole("button", { name: /Start recording|Aufnahme starten/ }).waitFor();
    return page;
  };
  const text = (page: Page) => page.getByRole("textbox", { name: /Your text|Ihr Text/ });

  test("with the space bar held: text, edited by voice, undone, copied, called right", async () => {
    microphone.says("synth_02_rms");
    const page = await open();
    await page.keyboard.down("Space");
    await page.getByText("Listening", { exact: true }).first().waitFor();
    await page.waitForTimeout(SPOKEN_MS);
    await page.keyboard.up("Space");
    await text(page).waitFor();
    expect(await text(page).inputValue()).toBe(TEXT);
    await page.getByText("As it was heard").click();
    await page.getByText("the meeting has been moved to thursday at half past two").waitFor();

    microphone.says("synth_09_slt");
    await text(page).press("Control+Home");
    for (let right = 0; right < 4; right++) await page.keyboard.press("ArrowRight");
    for (let right = 0; right < 7; right++) await page.keyboard.press("Shift+ArrowRight");
    await page.getByRole("button", { name: "Edit the selection by voice" }).click();
    await page.getByText("Say what to change").waitFor();
    await page.waitForTimeout(2_500);
    await page.keyboard.press("Enter");
    await page.getByText("You said: “make it all uppercase”", { exact: true }).waitFor();
    expect(await text(page).inputValue()).toBe(TEXT.replace("meeting", "MEETING"));
    expect(await page.locator("del").textContent()).toBe("meeting");
    expect(await page.locator("ins").textContent()).toBe("MEETING");
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await text(page).inputValue()).toBe(TEXT);

    await page.getByRole("button", { name: "Copy text" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(TEXT);
    await page.getByRole("button", { name: "This is right" }).click();
    await page.getByText("Noted: this text is right").first().waitFor();
    dashboard.expectNoFaults();
    await page.context().close();
  });
});
