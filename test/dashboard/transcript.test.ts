/** One recording in the browser: read, corrected, saved, by one person and by two. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { addRecording, spoken } from "../support/recordings.ts";
import { RECORDING } from "../support/transcription.ts";
import { type Dashboard, PHONE } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const TURNS = [
  "The cladding on the east face was replaced in spring.",
  "We had the survey from Harcourt last week.",
  "Then let us take the two together.",
];

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("a transcript", () => {
  /** Of two speakers, who take turns; “Harcourt” was hardly heard. */
  const add = (person: User = dashboard.person) => {
    const segments = TURNS.map((text, index) => {
      const segment = spoken(text, index * 20, `spk_${index % 2}`);
      const words = segment.words.map((word) =>
        word.word === "Harcourt" ? { ...word, confidence: 0.3 } : word,
      );
      return { ...segment, words };
    });
    return addRecording(dashboard.server.context.db, person.id, { name: "Site visit", segments });
  };
  const open = async (id: string, options: Parameters<Dashboard["page"]>[0] = {}) => {
    const page = await dashboard.page(options);
    await page.goto(`/app/recordings/${id}`);
    await turns(page).first().waitFor();
    return page;
  };
  const turns = (page: Page) => page.locator("[data-segment] p");
  const texts = (page: Page) => turns(page).allTextContents();
  const isSaved = (page: Page) => page.getByText("All changes saved").waitFor();
  /** Puts the caret before a word of a turn. */
  const putCaret = async (page: Page, turn: number, word: string) => {
    await turns(page).nth(turn).focus();
    await page.evaluate(
      ([turn, word]) => {
        const { document, getSelection } = globalThis as unknown as {
          document: { querySelectorAll(selector: string): { firstChild: { data: string } }[] };
          getSelection(): { collapse(node: unknown, offset: number): void };
        };
        const node = document.querySelectorAll("[data-segment] p")[turn as number]?.firstChild;
        if (node) getSelection().collapse(node, node.data.indexOf(word as string));
      },
      [turn, word] as const,
    );
  };

  test("is corrected by the keyboard: typed, split, joined, moved, replaced, named, undone, found again", async () => {
    const id = add();
    const page = await open(id);
    await putCaret(page, 0, "spring");
    await page.keyboard.type("early ");
    await eventually(() => texts(page).then(([first]) => first), TURNS[0]?.replace("spring", "early spring"));
    await isSaved(page);

    // The key comes at once, before the browser reports where the caret is now.
    await putCaret(page, 0, "east");
    await page.evaluate(`
      const { focusNode } = getSelection();
      getSelection().collapse(focusNode, focusNode.data.indexOf("was"));
      document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }));
    `);
    await eventually(
      async () => (await texts(page)).slice(0, 2),
      ["The cladding on the east face", "was replaced in early spring."],
    );
    await putCaret(page, 1, "replaced");
    await page.keyboard.press("Alt+ArrowUp");
    await eventually(async () => (await texts(page))[0], "The cladding on the east face was");
    await page.keyboard.press("Control+z");
    await eventually(async () => (await texts(page))[1], "was replaced in early spring.");
    await turns(page).nth(1).focus();
    await page.keyboard.press("Home");
    // The browser's own Backspace. The next key may come at once, so that the caret is already there.
    const joined = await page.evaluate(`
      document.activeElement.dispatchEvent(
        new InputEvent("beforeinput", { inputType: "deleteContentBackward", bubbles: true, cancelable: true }));
      Promise.resolve().then(() => {
        const { focusNode, focusOffset } = getSelection();
        return focusNode.data.slice(0, focusOffset);
      });
    `);
    expect(joined).toBe("The cladding on the east face");
    await eventually(async () => (await texts(page)).length, 3);

    await page.keyboard.press("F4");
    expect(await page.evaluate("String(getSelection())")).toBe("Harcourt");
    await page.keyboard.type("Harcourt & Lane");
    await page.keyboard.press("Control+2");
    await page.keyboard.press("Control+f");
    await page.getByRole("searchbox", { name: "Find" }).fill("THE");
    await page.getByText("1 of 6").waitFor();
    await page.getByRole("checkbox", { name: "Whole words" }).check();
    await page.getByText("1 of 4").waitFor();
    await page.getByRole("textbox", { name: "Replace with" }).fill("that");
    await page.getByRole("button", { name: "Replace all" }).click();
    await page.locator(".toast").getByText("4 places replaced").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByRole("searchbox", { name: "Find" }).press("Escape");

    await page.getByRole("complementary").getByRole("button", { name: "Speaker 1" }).click();
    await page.getByRole("combobox", { name: "Name" }).fill("<b>Priya</b> Raman");
    await page.keyboard.press("Enter");
    await eventually(
      () => page.locator(".who").allTextContents(),
      ["<b>Priya</b> Raman", "Speaker 2", "<b>Priya</b> Raman"],
    );
    await isSaved(page);
    const left = [
      "The cladding on the east face was replaced in early spring.",
      "We had the survey from Harcourt & Lane last week.",
      TURNS[2] as string,
    ];
    expect(await texts(page)).toEqual(left);
    await page.reload();
    await eventually(() => texts(page), left);
    await page.getByRole("button", { name: "Subtitles" }).click();
    await page.locator(".subtitles").getByText("We had the survey from Harcourt & Lane").waitFor();
  });

  test("of which two change something has both; of the same words they choose, and a cut network loses nothing", async () => {
    const id = add();
    // Code that is fetched ahead is cut off with the rest.
    const [one, other] = [await open(id), await open(id, { failedCalls: /recordings|assets|installation/ })];
    await putCaret(one, 0, "spring");
    await one.keyboard.type("late ");
    await putCaret(other, 0, "cladding");
    await other.keyboard.type("old ");
    const both = "The old cladding on the east face was replaced in late spring.";
    for (const page of [one, other]) await eventually(async () => (await texts(page))[0], both);
    await isSaved(one);
    await isSaved(other);

    // Each changes the same words before it hears of the other.
    await other.context().setOffline(true);
    await putCaret(other, 2, "two");
    await other.keyboard.type("first ");
    await other.getByText("The server does not answer.").waitFor();
    await putCaret(one, 2, "two");
    await one.keyboard.type("last ");
    await isSaved(one);
    await other.context().setOffline(false);
    await other.getByRole("button", { name: "Compare both" }).click();
    const dialog = other.getByRole("dialog", { name: "Two people changed the same words" });
    await dialog.getByText("last").waitFor();
    expect(await dashboard.faultsOf(other, { name: "two versions" })).toEqual([]);
    await dialog.getByRole("radio", { name: /The other version/ }).check();
    await dialog.getByRole("button", { name: "Keep what is chosen" }).click();
    await eventually(async () => (await texts(other))[2], "Then let us take the last two together.");
    await isSaved(other);
    await dashboard.leave(other);

    await one.getByRole("button", { name: "More" }).click();
    await one.getByRole("button", { name: "Versions" }).click();
    const versions = one.getByRole("dialog", { name: "Versions" });
    await versions.getByRole("listitem").last().getByRole("button").click();
    await versions.getByRole("button", { name: "Restore this version" }).click();
    await one.locator(".toast").getByText("Version restored").waitFor();
    await isSaved(one);
  });

  test("comes from a recording while it is waited for, and is heard: by a key, by a click, after a reload", async () => {
    const { server, person } = dashboard;
    const { db, clock } = server.context;
    const { key } = createKey({ db, clock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] }, person, {
      name: "k",
    });
    const form = new FormData();
    form.append("file", new File([readFileSync(RECORDING)], "Staff meeting.wav"));
    const answer = await fetch(`${server.url}/v1/recordings`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}` },
      body: form,
    });
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    const page = await open(id);
    const played = () => page.evaluate("document.querySelector('audio').currentTime");
    const marked = () => page.evaluate("[...CSS.highlights.get('heard') ?? []].map(String).join()");
    await page.keyboard.press("F1");
    await eventually(async () => (await marked()) !== "" && (await played()) !== 0, true);
    // It is short: on a busy machine it may have ended by itself.
    await page.evaluate("document.querySelector('audio').pause()");
    await page.getByRole("slider", { name: "Position in the recording" }).fill("0");
    await eventually(played, 0);
    await page.keyboard.press("F3");
    await eventually(async () => Number(await played()) > 0, true);
    await eventually(async () => (await page.locator(".wave path").count()) > 0, true);
    const rate = () => page.evaluate("document.querySelector('audio').playbackRate");
    for (let presses = 0; presses < 8; presses++) await page.keyboard.press("F7");
    expect(await rate()).toBe(0.5);
    for (let presses = 0; presses < 12; presses++) await page.keyboard.press("F8");
    expect(await rate()).toBe(3);
    expect(await page.evaluate("document.querySelector('audio').preservesPitch")).toBe(true);
    await page.keyboard.press("F9");
    await page.getByRole("button", { name: "Repeat turn", pressed: true }).waitFor();
    await page.keyboard.press("Shift+F9");
    await page.getByRole("checkbox", { name: "Skip silence", checked: true }).waitFor();
    expect(await dashboard.faultsOf(page, { name: "the player" })).toEqual([]);
    // A foot pedal is a keyboard: its key is taught by pressing it.
    await page.getByRole("button", { name: "Change", exact: true }).click();
    const keys = page.getByRole("dialog");
    await keys.getByRole("button", { name: "Play or pause: F1" }).click();
    await page.keyboard.press("a");
    await keys.getByText("This key types text or does something else.").waitFor();
    await page.keyboard.press("F7");
    await keys.getByText("This key is taken: ").waitFor();
    await page.keyboard.press("MediaPlayPause");
    await keys.getByRole("button", { name: "Play or pause: MediaPlayPause" }).waitFor();
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });

    const [text] = await texts(page);
    // A second pack that is not there: the one that is there is chosen by its name.
    await page.route("**/v1/recordings/recognizers", async (route) => {
      const list = (await (await route.fetch()).json()) as { data: { id: string; description: string }[] };
      const data = [...list.data, { ...list.data[0], id: "another", description: "Another pack" }];
      await route.fulfill({ json: { ...list, data } });
    });
    await page.getByRole("main").getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Recognize a part again" }).click();
    const dialog = page.getByRole("dialog", { name: "Recognize a part again" });
    const packs = dialog.getByRole("combobox", { name: "Recognizer" });
    await packs.getByRole("option", { name: "Another pack" }).waitFor({ state: "attached" });
    await packs.selectOption({ index: 1 });
    await dialog.getByRole("button", { name: "Recognize", exact: true }).click();
    await dialog.getByRole("button", { name: "Use this" }).click();
    await eventually(async () => (await texts(page)).join(" "), text ?? "");
    await isSaved(page);
    await page.reload();
    // The text is there before the sound.
    await eventually(() => page.evaluate("document.querySelector('audio')?.duration > 1"), true);
    await turns(page).first().click();
    await eventually(async () => (await marked()) !== "", true);
    expect(await rate()).toBe(3);
    await page.evaluate("document.querySelector('audio').pause()");
    await page.getByRole("slider", { name: "Position in the recording" }).fill("0");
    await eventually(played, 0);
    await page.keyboard.press("F1");
    await page.keyboard.press("MediaPlayPause");
    await eventually(async () => Number(await played()) > 0, true);
  });

  test("is there for everybody: on a phone, in German, in every look, and for those who only wait", async () => {
    const anna = dashboard.addPerson("Anna Graf");
    const { db } = dashboard.server.context;
    const id = add();
    const waiting = addRecording(db, dashboard.person.id, { name: "Later", state: "waiting", segments: [] });
    await dashboard.walk([
      {
        name: "a transcript",
        path: `/app/recordings/${id}`,
        prepare: (page) => turns(page).first().waitFor(),
      },
      {
        name: "the keys",
        path: `/app/recordings/${id}`,
        prepare: (page) => page.getByRole("button", { name: "Change", exact: true }).click(),
      },
      { name: "a recording that waits", path: `/app/recordings/${waiting}` },
    ]);
    const own = add(anna);
    const page = await open(own, { as: anna, locale: "de-DE", width: PHONE });
    await page.getByText("Alle Änderungen gespeichert").waitFor();
  });
});
