/** A recording that the server does not have yet outlives the page, for the person who spoke it alone. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { setUserPrivacyMode } from "../../src/accounts/people/users.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { until } from "../support/transcription.ts";
import { asksAtReload } from "./dictated.ts";
import { draftsIn } from "./drafts-in.ts";
import { BEFORE_WORDS_SECONDS, microphone, recordedFor } from "./microphone.ts";
import { hearingDashboard } from "./test-dashboard.ts";

/** How it ends: a busy machine hears its beginning late. */
const TEXT = "moved to Thursday at 2:30.";

const dashboard = await hearingDashboard();

describe.skipIf(!hasChromium)("a recording that was not sent", () => {
  let people = 0;

  const newPerson = () =>
    dashboard.addPerson(`Dora Keep ${["One", "Two", "Three", "Four", "Five", "Six"][people++]}`);
  const text = (page: Page) => page.getByRole("textbox", { name: "Your text" });
  const waits = (page: Page) => page.getByRole("region", { name: "Your recording is kept" });
  const isStored = (page: Page) =>
    waits(page).getByText("It is kept in this browser, encrypted for you alone.").waitFor();
  const isFound = (page: Page) => waits(page).getByText("It was not sent before the page closed.").waitFor();
  const isReady = (page: Page) => page.getByRole("button", { name: "Start recording" }).waitFor();
  const open = async (as: User) => {
    const page = await dashboard.page({ as, permissions: ["microphone"], failedCalls: /dictations|profile/ });
    await page.goto("/app/dictate");
    await isReady(page);
    await page
      .getByText("Texts go to your history.")
      .or(page.getByText("Privacy mode is on"))
      .first()
      .waitFor();
    return page;
  };
  const begin = async (page: Page, seconds: number) => {
    await page.locator("h1").click();
    await Promise.all([page.keyboard.down("Space"), page.keyboard.up("Space")]);
    await page.getByText(recordedFor(seconds)).first().waitFor();
  };
  /** All of the sentence, with a server that does not answer. */
  const unsent = async (page: Page) => {
    microphone.says("synth_02_rms", BEFORE_WORDS_SECONDS);
    await page.route("**/v1/dictations", (route) => route.abort());
    await begin(page, BEFORE_WORDS_SECONDS + 5);
    await page.keyboard.press("Space");
    await waits(page).waitFor();
    await page.unroute("**/v1/dictations");
  };
  const reload = async (page: Page) => {
    const asked = await asksAtReload(page);
    await isReady(page);
    return asked;
  };

  test("is there after a reload, encrypted until then, and gone once it is text", async () => {
    const page = await open(newPerson());
    await unsent(page);
    await isStored(page);
    const { count, text: lying } = await draftsIn(page);
    expect(count).toBeGreaterThan(5);
    expect(lying).not.toContain("idempotencyKey");
    expect(await reload(page)).toBe(false);
    await isFound(page);
    await waits(page).getByRole("button", { name: "Send again" }).click();
    await text(page).waitFor();
    expect(await text(page).inputValue()).toContain(TEXT);
    await until(async () => (await draftsIn(page)).count === 0);
  });

  test("is there after the browser's process for the page crashed in the middle of it", async () => {
    const page = await open(newPerson());
    microphone.says("synth_02_rms", BEFORE_WORDS_SECONDS);
    await begin(page, BEFORE_WORDS_SECONDS + 5);
    const crashed = new Promise<void>((resolve) => page.once("crash", () => resolve()));
    void page.goto("chrome://crash").catch(() => {});
    await crashed;
    const next = await page.context().newPage();
    await next.goto("/app/dictate");
    await isFound(next);
    await waits(next).getByRole("button", { name: "Send again" }).click();
    await text(next).waitFor();
    expect(await text(next).inputValue()).toContain("been moved");
  });

  test("waits for its own person while another one uses the browser, and through an ended log-in", async () => {
    const [owner, other] = [newPerson(), newPerson()];
    const page = await open(owner);
    await unsent(page);
    await isStored(page);
    // A page that is still open asks for its own person, and is refused.
    await page.goto("about:blank");
    await dashboard.logIn(page.context(), other);
    await page.goto("/app/dictate");
    await isReady(page);
    await page.getByText("Texts go to your history.").waitFor();
    expect(await waits(page).count()).toBe(0);
    await page.goto("about:blank");
    await dashboard.logIn(page.context(), owner);
    await page.goto("/app/dictate");
    await isFound(page);
  });

  test("is asked about before the log-out, which ends it", async () => {
    const owner = newPerson();
    const page = await open(owner);
    await unsent(page);
    await isStored(page);
    const logOut = async () => {
      await page.getByRole("button", { name: owner.name ?? "" }).click();
      await page.getByRole("link", { name: "Log out" }).click();
    };
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await logOut();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await logOut();
    await question.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/logout");
    await page.getByRole("main").getByRole("button", { name: "Log out" }).click();
    await page.waitForURL("**/login");
    await dashboard.logIn(page.context(), owner);
    await page.goto("/app/dictate");
    await isReady(page);
    await until(async () => (await draftsIn(page)).count === 0);
    expect(await waits(page).count()).toBe(0);
  });

  test("is in the page alone where nothing may be kept, and the browser asks before it closes", async () => {
    const person = newPerson();
    const { db, clock } = dashboard.server.context;
    setUserPrivacyMode({ db, clock, actor: TEST_ACTOR }, person.id, true);
    const page = await open(person);
    await unsent(page);
    await waits(page).getByText("It is in the memory of this page alone").waitFor();
    expect((await draftsIn(page)).count).toBe(0);
    expect(await reload(page)).toBe(true);
  });

  test("as everybody must be able to see it", async () => {
    const person = newPerson();
    await dashboard.walk([
      {
        name: "found again",
        path: "/app/dictate",
        as: person,
        failedCalls: /dictations/,
        prepare: async (page) => {
          await isReady(page);
          await page.getByText("Texts go to your history.").waitFor();
          await unsent(page);
          await isStored(page);
          await page.reload();
          await isFound(page);
        },
      },
    ]);
  });
});
