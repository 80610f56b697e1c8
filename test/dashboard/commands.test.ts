/** Dialogs that open from everywhere: search and commands, shortcuts, and recordings dropped on any page. */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { hasChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { historyOf } from "../support/history.ts";
import { testDashboard } from "./test-dashboard.ts";

const SPEECH = join(import.meta.dir, "../audio/synth_02_rms.wav");
const TEXT = "The Harcourt survey is complete.";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("from every page", () => {
  beforeAll(async () => {
    if (!hasChromium) return;
    historyOf(dashboard.server, dashboard.person.email).keep(TEXT);
  });

  const open = async () => {
    const page = await dashboard.page();
    await page.goto("/app/usage");
    // Its person's rights decide what it searches.
    await page.getByRole("button", { name: "Maren Holt" }).waitFor();
    return page;
  };
  const field = (page: Page) => page.getByRole("combobox", { name: "Search and commands" });
  const shortcuts = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
  /** @param how `drop` or `paste`, as the browser reports it: of files alone, or with what they lie on. */
  const give = (page: Page, how: "drop" | "paste", file: { name: string; type: string; body: Buffer }) =>
    page.evaluate(
      ({ how, name, type, body }) => {
        interface Scope {
          document: { body: { dispatchEvent(event: unknown): boolean } };
          DataTransfer: new () => { items: { add(file: File): void } };
          DragEvent: new (type: string, init: object) => unknown;
          ClipboardEvent: new (type: string, init: object) => unknown;
        }
        const scope = globalThis as unknown as Scope;
        const data = new scope.DataTransfer();
        const bytes = Uint8Array.from(atob(body), (each) => each.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
        const init = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
        const event = how === "drop" ? new scope.DragEvent(how, init) : new scope.ClipboardEvent(how, init);
        return scope.document.body.dispatchEvent(event);
      },
      { how, name: file.name, type: file.type, body: file.body.toString("base64") },
    );

  test("one field finds pages, commands, dictations and recordings, by the keyboard alone", async () => {
    const page = await open();
    await page.keyboard.press("Control+k");
    await field(page).fill("harcourt");
    await page.getByRole("option", { name: TEXT }).waitFor();
    await field(page).press("Enter");
    await page.getByRole("dialog").getByText(TEXT).waitFor();
    expect(new URL(page.url()).hash).toBe("#query=harcourt");
    // No dialog opens above another.
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.keyboard.press("Control+k");
    await field(page).fill("dark");
    await field(page).press("Enter");
    await page.locator("html[data-theme='dark']").waitFor();
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await field(page).fill("words");
    await field(page).press("Enter");
    await page.getByRole("heading", { level: 1, name: "Words" }).waitFor();
  });

  test("the list of shortcuts opens by its key, unless the person turned single keys off", async () => {
    const page = await open();
    await page.keyboard.press("?");
    await shortcuts(page).getByText("Hold to speak").waitFor();
    await shortcuts(page).getByRole("checkbox").uncheck();
    await page.keyboard.press("Escape");
    await shortcuts(page).waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.keyboard.press("Control+k");
    // Had the list opened, this would not have.
    await field(page).fill("shortcuts");
    await field(page).press("Enter");
    await shortcuts(page).waitFor();
  });

  test("a recording that is dropped or pasted is transcribed, and found", async () => {
    const page = await open();
    const body = readFileSync(SPEECH);
    await give(page, "drop", { name: "minutes.pdf", type: "application/pdf", body });
    await page.getByText("There is no recording among these files").first().waitFor();
    await give(page, "drop", { name: "board meeting.wav", type: "audio/wav", body });
    await page.getByText("1 recording is being sent.").first().waitFor();
    await give(page, "paste", { name: "memo.wav", type: "", body });
    await page.getByRole("button", { name: "Show" }).last().click();
    for (const name of ["board meeting", "memo"])
      await page.getByRole("cell").getByRole("link", { name, exact: true }).waitFor();
    await page.keyboard.press("Control+k");
    // It is put into the search a moment after its words are there, and only other words are searched for again.
    const option = page.getByRole("option", { name: "board meeting" });
    let asked = 0;
    const found = async () => {
      await field(page).fill(asked++ % 2 === 0 ? "board meeting" : "meeting board");
      return option.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    };
    await eventually(found, true);
    await field(page).press("Enter");
    await page.waitForURL("**/app/recordings/rec_*");
  });

  test("every state, as everybody must be able to see it", async () => {
    const path = "/app/usage";
    await dashboard.walk([
      {
        name: "search",
        path,
        prepare: async (page) => {
          await page.getByRole("button", { name: "Search", exact: true }).click();
          await field(page).fill("harcourt");
          await page.getByRole("option", { name: TEXT }).waitFor();
        },
      },
      {
        name: "shortcuts",
        path,
        prepare: async (page) => {
          await page.keyboard.press("?");
          await shortcuts(page).waitFor();
        },
      },
    ]);
  });
});
