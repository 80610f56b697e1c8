/** Shared look of controls, wherever they stand: how loud they are, where the focus is, what high contrast keeps of them. */
import { beforeAll, describe, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { historyOf } from "../support/history.ts";
import { PHONE, settled } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const LONG =
  "The committee agreed to extend the facility by twelve months, and to look at its terms again in May.";

/** Members of an element for a page's script. */
interface Scope {
  document: { activeElement: unknown };
  getComputedStyle(element: unknown): Record<string, string>;
}

function styleOf(of: Locator, ...names: string[]): Promise<(string | undefined)[]> {
  return of.evaluate((element, names) => {
    const style = (globalThis as unknown as Scope).getComputedStyle(element);
    return names.map((name) => style[name]);
  }, names);
}

function hasFocus(of: Locator): Promise<boolean> {
  return of.evaluate((element) => (globalThis as unknown as Scope).document.activeElement === element);
}

/** @returns where the focus was when a dialog came or went, each time: no key that is pressed then may go elsewhere. */
async function watchFocus(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`
    globalThis.focusAtChange = [];
    let wasOpen = false;
    const look = () => {
      const isOpen = document.querySelector("dialog") !== null;
      if (isOpen === wasOpen) return;
      wasOpen = isOpen;
      const { activeElement } = document;
      focusAtChange.push(activeElement.closest("dialog") ? "in the dialog" : activeElement.textContent.trim());
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  `);
  return () => page.evaluate<string[]>("focusAtChange");
}

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("controls", () => {
  beforeAll(async () => {
    if (!hasChromium) return;
    const { person, server } = dashboard;
    const { db, clock, config } = server.context;
    const keyPrefixes = config.auth.key_prefixes;
    createKey({ db, clock, actor: TEST_ACTOR, keyPrefixes }, person, { name: "Reading room" });
    historyOf(server, person.email).keep(LONG);
    await dashboard.page();
  });

  test.each([
    ["/app/history", "Erase all"],
    ["/app/keys", "Revoke"],
    ["/app/you", "End all others"],
    ["/app/you", /^End .*, logged in/],
  ])("at %s, %p is quiet text", async (path, name) => {
    const page = await dashboard.page();
    await page.goto(path);
    const button = page.getByRole("button", { name }).first();
    await button.waitFor();
    const none = "rgba(0, 0, 0, 0)";
    await eventually(() => styleOf(button, "borderTopColor", "backgroundColor"), [none, none]);
  });

  const openers: [what: string, path: string, open: string, focused: (dialog: Locator) => Locator][] = [
    ["its first field", "/app/keys", "New key", (dialog) => dialog.getByRole("textbox").first()],
    ["its first field", "/app/words", "Import", (dialog) => dialog.locator("select, input").first()],
    ["Cancel", "/app/keys", "Revoke", (dialog) => dialog.getByRole("button", { name: "Cancel" })],
  ];
  test.each(openers)("the focus of a dialog begins at %s (%s, %s)", async (_, path, open, focused) => {
    const page = await dashboard.page();
    await page.goto(path);
    const opener = page.getByRole("button", { name: open }).first();
    await opener.waitFor();
    const focusAtChange = await watchFocus(page);
    await opener.click();
    const dialog = page.getByRole("dialog");
    await eventually(focusAtChange, ["in the dialog"]);
    await eventually(() => hasFocus(focused(dialog)), true);
    await page.keyboard.press("Escape");
    await eventually(focusAtChange, ["in the dialog", open]);
    await eventually(() => hasFocus(opener), true);
  });

  test.each([
    ["/app/dictate", null],
    ["/app/recordings", null],
    ["/app/history", null],
    ["/app/keys", "New key"],
    ["/app/usage", null],
    ["/app/words", null],
    ["/app/words", "Import"],
    ["/app/you", null],
  ])("every field at %s (%p) shows the focus", async (path, dialog) => {
    const page = await dashboard.page();
    await page.goto(path);
    if (dialog !== null) await page.getByRole("button", { name: dialog }).first().click();
    const fields = page.locator(
      `${dialog === null ? "main" : "dialog"} :is(input, select, textarea):not(:disabled)`,
    );
    await fields.first().waitFor({ state: "attached" });
    await settled(page);
    for (const field of await fields.all()) {
      // Such as one that is reached by another of its kind.
      if (!(await field.evaluate((element) => element.checkVisibility()))) continue;
      await page.keyboard.press("Shift");
      await field.focus();
      // If the field itself is not seen, what stands for it.
      const outline = () =>
        field.evaluate((element) => {
          const { getComputedStyle } = globalThis as unknown as Scope;
          const isSeen = getComputedStyle(element).clipPath === "none";
          const { outlineStyle, outlineWidth } = getComputedStyle(
            isSeen ? element : element.closest("label"),
          );
          return [element.outerHTML.slice(0, 120), outlineStyle, outlineWidth];
        });
      await eventually(outline, [await nameOf(field), "solid", "2px"]);
    }
  });

  test("forced colours keep the arrows of selects and the current page", async () => {
    for (const width of [PHONE, 1280]) {
      const page = await dashboard.page({ width, forcedColors: "active" });
      await page.goto("/app/usage");
      const select = page.getByLabel("Month");
      await select.waitFor();
      await eventually(() => styleOf(select, "appearance", "backgroundImage"), ["auto", "none"]);
      await page.goto("/app/history");
      const here = page.locator("nav [aria-current=page]:visible");
      await here.waitFor();
      await eventually(() => styleOf(here, "outlineStyle", "outlineWidth"), ["solid", "2px"]);
      await dashboard.leave(page);
    }
  });

  test("a name too long for its place ends in an ellipsis", async () => {
    const person = dashboard.addPerson("Maximiliane-Hannelore-Wolkenstein-Trostburg");
    const page = await dashboard.page({ as: person });
    await page.goto("/app/usage");
    const name = page.locator(".side-foot > button > span:not(.face)");
    await name.waitFor();
    await eventually(() => styleOf(name, "overflowX", "textOverflow"), ["hidden", "ellipsis"]);
    await eventually(() => isInside(page, name), true);
    await eventually(() => styleOf(page.getByLabel("Month"), "textOverflow"), ["ellipsis"]);
  });

  test("the title of a dictation ends in an ellipsis where its text goes on", async () => {
    const page = await dashboard.page();
    await page.goto("/app/");
    await page.getByRole("link", { name: /^The committee agreed .*…$/ }).waitFor();
  });

  test("the menu of a phone stands in its region", async () => {
    const page = await dashboard.page({ width: PHONE });
    await page.goto("/app/usage");
    const bar = page.getByRole("navigation");
    await bar.getByRole("button", { name: "More" }).click();
    await bar.locator("[popover]:popover-open").getByRole("link", { name: "Usage" }).waitFor();
  });
});

function nameOf(field: Locator): Promise<string> {
  return field.evaluate((element) => element.outerHTML.slice(0, 120));
}

/** Whether the side bar, which cuts what is wider, cuts nothing of it. */
async function isInside(page: Page, element: Locator): Promise<boolean> {
  const [bar, box] = [await page.locator(".side").boundingBox(), await element.boundingBox()];
  return bar !== null && box !== null && box.x + box.width <= bar.x + bar.width;
}
