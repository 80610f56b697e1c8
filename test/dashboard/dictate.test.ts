/** Dictating in the browser, with a microphone that says what a file holds and the real recognizer. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page, Route } from "playwright-core";
import { hasChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { type Dashboard, PHONE, walkByKeyboard } from "./dashboard.ts";
import { dictationResult } from "./dictated.ts";
import { BEFORE_WORDS_SECONDS, microphone, recordedFor } from "./microphone.ts";
import { hearingDashboard } from "./test-dashboard.ts";

const TEXT = "The meeting has been moved to Thursday at 2:30.";
const RESULT = {
  ...dictationResult(`ses_${"0".repeat(32)}`, "One two three."),
  raw_text: "one two three",
};

const dashboard = await hearingDashboard();

describe.skipIf(!hasChromium)("dictating", () => {
  const open = async (options: Parameters<Dashboard["page"]>[0] = {}) => {
    const page = await dashboard.page({
      permissions: ["microphone", "clipboard-read", "clipboard-write"],
      ...options,
    });
    await page.goto("/app/dictate");
    await page.getByRole("button", { name: /Start recording|Aufnahme starten/ }).waitFor();
    microphone.says("synth_02_rms");
    return page;
  };
  /** Waits by the recording's own clock, which stands alone: a busy machine hears late. */
  const heard = (page: Page, seconds: number) =>
    page
      .getByText(new RegExp(`^${recordedFor(seconds).source}$`))
      .first()
      .waitFor();
  const text = (page: Page) => page.getByRole("textbox", { name: /Your text|Ihr Text/ });
  const holds = (page: Page, expected: string) => eventually(() => text(page).inputValue(), expected);

  test("with the space bar held: text, edited by voice, undone, copied, called right", async () => {
    const page = await open();
    microphone.says("synth_02_rms", BEFORE_WORDS_SECONDS);
    await page.keyboard.down("Space");
    await page.getByText("Listening", { exact: true }).first().waitFor();
    await heard(page, BEFORE_WORDS_SECONDS + 5);
    await page.keyboard.up("Space");
    await holds(page, TEXT);
    await page.getByText("As it was heard").click();
    await page.getByText("the meeting has been moved to thursday at half past two").waitFor();

    microphone.says("synth_09_slt", BEFORE_WORDS_SECONDS);
    await text(page).press("Control+Home");
    for (let right = 0; right < 4; right++) await page.keyboard.press("ArrowRight");
    for (let right = 0; right < 7; right++) await page.keyboard.press("Shift+ArrowRight");
    await page.getByRole("button", { name: "Edit the selection by voice" }).click();
    await page.getByText("Say what to change").waitFor();
    await heard(page, BEFORE_WORDS_SECONDS + 3);
    await page.keyboard.press("Enter");
    await page.getByText("You said: “make it all uppercase”", { exact: true }).waitFor();
    await holds(page, TEXT.replace("meeting", "MEETING"));
    await eventually(() => page.locator("del").textContent(), "meeting");
    await eventually(() => page.locator("ins").textContent(), "MEETING");
    await page.getByRole("button", { name: "Undo" }).click();
    await holds(page, TEXT);

    await page.getByRole("button", { name: "Copy text" }).click();
    await eventually(() => page.evaluate<string>("navigator.clipboard.readText()"), TEXT);
    await page.getByRole("button", { name: "This is right" }).click();
    await page.getByText("Noted: this text is right").first().waitFor();

    await page.getByRole("complementary").getByRole("link", { name: "History" }).click();
    await page.getByRole("searchbox").fill("thursday");
    await page.getByRole("link", { name: TEXT }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Nothing found").waitFor();
  });

  /** Short on a busy machine, too: letting go does not wait until pressing was seen. */
  const tap = ({ keyboard }: Page) => Promise.all([keyboard.down("Space"), keyboard.up("Space")]);
  /** Answers as the server would, at once. */
  const answered = (page: Page, answer: Partial<Parameters<Route["fulfill"]>[0]> = { json: RESULT }) =>
    page.route("**/v1/dictations", (route) => route.fulfill(answer));
  const speak = async (page: Page) => {
    await tap(page);
    await heard(page, 1);
    await tap(page);
  };
  const withoutMicrophone = async (page: Page, name: string) => {
    await page.evaluate((name) => {
      const { navigator } = globalThis as unknown as { navigator: { mediaDevices: Record<string, unknown> } };
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", name));
    }, name);
    await tap(page);
  };

  test("a recording that the server did not take is kept, sent again and makes one text", async () => {
    const page = await open({ failedCalls: /dictations/ });
    const keys: (string | undefined)[] = [];
    await page.route("**/v1/dictations", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      await (keys.length === 1 ? route.abort() : route.fulfill({ json: RESULT }));
    });
    await speak(page);
    await page.getByText("Your recording is kept").waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the recording" }).click();
    const wav = readFileSync(await (await download).path());
    expect(wav.toString("latin1", 0, 4)).toBe("RIFF");
    expect(wav.readUInt32LE(24)).toBe(16_000);
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
    await page.getByRole("button", { name: "Send again" }).click();
    await holds(page, RESULT.text);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test("a recording that waits keeps no other from being made, and takes no other's place", async () => {
    const page = await open({ failedCalls: /dictations|sessions/ });
    const waits = page.getByRole("heading", { name: "Your recording is kept" });
    const answers = (said: string) => answered(page, { json: { ...RESULT, text: said } });
    await answers("First.");
    await speak(page);
    await text(page).waitFor();
    await page.route("**/v1/dictations", (route) => route.abort());
    await page.getByRole("button", { name: "Dictate more" }).click();
    await heard(page, 1);
    await page.getByRole("button", { name: "Finish" }).last().click();
    await waits.waitFor();
    await page.locator("h1").click();
    await speak(page);
    await waits.nth(1).waitFor();
    await text(page).fill("First, as it should be.");
    for (const said of ["Second.", "Third."]) {
      await answers(said);
      await page.getByRole("button", { name: "Send again" }).first().click();
      await page.getByText(said, { exact: true }).first().waitFor();
    }
    await waits.waitFor({ state: "hidden" });
    await page.getByText("First, as it should be.", { exact: true }).waitFor();
  });

  test("a recording can be sent again in another language", async () => {
    const page = await open({ failedCalls: /dictations/ });
    microphone.says("synth_02_rms", BEFORE_WORDS_SECONDS);
    await page.getByRole("combobox", { name: "Language that you speak" }).selectOption("es");
    await tap(page);
    await heard(page, BEFORE_WORDS_SECONDS + 5);
    await tap(page);
    const waits = page.getByRole("region", { name: "Your recording is kept" });
    await waits.getByText("No installed speech model recognizes this language.").waitFor();
    await waits.getByRole("combobox", { name: "Language that you speak" }).selectOption("en");
    await waits.getByRole("button", { name: "Send again" }).click();
    await waits.waitFor({ state: "hidden" });
    await text(page).waitFor();
    expect(await text(page).inputValue()).toBe(TEXT);

    await page.getByText("Spoken in another language?").click();
    await page.getByRole("combobox", { name: "Choose the language" }).selectOption("fr");
    await page.getByText("No installed speech model recognizes this language: French").waitFor();
    await page.getByRole("button", { name: "Transcribe again" }).click();
    await waits.getByText("No installed speech model recognizes this language.").waitFor();
  });

  test.each([
    ["NotAllowedError", "The microphone is not allowed"],
    ["NotFoundError", "There is no microphone"],
    ["NotReadableError", "The microphone does not start"],
  ])("%s is told with what to do", async (name, told) => {
    const page = await open();
    await withoutMicrophone(page, name);
    await page.getByRole("alert").getByText(told).waitFor();
  });

  test("without https the page says why, and how an administrator turns it on", async () => {
    const page = await open();
    await page.evaluate(() => Object.defineProperty(globalThis, "isSecureContext", { value: false }));
    await tap(page);
    const manual = page.getByRole("link", { name: "How an administrator turns on TLS" });
    expect(await manual.getAttribute("href")).toBe("/docs/tls");
  });

  test("installed languages come first; one that is not installed says so before anybody speaks", async () => {
    const page = await open();
    const choice = page.getByRole("combobox", { name: "Language that you speak" });
    const groups = choice.locator("optgroup");
    expect(await groups.nth(0).getAttribute("label")).toBe("Installed");
    expect(await groups.nth(0).locator("option").allTextContents()).toEqual(["English"]);
    await choice.selectOption({ label: "Spanish" });
    await page.getByText("No installed speech model recognizes this language: Spanish").waitFor();
    await page.getByText("tiro models search es").waitFor();
    await choice.selectOption({ label: "English" });
    await page.getByText("No installed speech model").waitFor({ state: "hidden" });
  });

  test("Escape lets go of what was said; privacy mode is one click, with a way back", async () => {
    const page = await open();
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/v1/dictations")) sent++;
    });
    await tap(page);
    await page.getByText("/ 10:00").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("A short tap starts").waitFor();
    expect(sent).toBe(0);
    await page.getByRole("button", { name: "Keep none from now on" }).click();
    await page.getByText("Privacy mode is on: nothing that you dictate is kept.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Texts go to your history.").waitFor();
  });

  test("every state, as everybody must be able to see it", async () => {
    const path = "/app/dictate";
    await dashboard.walk([
      {
        name: "listening",
        path,
        prepare: async (page) => {
          await tap(page);
          await page.getByText("/ 10:00").waitFor();
        },
      },
      {
        name: "edited",
        path,
        // The session of the made-up answer is none.
        failedCalls: /sessions/,
        prepare: async (page) => {
          await answered(page);
          await speak(page);
          await page.getByRole("button", { name: "Edit by voice" }).waitFor();
          await page.unroute("**/v1/dictations");
          await answered(page, { json: { ...RESULT, operation: "edit", text: "Three two one." } });
          await page.getByRole("button", { name: "Edit by voice" }).click();
          await heard(page, 1);
          await page.getByRole("button", { name: "Finish" }).last().click();
          await page.locator("ins").first().waitFor();
        },
      },
      {
        name: "unsent",
        path,
        failedCalls: /dictations/,
        prepare: async (page) => {
          await page.route("**/v1/dictations", (route) => route.abort());
          await speak(page);
          await page.getByText("Your recording is kept").waitFor();
        },
      },
      {
        name: "in a language that is not installed",
        path,
        prepare: async (page) => {
          await page.getByRole("combobox", { name: "Language that you speak" }).selectOption("es");
          await page.getByText("No installed speech model").waitFor();
        },
      },
      {
        name: "refused",
        path,
        prepare: async (page) => {
          await withoutMicrophone(page, "NotAllowedError");
          await page.getByText("The microphone is not allowed").waitFor();
        },
      },
    ]);
  });

  test("on a phone the text has most of the page, and fingers find everything", async () => {
    const page = await open({ width: PHONE, hasTouch: true, isMobile: true });
    await answered(page);
    await speak(page);
    await text(page).waitFor();
    const { sheet, record, small } = await page.evaluate(() => {
      interface Shown {
        getBoundingClientRect(): Record<"top" | "bottom" | "width" | "height", number>;
        checkVisibility(): boolean;
        outerHTML: string;
      }
      const { document, innerHeight } = globalThis as unknown as {
        document: { querySelectorAll(selector: string): Iterable<Shown> };
        innerHeight: number;
      };
      const all = (selector: string) => [...document.querySelectorAll(selector)];
      const [sheet, record] = all(".sheet, .record").map((each) => each.getBoundingClientRect());
      const targets = all(".sheet :is(button, select, summary)").filter((each) => each.checkVisibility());
      const boxes = targets.map((each) => ({ each, box: each.getBoundingClientRect() }));
      return {
        sheet: (sheet?.height ?? 0) / innerHeight,
        record: [(record?.top ?? 0) / innerHeight, (record?.bottom ?? innerHeight) / innerHeight],
        small: boxes
          .filter(({ box }) => Math.min(box.width, box.height) < 44)
          .map(({ each }) => each.outerHTML),
      };
    });
    expect(small).toEqual([]);
    expect(sheet).toBeGreaterThan(0.65);
    expect(record[0]).toBeGreaterThan(0.6);
    expect(record[1]).toBeLessThan(0.9);
  });

  test("in German, on a phone, everything by the keyboard", async () => {
    const page = await open({ width: PHONE, locale: "de-DE" });
    // Later entries can be reached, too.
    await page.getByRole("combobox", { name: "Mikrofon" }).waitFor();
    const reached = await walkByKeyboard(page);
    expect(reached).toContain("Aufnahme starten");
    await answered(page);
    const button = page.getByRole("button", { name: "Aufnahme starten" });
    await button.focus();
    await page.keyboard.press("Enter");
    await heard(page, 1);
    await page.keyboard.press("Enter");
    await text(page).waitFor();
    await page.getByRole("button", { name: "Text kopieren" }).waitFor();
    const focused = "document.activeElement.getAttribute('aria-label')";
    await eventually(() => page.evaluate<string | null>(focused), "Aufnahme starten");
  });
});
