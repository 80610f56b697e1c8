/** Changes of a dictated text in the browser are kept, or the person is warned before it is lost. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { setUserPrivacyMode } from "../../src/accounts/people/users.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { historyOf } from "../support/history.ts";
import { asksAtReload, dictationResult } from "./dictated.ts";
import { BEFORE_WORDS_SECONDS, microphone, recordedFor } from "./microphone.ts";
import { hearingDashboard } from "./test-dashboard.ts";

const SPOKEN = "The meeting has been moved to Thursday at 2:30.";
const DICTATED = "The meting is on Tuesday.";

const dashboard = await hearingDashboard();

describe.skipIf(!hasChromium)("a dictated text", () => {
  let people = 0;

  const text = (page: Page) => page.getByRole("textbox", { name: "Your text" });
  const holds = (page: Page, expected: string) => eventually(() => text(page).inputValue(), expected);
  const says = (page: Page, told: string) => page.getByText(told, { exact: true }).first().waitFor();
  const isSaved = (page: Page) => says(page, "Saved in your history");
  const open = async (as: User, failedCalls?: RegExp) => {
    const page = await dashboard.page({
      as,
      permissions: ["microphone", "clipboard-read", "clipboard-write"],
      ...(failedCalls && { failedCalls }),
    });
    await page.goto("/app/dictate");
    await page.getByRole("button", { name: "Start recording" }).waitFor();
    return page;
  };
  /** Speaks; the recognizer's part is over already. @returns the id of the session. */
  const dictated = async (page: Page, person: User, said = DICTATED) => {
    const id = historyOf(dashboard.server, person.email).keep(said);
    await page.route("**/v1/dictations", (route) => route.fulfill({ json: dictationResult(id, said) }));
    const press = () => Promise.all([page.keyboard.down("Space"), page.keyboard.up("Space")]);
    await page.locator("h1").click();
    await press();
    await says(page, "0:01");
    await press();
    await text(page).waitFor();
    await page.unroute("**/v1/dictations");
    return id;
  };
  const newPerson = () =>
    dashboard.addPerson(`Ada Writer ${["One", "Two", "Three", "Four", "Five", "Six"][people++]}`);
  const stored = (id: string) =>
    dashboard.server.context.db
      .prepare("SELECT final_text FROM sessions WHERE id = ?")
      .pluck()
      .get(Buffer.from(id.slice(4), "hex"));

  test("typed over, edited by voice and dictated on is what the history has", async () => {
    const person = newPerson();
    microphone.says("synth_02_rms");
    const page = await open(person);
    await page.keyboard.down("Space");
    await page.getByText(recordedFor(5)).first().waitFor();
    await page.keyboard.up("Space");
    await text(page).waitFor();
    await isSaved(page);
    await text(page).fill(`${SPOKEN} Bring the papers.`);
    await says(page, "Saving");
    await isSaved(page);

    microphone.says("synth_09_slt", BEFORE_WORDS_SECONDS);
    await text(page).press("Control+Home");
    for (let right = 0; right < 4; right++) await page.keyboard.press("ArrowRight");
    for (let right = 0; right < 7; right++) await page.keyboard.press("Shift+ArrowRight");
    await page.getByRole("button", { name: "Edit the selection by voice" }).click();
    await page
      .getByText(recordedFor(BEFORE_WORDS_SECONDS + 3))
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.locator("ins").waitFor();
    await isSaved(page);
    const edited = `${SPOKEN.replace("meeting", "MEETING")} Bring the papers.`;
    await holds(page, edited);

    microphone.says("synth_02_rms");
    await text(page).press("Control+End");
    await page.getByRole("button", { name: "Dictate more" }).click();
    await page.getByText(recordedFor(5)).first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator("ins", { hasText: "has been moved" }).waitFor();
    await isSaved(page);
    const whole = await text(page).inputValue();
    expect(whole).toStartWith(edited);
    expect(whole.length).toBeGreaterThan(edited.length);

    expect(await asksAtReload(page)).toBe(false);
    await page.goto("/app/history");
    await page.locator(".history-row a", { hasText: "Bring the papers" }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText(whole).waitFor();
    await drawer.getByText("Before your corrections").click();
    await drawer.getByText(SPOKEN, { exact: true }).waitFor();
  });

  test("that was changed in two windows is decided by the person", async () => {
    const person = newPerson();
    const page = await open(person, /sessions/);
    const { context } = dashboard.server;
    const elsewhere = async (id: string, changed: string, revision: number) => {
      const { id: userId } = person;
      const principal = { accountId: userId, userId } as Parameters<typeof context.dictation.correctText>[0];
      await context.dictation.correctText(principal, id, { text: changed, revision });
    };
    const id = await dictated(page, person);
    await elsewhere(id, "From elsewhere.", 0);
    await text(page).fill("From here.");
    await page.getByRole("button", { name: "Keep this one" }).click();
    await isSaved(page);
    await eventually(() => stored(id), "From here.");

    await elsewhere(id, "From elsewhere again.", 2);
    await text(page).fill("From here again.");
    await page.getByRole("button", { name: "Show the other one" }).click();
    await isSaved(page);
    await holds(page, "From elsewhere again.");
    expect(stored(id)).toBe("From elsewhere again.");
  });

  test("waits while the server cannot be reached, holds the page, and is saved by itself later", async () => {
    const person = newPerson();
    const page = await open(person, /./);
    const id = await dictated(page, person);
    await page.context().setOffline(true);
    await text(page).fill("The meeting is on Tuesday.");
    await says(page, "Not saved yet");
    expect(stored(id)).toBe(DICTATED);
    await page.context().setOffline(false);
    await eventually(() => stored(id), "The meeting is on Tuesday.");
  });

  test("is saved in the moment in which the page goes", async () => {
    const person = newPerson();
    const page = await open(person);
    const id = await dictated(page, person);
    await text(page).fill("The last word.");
    await page.goto("/app/history");
    await page.locator(".history-row a", { hasText: "The last word." }).waitFor();
    await eventually(() => stored(id), "The last word.");
  });

  test("that nothing may keep of is on the page alone, which asks before it closes until it was taken", async () => {
    const person = newPerson();
    const { db, clock } = dashboard.server.context;
    setUserPrivacyMode({ db, clock, actor: TEST_ACTOR }, person.id, true);
    const page = await open(person);
    const id = await dictated(page, person);
    await text(page).fill("Nobody else reads this.");
    await page.getByText("This text is not stored.").waitFor();
    expect(await asksAtReload(page)).toBe(true);
    await dictated(page, person, "Copied.");
    await page.getByRole("button", { name: "Copy text" }).click();
    await says(page, "Copied");
    expect(await asksAtReload(page)).toBe(false);
    await dictated(page, person, "Taken as a file.");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as a file" }).click();
    expect((await download).suggestedFilename()).toMatch(/^Dictation .*\.txt$/);
    expect(await asksAtReload(page)).toBe(false);
    expect(stored(id)).toBe(DICTATED);
  });

  test("as everybody must be able to see it", async () => {
    const person = newPerson();
    await dashboard.walk([
      {
        name: "changed elsewhere",
        path: "/app/dictate",
        as: person,
        failedCalls: /sessions/,
        prepare: async (page) => {
          await dictated(page, person);
          await page.route("**/v1/sessions/*", (route) =>
            route.fulfill({ status: 409, json: { error: { code: "revision_conflict", message: "" } } }),
          );
          await text(page).fill("From here.");
          await page.getByRole("button", { name: "Keep this one" }).waitFor();
        },
      },
      {
        name: "not reached",
        path: "/app/dictate",
        as: person,
        failedCalls: /sessions/,
        prepare: async (page) => {
          await dictated(page, person);
          await page.route("**/v1/sessions/*", (route) => route.abort());
          await text(page).fill("From here.");
          await page.getByRole("button", { name: "Save now" }).waitFor();
        },
      },
    ]);
  });
});
