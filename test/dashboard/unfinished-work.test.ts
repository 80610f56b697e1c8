/** Files on their way and typed corrections outlive their page, encrypted, for the person who made them alone. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page, Route } from "playwright-core";
import { setUserPrivacyMode } from "../../src/accounts/people/users.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { historyOf } from "../support/history.ts";
import { asksAtReload, dictationResult } from "./dictated.ts";
import { draftsIn } from "./drafts-in.ts";
import { hearingDashboard } from "./test-dashboard.ts";

const WAV = new URL("../audio/synth_01_slt.wav", import.meta.url).pathname;
const KEPT = "It is kept in this browser, encrypted for you alone.";
const DICTATED = "The meting is on Tuesday.";
const CORRECTED = "The meeting is on Tuesday.";

const dashboard = await hearingDashboard();

describe.skipIf(!hasChromium)("unfinished work", () => {
  let people = 0;

  const newPerson = () =>
    dashboard.addPerson(`Una Fini ${["One", "Two", "Three", "Four", "Five", "Six", "Seven"][people++]}`);
  const isEmpty = (page: Page) => eventually(async () => (await draftsIn(page)).count, 0);

  describe("a file", () => {
    const lines = (page: Page) => page.getByRole("listitem").filter({ hasText: "board.wav" });
    const recordingsOf = ({ id }: User) =>
      dashboard.server.context.db
        .prepare(
          "SELECT count(*) FROM recordings JOIN recording_owners o ON o.number = owner WHERE user_id = ?",
        )
        .pluck()
        .get(id);
    /** Once the whole file is there. */
    const posts = "**/v1/recordings";
    const posted = (page: Page, handle: (route: Route) => unknown) =>
      page.route(posts, (route) =>
        route.request().method() === "POST" ? void handle(route) : route.continue(),
      );
    const choose = async (page: Page) => {
      await page.goto("/app/recordings");
      const file = { name: "board.wav", mimeType: "audio/wav", buffer: readFileSync(WAV) };
      await page.getByLabel("Choose files").setInputFiles(file);
    };
    const isSent = (page: Page) => page.getByRole("cell").getByRole("link", { name: "board" }).waitFor();

    test("goes on after a reload, without a question and as one recording", async () => {
      const person = newPerson();
      const page = await dashboard.page({ as: person, failedCalls: /v1\/(recordings|uploads)/ });
      let lost = 0;
      // The server has it, and nobody hears so.
      await posted(page, async (route) => {
        if (lost++ === 0) await route.fetch();
        await route.abort();
      });
      await choose(page);
      await lines(page).getByText(KEPT).waitFor();
      expect(recordingsOf(person)).toBe(1);
      const { count, text } = await draftsIn(page);
      expect(count).toBe(2);
      expect(text).not.toContain("board.wav");
      expect(text).not.toContain("WAVEfmt");
      await page.unroute(posts);
      expect(await asksAtReload(page)).toBe(false);
      await isSent(page);
      expect(recordingsOf(person)).toBe(1);
      await isEmpty(page);
    });

    test("that was refused waits on any page after the browser's process crashed, and can be sent again", async () => {
      const person = newPerson();
      const page = await dashboard.page({ as: person, failedCalls: /v1\/(recordings|uploads)/ });
      const full = { status: 507, json: { error: { code: "storage_full", message: "The disk is full." } } };
      let isFull = true;
      await page
        .context()
        .route(posts, (route) =>
          isFull && route.request().method() === "POST" ? void route.fulfill(full) : route.continue(),
        );
      await choose(page);
      await lines(page).getByText(KEPT).waitFor();
      const crashed = new Promise<void>((resolve) => page.once("crash", () => resolve()));
      void page.goto("chrome://crash").catch(() => {});
      await crashed;
      const next = await page.context().newPage();
      await next.goto("/app/");
      await next.getByRole("link", { name: "board.wav was not sent" }).click();
      isFull = false;
      await lines(next).getByRole("button", { name: "Try again" }).click();
      await isSent(next);
      await isEmpty(next);
      await next.goto("/app/");
      await next.getByRole("heading", { name: "Recordings" }).waitFor();
      expect(await next.getByText("was not sent").count()).toBe(0);
    });

    test("is nobody else's, and none of theirs after it was removed", async () => {
      const [owner, other] = [newPerson(), newPerson()];
      const page = await dashboard.page({ as: owner, failedCalls: /v1\/(recordings|uploads)/ });
      await posted(page, (route) => route.abort());
      await choose(page);
      await lines(page).getByText(KEPT).waitFor();
      await dashboard.logIn(page.context(), other);
      await page.goto("/app/recordings");
      await page.getByText("Drop your first recording here").waitFor();
      expect(await lines(page).count()).toBe(0);
      await dashboard.logIn(page.context(), owner);
      await page.goto("/app/recordings");
      await lines(page).getByText(KEPT).waitFor();
      await lines(page).getByRole("button", { name: "Cancel: board.wav" }).click();
      await isEmpty(page);
    });

    test("is kept sealed also where the server may keep nothing, and goes on after a reload", async () => {
      const person = newPerson();
      const { db, clock } = dashboard.server.context;
      setUserPrivacyMode({ db, clock, actor: TEST_ACTOR }, person.id, true);
      const page = await dashboard.page({ as: person, failedCalls: /v1\/audio/ });
      const transcriptions = "**/v1/audio/transcriptions";
      await page.route(transcriptions, (route) => route.abort());
      await choose(page);
      await lines(page).getByText("The server is not answering").waitFor();
      await lines(page).getByText(KEPT).waitFor();
      expect((await draftsIn(page)).text).not.toContain("WAVEfmt");
      await page.unroute(transcriptions);
      expect(await asksAtReload(page)).toBe(false);
      await page.getByRole("link", { name: "board", exact: true }).waitFor();
      expect(recordingsOf(person)).toBe(0);
      await isEmpty(page);
    });
  });

  describe("a typed correction", () => {
    const text = (page: Page) => page.getByRole("textbox", { name: "Your text" });
    const says = (page: Page, told: string) => page.getByText(told, { exact: true }).first().waitFor();
    const sessions = "**/v1/sessions/*";
    /** Dictated and corrected; the server is not reached any more. */
    const corrected = async (person: User) => {
      const page = await dashboard.page({
        as: person,
        permissions: ["microphone"],
        failedCalls: /v1\/sessions/,
      });
      await page.goto("/app/dictate");
      await page.getByRole("button", { name: "Start recording" }).waitFor();
      const id = historyOf(dashboard.server, person.email).keep(DICTATED);
      await page.route("**/v1/dictations", (route) => route.fulfill({ json: dictationResult(id, DICTATED) }));
      const press = () => Promise.all([page.keyboard.down("Space"), page.keyboard.up("Space")]);
      await page.locator("h1").click();
      await press();
      await says(page, "0:01");
      await press();
      await text(page).waitFor();
      await page.route(sessions, (route) =>
        route.request().method() === "PATCH" ? void route.abort() : route.continue(),
      );
      await text(page).fill(CORRECTED);
      await says(page, "Not saved yet");
      await eventually(async () => (await draftsIn(page)).count, 1);
      return { page, id };
    };
    const stored = (id: string) =>
      dashboard.server.context.db
        .prepare("SELECT final_text FROM sessions WHERE id = ?")
        .pluck()
        .get(Buffer.from(id.slice(4), "hex"));

    test("is on the sheet after the browser's process crashed, and is saved as soon as the server is reached", async () => {
      const { page, id } = await corrected(newPerson());
      expect((await draftsIn(page)).text).not.toContain("Tuesday");
      const crashed = new Promise<void>((resolve) => page.once("crash", () => resolve()));
      void page.goto("chrome://crash").catch(() => {});
      await crashed;
      const next = await page.context().newPage();
      await next.route(sessions, (route) => route.abort());
      await next.goto("/app/dictate");
      await eventually(() => text(next).inputValue(), CORRECTED);
      await says(next, "Not saved yet");
      expect(stored(id)).toBe(DICTATED);
      await next.unroute(sessions);
      await next.getByRole("button", { name: "Save now" }).click();
      await says(next, "Saved in your history");
      expect(stored(id)).toBe(CORRECTED);
      await isEmpty(next);
      expect(await asksAtReload(next)).toBe(false);
    });

    test("that was made elsewhere too meanwhile is named on the first page, and decided by the person", async () => {
      const person = newPerson();
      const { page, id } = await corrected(person);
      const { context } = dashboard.server;
      const { id: userId } = person;
      const principal = { accountId: userId, userId } as Parameters<typeof context.dictation.correctText>[0];
      await context.dictation.correctText(principal, id, { text: "From elsewhere.", revision: 0 });
      await page.unroute(sessions);
      await page.goto("/app/");
      await page.getByRole("link", { name: "Your corrections of the dictation" }).click();
      await eventually(() => text(page).inputValue(), CORRECTED);
      await page.getByRole("button", { name: "Keep this one" }).click();
      await says(page, "Saved in your history");
      expect(stored(id)).toBe(CORRECTED);
      await isEmpty(page);
    });
  });
});
