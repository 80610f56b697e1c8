/** Words that may be misheard, in the app: marked beside the text, which has nothing of it. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { historyOf } from "../support/history.ts";
import { PHONE } from "./dashboard.ts";
import { dictationResult } from "./dictated.ts";
import { recordedFor } from "./microphone.ts";
import { hearingDashboard } from "./test-dashboard.ts";

const TEXT =
  "Ask Tam about the peer before he leaves for the coast, and send the rest of it to the office today.";
const RESULT = { ...dictationResult(`ses_${"0".repeat(32)}`, TEXT), raw_text: TEXT };
const UNSURE = "(4 7), (18 22)";
const path = "/app/dictate";

const dashboard = await hearingDashboard();

describe.skipIf(!hasChromium)("unsure words", () => {
  const dictated = async (page: Page) => {
    await page.route("**/v1/dictations", (route) =>
      route.fulfill({ json: RESULT, headers: { "Tiro-Unsure-Words": UNSURE } }),
    );
    const { keyboard } = page;
    const tap = () => Promise.all([keyboard.down("Space"), keyboard.up("Space")]);
    await page.getByRole("button", { name: "Start recording" }).waitFor();
    await tap();
    await page.getByText(recordedFor(1)).first().waitFor();
    await tap();
    await area(page).waitFor();
  };
  const area = (page: Page) => page.getByRole("textbox", { name: "Your text" });
  const underlined = (page: Page) => page.locator(".dictate-unsure .unsure").allTextContents();
  const selected = (page: Page) =>
    page.evaluate<string>(
      "(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)",
    );

  test("are underlined under the dictated text, gone through, and are no longer unsure when changed", async () => {
    const page = await dashboard.page({ permissions: ["microphone"], width: PHONE, failedCalls: /sessions/ });
    await page.goto(path);
    await dictated(page);
    expect(await area(page).inputValue()).toBe(TEXT);
    await eventually(() => underlined(page), ["Tam", "peer"]);
    // Lines break alike, so that the lines lie under their words.
    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.dictate-text')].map((each) => each.scrollHeight)",
    );
    expect(heights[0]).toBe(heights[1] as number);

    await page.getByRole("button", { name: "Go through 2 words" }).click();
    await eventually(() => selected(page), "Tam");
    await page.getByRole("button", { name: "Go through 2 words" }).click();
    await eventually(() => selected(page), "peer");
    await page.keyboard.type("pier");
    await eventually(() => underlined(page), ["Tam"]);
    await page.getByRole("button", { name: "Go to the word" }).click();
    await eventually(() => selected(page), "Tam");
    await page.keyboard.type("Tom");
    await page.locator(".dictate-unsure").waitFor({ state: "detached" });
    expect(await area(page).inputValue()).toBe(TEXT.replace("Tam", "Tom").replace("peer", "pier"));
  });

  test("are marked in the history, as its text stands", async () => {
    const person = dashboard.addPerson("Unsure Words");
    historyOf(dashboard.server, person.email).keep(TEXT, {
      unsureWords: [
        [4, 7],
        [18, 22],
      ],
    });
    const page = await dashboard.page({ as: person });
    await page.goto("/app/history");
    await page.locator(".history-row").getByRole("link").click();
    await page.getByRole("dialog").getByText("the recognizer was not sure what was said.").waitFor();
    const marked = () => page.evaluate<string[]>("[...(CSS.highlights.get('unsure') ?? [])].map(String)");
    await eventually(marked, ["Tam", "peer"]);
  });

  test("can be told by everybody on every screen", async () => {
    await dashboard.walk([
      {
        name: "unsure words",
        path,
        failedCalls: /sessions/,
        prepare: async (page) => {
          await dictated(page);
          await page.locator(".dictate-unsure").waitFor();
        },
      },
    ]);
  });
});
