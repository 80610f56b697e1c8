/** Templates in the app: kept under Words, inserted by the palette and by voice, filled gap by gap. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addTemplate, ownTemplates } from "../../src/dictation/personal/templates.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { microphone, recordedFor } from "./microphone.ts";
import { hearingDashboard } from "./test-dashboard.ts";

const LETTER = "Dear [[recipient]],\n\nyour invoice [[number]] is open.";

const dashboard = await hearingDashboard();

describe.skipIf(!hasChromium)("templates", () => {
  const deps = () => ({ ...dashboard.server.context, actor: TEST_ACTOR });
  const withLetter = (name: string) => {
    const person = dashboard.addPerson(name);
    addTemplate(deps(), ownTemplates(person.id), { kind: "letter", name: "Reminder", text: LETTER });
    return person;
  };
  const words = async (page: Page) => {
    await page.goto("/app/words");
    await page.getByRole("button", { name: "New template" }).waitFor();
  };
  const text = (page: Page) => page.getByRole("textbox", { name: "Your text" });
  const selected = (page: Page) =>
    text(page).evaluate((field) => {
      const { value, selectionStart, selectionEnd } = field as unknown as {
        value: string;
        selectionStart: number;
        selectionEnd: number;
      };
      return value.slice(selectionStart, selectionEnd);
    });
  const insert = async (page: Page, name: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search and commands" }).fill(name);
    await page.getByRole("option", { name }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };

  test("one is added, changed, deleted and brought back", async () => {
    const person = dashboard.addPerson("Someone Writing");
    const page = await dashboard.page({ as: person });
    const stored = async () => (await (await page.request.get("/v1/templates")).json()).data;
    await words(page);
    await page.getByRole("button", { name: "New template" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Reminder");
    await dialog.getByLabel("Text").fill(LETTER);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("cell", { name: "Reminder Letter" }).waitFor();
    expect(await stored()).toMatchObject([{ kind: "letter", text: LETTER, gaps: ["recipient", "number"] }]);
    await page.getByRole("button", { name: "Change Reminder" }).click();
    await dialog.getByLabel("Name").fill("Second reminder");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Delete Second reminder" }).click();
    await page.getByText("No templates yet.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Change Second reminder" }).waitFor();
    expect(await stored()).toMatchObject([{ name: "Second reminder", text: LETTER }]);
  });

  test("an organization's are changed by its owner, and only read by its members", async () => {
    const [chief, member] = [dashboard.addPerson("Chief Owner"), dashboard.addPerson("Plain Member")];
    const acme = addOrganization(deps(), { name: "Acme", owner: chief });
    addMember(deps(), acme.id, member.id, "member");
    const page = await dashboard.page({ as: chief });
    await words(page);
    await page.getByRole("button", { name: "New template" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Greeting");
    await dialog.getByLabel("For", { exact: true }).selectOption("Acme");
    await dialog.getByLabel("Text").fill("Hello [[name]]");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Change Greeting" }).waitFor();
    const other = await dashboard.page({ as: member });
    await words(other);
    await other.getByText("Letter · Acme").waitFor();
    expect(await other.getByRole("button", { name: /Greeting/ }).count()).toBe(0);
    await insert(other, "Greeting");
    await eventually(() => text(other).inputValue(), "Hello [[name]]");
  });

  test("the palette inserts one, and Tab goes from gap to gap and out of the text", async () => {
    const page = await dashboard.page({ as: withLetter("Someone Inserting") });
    await page.goto("/app/dictate");
    await page.getByRole("button", { name: "Start recording" }).waitFor();
    await insert(page, "Reminder");
    await eventually(() => text(page).inputValue(), LETTER);
    await eventually(() => selected(page), "[[recipient]]");
    await page.keyboard.type("Ms Holt");
    await page.keyboard.press("Tab");
    await eventually(() => selected(page), "[[number]]");
    await page.keyboard.press("Shift+Tab");
    expect(await text(page).evaluate((field) => field.ownerDocument.activeElement === field)).toBe(false);
    await page.getByRole("button", { name: "Next gap: number" }).click();
    await eventually(() => selected(page), "[[number]]");
    await page.keyboard.type("17");
    await page.getByRole("button", { name: /Next gap/ }).waitFor({ state: "detached" });
    await page.keyboard.press("Tab");
    expect(await text(page).evaluate((field) => field.ownerDocument.activeElement === field)).toBe(false);
    const filled = "Dear Ms Holt,\n\nyour invoice 17 is open.";
    expect(await text(page).inputValue()).toBe(filled);
    // It is in no history: the page says so.
    await page.getByText("This text is not stored.").waitFor();

    await text(page).press("Control+End");
    await insert(page, "Reminder");
    await eventually(() => text(page).inputValue(), `${filled}\n${LETTER}`);
    await eventually(() => selected(page), "[[recipient]]");
    await page.getByRole("button", { name: "Undo" }).click();
    await eventually(() => text(page).inputValue(), filled);
  });

  test("one that was asked for by voice has its first gap selected", async () => {
    microphone.says("synth_02_rms");
    const page = await dashboard.page({ as: withLetter("Someone Saying"), permissions: ["microphone"] });
    const said = "insert template reminder";
    const result = {
      ...{ object: "dictation", session_id: `ses_${"0".repeat(32)}`, operation: "dictate", raw_text: said },
      ...{ text: LETTER, language: "en", duration_seconds: 1, edit_unclear: false, edit_deleted: false },
    };
    await page.route("**/v1/dictations", (route) => route.fulfill({ json: result }));
    await page.goto("/app/dictate");
    await page.getByRole("button", { name: "Start recording" }).click();
    await page.getByText(recordedFor(1)).first().waitFor();
    await page.keyboard.press("Enter");
    await eventually(() => text(page).inputValue(), LETTER);
    await eventually(() => selected(page), "[[recipient]]");
  });

  test("what is shown is accessible and fits, on a phone and on a desk, light and dark", async () => {
    const as = withLetter("Someone Looking");
    const dialog = async (page: Page) => {
      await page.getByRole("button", { name: "New template" }).click();
      await page.getByRole("dialog").getByLabel("Name").waitFor();
    };
    await dashboard.walk([
      {
        name: "templates",
        path: "/app/words",
        as,
        prepare: (page) => page.getByText("Reminder").first().waitFor(),
      },
      { name: "new template", path: "/app/words", as, prepare: dialog },
      {
        name: "template with gaps",
        path: "/app/dictate",
        as,
        prepare: async (page) => {
          await insert(page, "Reminder");
          await page.getByRole("button", { name: "Next gap: recipient" }).waitFor();
        },
      },
    ]);
  });
});
