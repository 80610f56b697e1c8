/** The history in the browser: by day, searched, opened, corrected, deleted, erased, and off. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { HOUR_MS } from "../../src/lib/units.ts";
import { sessionById } from "../../src/store/dictation/sessions.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { historyOf } from "../support/history.ts";
import { PHONE, walkByKeyboard } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const TEXTS = [
  "Dear Mr Okafor, thank you for the documents of 19 November.",
  "The committee agreed to release the second tranche on Friday.",
  "Reminder for the audit on Thursday.",
];

/** A busy browser reports several places of an element at once, the oldest first. */
const AS_IF_BUSY = `
  const { IntersectionObserver } = globalThis;
  globalThis.IntersectionObserver = class extends IntersectionObserver {
    constructor(tell, options) {
      const before = ({ target, boundingClientRect }) => ({ target, boundingClientRect, isIntersecting: false });
      super((entries) => tell([before(entries[0]), ...entries]), options);
    }
  };
`;

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("the history", () => {
  /** A person with texts, the newest first, an hour between them. */
  const someone = (name: string, texts: readonly string[], everyMs = HOUR_MS) => {
    const person = dashboard.addPerson(name);
    const history = historyOf(dashboard.server, person.email);
    const now = dashboard.server.context.clock.now();
    const ids = texts
      .map((text, index) => ({ text, atMs: now - index * everyMs }))
      .toReversed()
      .map(({ text, atMs }) => history.keep(text, { atMs }))
      .toReversed();
    return { person, ids, keep: history.keep };
  };
  const rows = (page: Page) => page.locator(".history-row");
  const hasRows = (page: Page, count: number) => eventually(() => rows(page).count(), count);
  const marked = (page: Page) =>
    page.evaluate(() => {
      const { CSS } = globalThis as unknown as { CSS: { highlights: Map<string, Iterable<unknown>> } };
      return [...(CSS.highlights.get("found") ?? [])].map(String);
    });

  test("a text opened before the search begins stays open through it", async () => {
    const { person } = someone("Ada Quick", TEXTS);
    const page = await dashboard.page({ as: person });
    await page.goto("/app/history");
    await rows(page).first().waitFor();
    // Both in one go, so that nothing comes between them.
    await page.evaluate(`
      const field = document.querySelector("input[type=search]");
      field.value = "audit";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      setTimeout(() => document.querySelector(".history-row a").click(), 50);
    `);
    await page.waitForURL(/[?&]session=\w+.*#query=audit/);
    await page
      .getByRole("dialog")
      .getByText(TEXTS[0] as string)
      .waitFor();
  });

  test("is searched with every hit marked, opened, corrected, and one is deleted", async () => {
    const { person, ids } = someone("Ada Search", TEXTS);
    const page = await dashboard.page({ as: person });
    await page.goto("/app/history");
    await hasRows(page, 3);
    await page.getByRole("searchbox", { name: "Search your texts" }).fill("TRANCHE, the commítteé");
    await page.waitForURL(/#query=TRANCHE/);
    await hasRows(page, 1);
    await eventually(() => marked(page), ["tranche", "committee"]);

    await rows(page).getByRole("link").click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText(TEXTS[1] as string).waitFor();
    await drawer.getByRole("button", { name: "Something is wrong" }).click();
    await page.getByLabel("The text as you meant it").fill("On Monday.");
    // Nothing opens above the drawer.
    expect(await page.locator("dialog").count()).toBe(1);
    await page.getByRole("button", { name: "Send the correction" }).click();
    await page.getByText("Your correction is kept with the text").first().waitFor();
    const { db } = dashboard.server.context;
    const feedback = db.prepare("SELECT corrected_text FROM session_feedback").all() as {
      corrected_text: string;
    }[];
    expect(feedback.map((each) => each.corrected_text)).toEqual(["On Monday."]);

    await drawer.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Nothing found").waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await rows(page).first().waitFor();
    await rows(page)
      .getByRole("button", { name: /^Delete/ })
      .click();
    // Leaving the page confirms it.
    await page.goto("/app/");
    const view = { userId: person.id, organizationId: null };
    const left = () => ids.filter((id) => sessionById(db, view, id) !== null);
    await eventually(left, [ids[0], ids[2]] as string[]);
  });

  test("is long and stays light: older ones come while one scrolls, far ones are not drawn", async () => {
    const { person } = someone(
      "Long History",
      Array.from({ length: 600 }, (_, index) => `Text number ${index}.`),
    );
    const page = await dashboard.page({ as: person, script: AS_IF_BUSY });
    await page.goto("/app/history");
    await rows(page).first().waitFor();
    const last = page.getByText("Text number 599.");
    const scrolledToLast = async () => {
      await page.mouse.wheel(0, 4_000);
      return await last.count();
    };
    await eventually(scrolledToLast, 1);
    await last.scrollIntoViewIfNeeded();
    await eventually(async () => (await rows(page).count()) < 300, true);
    await page.evaluate("scrollTo(0, 0)");
    await page.getByText("Text number 0.").waitFor();
  });

  test("shows at once what is dictated elsewhere, and what was dictated up to a day", async () => {
    const { person, keep } = someone("Ella Where", []);
    const now = dashboard.server.context.clock.now();
    keep("An old text.", { atMs: now - 72 * HOUR_MS });
    keep("A new text.");
    const page = await dashboard.page({ as: person });
    await page.goto("/app/history");
    await rows(page).first().waitFor();
    const day = new Date(now - 48 * HOUR_MS).toLocaleDateString("sv");
    await page.getByLabel("Show from this day back").fill(day);
    await hasRows(page, 1);
    await page.getByText("An old text.").waitFor();
  });

  test("is erased as a whole after one question", async () => {
    const { person } = someone("Erica Gone", TEXTS);
    const page = await dashboard.page({ as: person });
    await page.goto("/app/history");
    await rows(page).first().waitFor();
    await page.getByRole("button", { name: "Erase all" }).click();
    await page.getByRole("button", { name: "Erase everything" }).click();
    await page.getByText("Nothing here yet").waitFor();
    await page.getByText("3 texts erased").first().waitFor();
  });

  test("is off where an organization decided so, and the page says which", async () => {
    const { person } = someone("Nora Keep", []);
    const deps = {
      db: dashboard.server.context.db,
      clock: dashboard.server.context.clock,
      actor: TEST_ACTOR,
    };
    const { id } = addOrganization(deps, { name: "Northgate Bank", owner: person });
    setPolicy(deps, id, { zeroRetention: true });
    const page = await dashboard.page({ as: person });
    await page.goto("/app/history");
    await page.getByText("Northgate Bank keeps no history").waitFor();
    await dashboard.walk([{ name: "off", path: "/app/history", as: person }]);
  });

  test("every state, as everybody must be able to see it", async () => {
    const { person: full } = someone("Maria Full", TEXTS);
    const { person: none } = someone("Nina Empty", []);
    await dashboard.walk([
      { name: "nothing yet", path: "/app/history", as: none },
      {
        name: "hits",
        path: "/app/history#query=tranche",
        as: full,
        prepare: (page) => rows(page).first().waitFor(),
      },
      {
        name: "one open",
        path: "/app/history#query=tranche",
        as: full,
        prepare: async (page) => {
          await rows(page).getByRole("link").click();
          await page
            .getByRole("dialog")
            .getByText(TEXTS[1] as string)
            .waitFor();
          await page.getByRole("button", { name: "Something is wrong" }).click();
          await page.getByLabel("The text as you meant it").waitFor();
        },
      },
      {
        name: "no hit",
        path: "/app/history#query=nowhere",
        as: full,
        prepare: (page) => page.getByText("Nothing found").waitFor(),
      },
    ]);
  });

  test("by the keyboard alone, in German, on a phone", async () => {
    // The next row is of another day.
    const { person } = someone("Greta Keys", TEXTS, 24 * HOUR_MS);
    const page = await dashboard.page({ as: person, width: PHONE, locale: "de-DE" });
    await page.goto("/app/history");
    await page.getByRole("heading", { name: "Heute" }).waitFor();
    const reached = await walkByKeyboard(page);
    expect(reached).toContain("Ihre Texte durchsuchen");
    expect(reached).toContain(TEXTS[0] as string);
    await rows(page).first().getByRole("button").focus();
    await page.keyboard.press("Enter");
    const focused = () => page.evaluate<string | undefined>("document.activeElement.textContent");
    await eventually(focused, TEXTS[1]);
    await page.keyboard.press("Enter");
    await page
      .getByRole("dialog")
      .getByText(TEXTS[1] as string)
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await eventually(focused, TEXTS[1]);
  });
});
