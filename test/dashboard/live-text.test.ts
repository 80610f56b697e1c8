/** Dictating with live text: words while they are spoken, and the text of a dictation at the end. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { TiroError } from "../../src/lib/errors.ts";
import { hasChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { ScriptedLive, type ScriptedStream } from "../support/live.ts";
import { type Dashboard, PHONE, settled } from "./dashboard.ts";
import { recordedFor } from "./microphone.ts";
import { Network } from "./network.ts";
import { hearingDashboard } from "./test-dashboard.ts";

const WORDS = "Dear Mr Okafor, thank you for the documents. Harcourt and Lane have two questions about the";

const network = new Network();
/** Says the number of each second: a word that is lost or doubled shows. */
const live = new ScriptedLive();
const dashboard = await hearingDashboard({ network, overrides: { live } });
afterAll(() => network[Symbol.asyncDispose]());

describe.skipIf(!hasChromium)("live text", () => {
  const open = async (options: Parameters<Dashboard["page"]>[0] = {}) => {
    const page = await dashboard.page({ permissions: ["microphone"], live: true, ...options });
    await page.goto("/app/dictate");
    await button(page).waitFor();
    return page;
  };
  const button = (page: Page) => page.getByRole("button", { name: /Start recording|Aufnahme starten/ });
  const finish = (page: Page) => page.getByRole("button", { name: "Finish" }).first().press("Enter");
  const text = (page: Page) => page.getByRole("textbox", { name: /Your text|Ihr Text/ });
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number).join(" ");
  const shows = (page: Page, words: string) =>
    eventually(async () => (await text(page).inputValue()).includes(words), true);
  const uploads = (page: Page) => {
    const sent: string[] = [];
    page.on("request", (request) => request.url().endsWith("/v1/dictations") && sent.push(request.url()));
    return sent;
  };
  const newest = async (page: Page) => {
    const { id } = await page.evaluate<{ id: string }>(
      "fetch('/v1/sessions?limit=1').then((answer) => answer.json()).then(({ data }) => data[0])",
    );
    const path = `/v1/sessions/${id}/transcript`;
    return page.evaluate<{ raw_text: string; final_text: string }>(
      `fetch('${path}').then((answer) => answer.json())`,
    );
  };

  test("a network that is lost for seconds is nothing but late: every word is there once", async () => {
    const page = await open({ failedCalls: /./ });
    const sent = uploads(page);
    await button(page).press("Enter");
    await shows(page, numbers(2));
    network.cut();
    await page.getByText("No connection. The recording continues").waitFor();
    await page.getByText(recordedFor(7)).first().waitFor();
    network.mend();
    await page.getByText("No connection. The recording continues").waitFor({ state: "hidden" });
    await shows(page, numbers(9));
    await finish(page);
    await page.getByRole("button", { name: "Copy text" }).waitFor();
    const { raw_text } = await newest(page);
    expect(raw_text).toBe(numbers(raw_text.split(" ").length));
    expect(sent).toEqual([]);
  });

  test("the field keeps what is typed before and behind the words, and saves it with them", async () => {
    const page = await open();
    await button(page).press("Enter");
    await shows(page, "0");
    await text(page).press("Control+Home");
    await text(page).pressSequentially("Dear Ada, ");
    await text(page).press("Control+End");
    await text(page).pressSequentially(" Yours, Bo");
    await shows(page, numbers(3));
    // A word that is being heard stays as it is.
    await text(page).press("Control+Home");
    for (let right = 0; right < 12; right++) await page.keyboard.press("ArrowRight");
    await page.keyboard.type("x");
    expect(await text(page).inputValue()).toMatch(/^Dear Ada, 0 1 2.* Yours, Bo$/);
    await finish(page);
    await page.getByRole("button", { name: "Copy text" }).waitFor();
    expect(await text(page).inputValue()).toMatch(/^Dear Ada, 0.* Yours, Bo$/);
    await page.getByText("Saved").first().waitFor();
    expect((await newest(page)).final_text).toBe(await text(page).inputValue());
  });

  test("a text gives way to the words, and is there again where they are discarded", async () => {
    const page = await open();
    const recordings = () =>
      page.evaluate<string[]>(
        "fetch('/v1/recordings').then((answer) => answer.json()).then(({ data }) => data.map(({ name }) => name))",
      );
    await page.getByRole("checkbox", { name: "Keep as a recording" }).check();
    await button(page).press("Enter");
    await shows(page, "0");
    await finish(page);
    await page.getByRole("button", { name: "Copy text" }).waitFor();
    await eventually(recordings, ["Dictate"]);
    await text(page).fill("Typed.");
    await button(page).press("Enter");
    await eventually(async () => /^0/.test(await text(page).inputValue()), true);
    await page.keyboard.press("Escape");
    await eventually(() => text(page).inputValue(), "Typed.");
    // An instruction stands beside the text, which stays.
    await page.getByRole("button", { name: "Edit by voice" }).press("Enter");
    await page.locator(".dictate-instruction").getByText("0").waitFor();
    expect(await text(page).inputValue()).toBe("Typed.");
    await page.keyboard.press("Escape");
    await eventually(() => live.liveLoad.streams, 0);
    expect(await recordings()).toEqual(["Dictate"]);
  });

  test.each(["refused", "broken", "off"])(
    "a stream that is %s leaves the recording as it was",
    async (why) => {
      const page = await open({ failedCalls: /realtime/ });
      const sent = uploads(page);
      const { openLive } = live;
      const before = live.streams.length;
      if (why === "refused")
        live.openLive = async () => {
          throw new TiroError("engine_unavailable", "No more live streams now.");
        };
      if (why === "off") await page.getByRole("checkbox", { name: "Live text" }).uncheck();
      await button(page).press("Enter");
      if (why === "broken") {
        await shows(page, "0");
        (live.streams.at(-1) as ScriptedStream).fail();
      }
      if (why !== "off") await page.getByText("Live text is not available right now").waitFor();
      await page.getByText(recordedFor(3)).first().waitFor();
      await finish(page);
      await page.getByRole("button", { name: "Copy text" }).waitFor();
      // A busy machine hears its beginning late.
      expect(await text(page).inputValue()).toContain("moved");
      expect(sent.length).toBe(1);
      expect(live.streams.length - before).toBe(why === "broken" ? 1 : 0);
      live.openLive = openLive;
    },
  );

  test("every state, as everybody must be able to see it", async () => {
    const hears = async (page: Page) => {
      const before = live.streams.length;
      await button(page).press("Enter");
      await eventually(() => live.streams.length, before + 1);
      const stream = live.streams.at(-1) as ScriptedStream;
      stream.append = () => {};
      stream.events.push({ type: "words", utterance: 0, text: WORDS, words: [] });
      stream.events.push({ type: "partial", utterance: 0, text: " second tranche and" });
      await shows(page, "second tranche and");
    };
    await dashboard.walk([{ name: "words", path: "/app/dictate", prepare: hears, live: true }]);
    const german = await open({ width: PHONE, locale: "de-DE", colorScheme: "dark" });
    await hears(german);
    await german.getByText("Text beim Sprechen").waitFor();
    await settled(german);
  });
});
