/** Dictionary, replacements, instructions and settings of a person, with a line to try them on, and as CSV. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { historyOf } from "../support/history.ts";
import { PHONE, walkByKeyboard } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("words", () => {
  async function words(name: string): Promise<Page> {
    const page = await dashboard.page({ as: dashboard.addPerson(name) });
    await page.goto("/app/words");
    await page.getByRole("heading", { name: "Dictionary" }).waitFor();
    return page;
  }
  const stored = async (page: Page) => (await page.request.get("/v1/customizations")).json();
  const after = (page: Page) => page.locator(".before-after dd").last();

  test("a word and a replacement change the line that tries them, as they are added", async () => {
    const page = await words("Ada Okafor");
    await page.getByLabel("A sentence as you would say it").fill("tell okafor that my address is new");
    await eventually(() => after(page).textContent(), "Tell okafor that my address is new.");
    await page.getByLabel("Add a word or name").fill("Okafor");
    await page.keyboard.press("Enter");
    await page.locator("ins", { hasText: "Okafor" }).waitFor();

    await page.getByRole("button", { name: "New replacement" }).click();
    await page.getByLabel("When you say").fill("my address");
    await page.getByLabel("tiro writes", { exact: true }).fill("4 Harbour Street");
    await page.getByRole("button", { name: "Save", exact: true }).first().click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator("ins", { hasText: "Harbour Street" }).waitFor();
    await eventually(() => after(page).textContent(), "Tell Okafor that 4 Harbour Street is new.");
    expect(await stored(page)).toMatchObject({
      dictionary: ["Okafor"],
      replacements: [{ from: "my address", to: "4 Harbour Street" }],
    });
  });

  test("what is removed comes back by “Undo”", async () => {
    const page = await words("Someone Removing");
    await page.getByLabel("Add a word or name").fill("Soakaway");
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByRole("button", { name: "Remove Soakaway" }).click();
    await page.getByText("“Soakaway” removed").first().waitFor();
    expect((await stored(page)).dictionary).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Remove Soakaway" }).waitFor();
    expect((await stored(page)).dictionary).toEqual(["Soakaway"]);
  });

  test("a replacement that is renamed leaves nothing of its old name", async () => {
    const page = await words("Renaming Person");
    await give(page, [{ type: "replacement_set", from: "sig", to: "Best,\nAda" }]);
    await page.reload();
    await page.getByRole("button", { name: "Change sig" }).click();
    await page.getByLabel("When you say").fill("my signature");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Change my signature" }).waitFor();
    expect((await stored(page)).replacements).toEqual([{ from: "my signature", to: "Best,\nAda" }]);
  });

  test("what cannot be saved stays as it was typed, with the fault", async () => {
    const page = await dashboard.page({ as: dashboard.addPerson("Someone Typing"), failedCalls: /400/ });
    await page.goto("/app/words");
    await page.getByRole("button", { name: "New replacement" }).click();
    await page.getByLabel("When you say").fill("a".repeat(201));
    await page.getByLabel("tiro writes", { exact: true }).fill("something long");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    expect(await page.getByLabel("When you say").inputValue()).toBe("a".repeat(201));
    expect(await page.getByLabel("tiro writes", { exact: true }).inputValue()).toBe("something long");
  });

  test("instructions are tried while they are typed, and what no rule understands is named", async () => {
    const page = await words("Instructing Person");
    await page.getByLabel("A sentence as you would say it").fill("hello there");
    await page
      .getByRole("textbox", { name: "Instructions" })
      .fill("Write everything in uppercase. Be polite.");
    await page.locator("ins", { hasText: "HELLO THERE" }).waitFor();
    expect((await stored(page)).custom_instructions).toBe("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".banner", { hasText: "Be polite." }).waitFor();
    expect((await stored(page)).custom_instructions).toBe("Write everything in uppercase. Be polite.");
  });

  test("settings are stored as they are chosen", async () => {
    const page = await words("Setting Person");
    await page.getByLabel("Language of your dictations").selectOption("de");
    await page.getByText("Saved").first().waitFor();
    await page.getByLabel("Casual messages").check();
    const settings = async () => {
      const { language, casual_messaging } = await (await page.request.get("/v1/settings")).json();
      return { language, casual_messaging };
    };
    await eventually(settings, { language: "de", casual_messaging: true });
  });

  test("a dictionary comes in and goes out as CSV, with a preview", async () => {
    const page = await words("Someone Loading");
    const lines = Array.from({ length: 250 }, (_, index) => `Name${index}`);
    const buffer = Buffer.from(["word", ...lines, "Name1"].join("\n"));
    const open = () => page.getByRole("button", { name: "Import" }).click();
    const choose = () =>
      page.getByLabel("File", { exact: true }).setInputFiles({ name: "x.csv", mimeType: "text/csv", buffer });
    await open();
    await choose();
    await page.getByText("250 new").waitFor();
    expect((await stored(page)).dictionary).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
    await page.getByText("100 of 250 words.").waitFor();
    await page.getByLabel("Find in your dictionary").fill("name24");
    await page.getByText("11 of 250 words.").waitFor();

    await page.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Dictionary as CSV" }).click();
    const text = await Bun.file((await (await download).path()) ?? "").text();
    expect(text).toBe(`${["word", ...lines].join("\r\n")}\r\n`);
    await open();
    await choose();
    await page.getByText("251 there already").waitFor();
  });

  test("a file with a line that cannot be taken is not taken, and the line is named", async () => {
    const person = dashboard.addPerson("Failing Person");
    const page = await dashboard.page({ as: person, failedCalls: /400/ });
    await page.goto("/app/words");
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByLabel("Into").selectOption("replacements");
    const buffer = Buffer.from(`from,to\nok,fine\n${"a".repeat(201)},b`);
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "x.csv", mimeType: "text/csv", buffer });
    await page.getByText(/^line 3: /).waitFor();
    const button = page.getByRole("dialog").getByRole("button", { name: "Import" });
    await eventually(() => button.isDisabled(), true);
  });

  test("words that were corrected again and again are offered, and not once they were taken", async () => {
    const as = dashboard.addPerson("Cora Rect");
    const { id: userId, email } = as;
    const { context } = dashboard.server;
    const principal = { accountId: userId, userId } as Parameters<typeof context.dictation.correctText>[0];
    const history = historyOf(dashboard.server, email);
    const corrections = [
      ["Ask mister Maier about cube control.", "Ask mister Meyer about kubectl."],
      ["Maier knows.", "Meyer knows."],
      ["So cube control it is, once.", "So kubectl it is, twice."],
    ] as const;
    for (const [said, corrected] of corrections)
      await context.dictation.correctText(principal, history.keep(said), { text: corrected, revision: 0 });
    const page = await dashboard.page({ as });
    await page.goto("/app/words");
    const offers = page.getByRole("region", { name: "From your corrections" });
    await eventually(() => offers.getByRole("listitem").count(), 2);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Always write it this way: Meyer instead of Maier" }).click();
    await dialog.getByText("None of your other texts has “Maier”.").waitFor();
    expect(await dialog.getByRole("radio").count()).toBe(2);
    await dialog.getByRole("button", { name: "Save" }).click();
    await eventually(() => offers.getByRole("listitem").count(), 1);
    history.keep("Ask cube control for the list.");
    await page
      .getByRole("button", { name: "Always write it this way: kubectl instead of cube control" })
      .click();
    await dialog.getByRole("radio", { name: "Always replace “cube control”" }).check();
    await dialog.locator("del").getByText("cube control").waitFor();
    await dialog.locator("ins").getByText("kubectl").waitFor();
    expect(await dashboard.faultsOf(page, { name: "a correction for good" })).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await offers.waitFor({ state: "detached" });
    expect(context.dictation.getCustomizations(principal)).toMatchObject({
      dictionary: ["Meyer"],
      replacements: [{ from: "cube control", to: "kubectl" }],
    });
  });

  test("a member proposes a word for the organization, and its owner takes it or not", async () => {
    const [owner, member] = [dashboard.addPerson("Olga Wirt"), dashboard.addPerson("Mika Lund")];
    const { db, clock } = dashboard.server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    const { id } = addOrganization(deps, { name: "Northgate", owner });
    addMember(deps, id, member.id, "member");
    const [own, other] = [await dashboard.page({ as: owner }), await dashboard.page({ as: member })];
    for (const page of [own, other]) await page.goto("/app/organization?tab=dictionary");
    for (const word of ["Harcourt", "Hrcourt", "Harcort"]) {
      await other.getByRole("textbox", { name: "Word" }).fill(word);
      await other.getByRole("button", { name: "Propose a word" }).click();
      await other.getByRole("button", { name: `Withdraw: ${word}` }).waitFor();
    }
    await other.getByRole("button", { name: "Withdraw: Hrcourt" }).click();
    await own.getByRole("button", { name: "Decline: Harcort" }).click();
    expect(await dashboard.faultsOf(own, { name: "proposals" })).toEqual([]);
    await own.getByRole("button", { name: "Accept: Harcourt" }).click();
    await own.getByRole("button", { name: "Remove: Harcourt" }).waitFor();
    await own.getByRole("heading", { name: "Proposals" }).waitFor({ state: "detached" });
    await other.getByRole("button", { name: "Withdraw: Harcourt" }).waitFor({ state: "detached" });
  });

  test("every state, as everybody must be able to see it", async () => {
    await dashboard.walk([{ name: "nothing yet", path: "/app/words", prepare: ready }]);
    const page = await dashboard.page();
    await page.goto("/app/words");
    const operations = [
      ...["Aydın", "Basel III", "EBITDA", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"].map(
        (word) => ({ type: "dictionary_add", word }),
      ),
      { type: "replacement_set", from: "kind regards", to: "Kind regards,\nMaren Holt" },
    ];
    await give(page, operations);
    const tried = async (page: Page) => {
      await page.getByLabel("A sentence as you would say it").fill("ebitda kind regards");
      await page.locator("ins").first().waitFor();
    };
    await dashboard.walk([
      { name: "words", path: "/app/words", prepare: tried },
      {
        name: "from corrections",
        path: "/app/words",
        prepare: async (page) => {
          const data = [{ from: "cube control", to: "kubectl", texts: 3 }];
          await page.route("**/v1/customizations/suggestions", (route) =>
            route.fulfill({ json: { object: "list", data } }),
          );
          await page.reload();
          await page.getByRole("region", { name: "From your corrections" }).waitFor();
        },
      },
      {
        name: "replacement",
        path: "/app/words",
        prepare: (page) => page.getByRole("button", { name: "Change kind regards" }).click(),
      },
      {
        name: "import",
        path: "/app/words",
        prepare: (page) => page.getByRole("button", { name: "Import" }).click(),
      },
    ]);
  });

  test("by the keyboard alone, on a phone and in German", async () => {
    const page = await dashboard.page({ width: PHONE, locale: "de-DE" });
    await page.goto("/app/words");
    await page.getByRole("heading", { name: "Wörterbuch" }).waitFor();
    await page.getByLabel("Sprache Ihrer Diktate").waitFor();
    expect(await walkByKeyboard(page)).toContain("Hinzufügen");
  });
});

/** As the page itself would. */
async function give(page: Page, operations: readonly object[]): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const { document } = globalThis as unknown as {
      document: { querySelector(text: string): { content: string } };
    };
    const { csrf_token } = JSON.parse(document.querySelector('meta[name="tiro-session"]').content);
    const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf_token };
    return (await fetch("/v1/customizations", { method: "PATCH", headers, body })).status;
  }, JSON.stringify({ operations }));
  expect(status).toBe(200);
}

const ready = (page: Page) => page.getByLabel("Language of your dictations").waitFor();
