/** Every way out of a page asks before something is lost, and asks nothing if nothing is. */
import { describe, expect, test } from "bun:test";
import type { Dialog, Page } from "playwright-core";
import { hasChromium } from "../support/chromium.ts";
import { settled } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const TYPED = "Write British English.";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("leaving a page", () => {
  let people = 0;

  const newPerson = () =>
    dashboard.addPerson(`Lea Stay ${["One", "Two", "Three", "Four", "Five"][people++]}`);
  const instructions = (page: Page) => page.getByRole("textbox", { name: "Instructions" });
  const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
  const save = (page: Page) =>
    page.getByRole("region", { name: "Instructions" }).getByRole("button", { name: "Save" });
  /** From the first page, so that there is a way back. */
  const typed = async (person = newPerson(), failedCalls?: RegExp) => {
    const page = await dashboard.page({ as: person, ...(failedCalls && { failedCalls }) });
    await page.goto("/app/");
    await page.getByRole("link", { name: "Words" }).first().click();
    await instructions(page).fill(TYPED);
    return page;
  };
  /** Nothing is asked meanwhile, so that the page learns it from what it saves. */
  const logOut = async (page: Page) => {
    await settled(page);
    await page.context().clearCookies();
  };

  const ways: [string, (page: Page) => Promise<unknown>, RegExp][] = [
    [
      "a link to another page",
      (page) => page.getByRole("link", { name: "History" }).first().click(),
      /\/app\/history$/,
    ],
    ["the browser's way back", (page) => page.evaluate("history.back()"), /\/app\/$/],
  ];
  test.each(ways)("%s asks, and leaves once the person is sure", async (_, leave, elsewhere) => {
    const page = await typed();
    await leave(page);
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await question(page).waitFor({ state: "detached" });
    expect(page.url()).toEndWith("/app/words");
    expect(await instructions(page).inputValue()).toBe(TYPED);
    await leave(page);
    await question(page).getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(elsewhere);
    await instructions(page).waitFor({ state: "detached" });
  });

  test("a reload asks", async () => {
    const page = await typed();
    const asked = new Promise<Dialog>((resolve) => page.once("dialog", resolve));
    await page.evaluate("void setTimeout(() => location.reload())");
    await (await asked).dismiss();
    expect(await instructions(page).inputValue()).toBe(TYPED);
  });

  test("what is saved is left without a question", async () => {
    const page = await typed();
    await save(page).click();
    await page.getByText("Saved").first().waitFor();
    await page.getByRole("link", { name: "History" }).first().click();
    await page.waitForURL("**/app/history");
    expect(await question(page).count()).toBe(0);
  });

  test("the end of a log-in covers the page, waits, and gives it back to its person", async () => {
    const person = newPerson();
    const page = await typed(person, /customizations|profile|events/);
    await logOut(page);
    await save(page).click();
    const cover = page.getByRole("dialog", { name: "Your log-in has ended" });
    await cover.waitFor();
    await instructions(page).waitFor({ state: "hidden" });
    for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press("Escape");
    await cover.getByRole("button", { name: "I have logged in" }).click();
    await cover.getByText("Nobody is logged in yet.").waitFor();
    await dashboard.logIn(page.context(), person);
    await cover.getByRole("button", { name: "I have logged in" }).click();
    await cover.waitFor({ state: "detached" });
    expect(await instructions(page).inputValue()).toBe(TYPED);
    await save(page).click();
    await page.getByText("Saved").first().waitFor();
  });

  test("a key that is shown once is not left behind unnoticed", async () => {
    const page = await dashboard.page({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto("/app/keys");
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByRole("dialog").getByRole("textbox").first().fill("Backup");
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await page.getByRole("button", { name: "Copy key" }).waitFor();
    const leave = () => page.getByRole("link", { name: "History" }).first().click();
    await leave();
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Copy key" }).click();
    await page.getByText("Copied").first().waitFor();
    await leave();
    await page.waitForURL("**/app/history");
  });

  test("as everybody must be able to see it", async () => {
    await dashboard.walk([
      {
        name: "asked before leaving",
        path: "/app/words",
        prepare: async (page) => {
          await instructions(page).fill(TYPED);
          await page.locator("a[href='/app/history']:visible").first().click();
          await question(page).waitFor();
        },
      },
      {
        name: "log-in ended",
        path: "/app/words",
        failedCalls: /customizations|profile|events/,
        prepare: async (page) => {
          await instructions(page).fill(TYPED);
          await logOut(page);
          await save(page).click();
          await page.getByRole("dialog", { name: "Your log-in has ended" }).waitFor();
        },
      },
    ]);
  });
});
