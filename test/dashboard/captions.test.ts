/** Captions in the browser: somebody speaks, members read along, and others do not. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { ScriptedLive, type ScriptedStream } from "../support/live.ts";
import { type Dashboard, PHONE, walkByKeyboard } from "./dashboard.ts";
import { Network } from "./network.ts";
import { hearingDashboard } from "./test-dashboard.ts";

const FIRST = "Thank you, Priya. The survey of Harbour Street is done.";
const GREY = " the second tranche by";

const network = new Network();
const live = new ScriptedLive();
const dashboard = await hearingDashboard({ network, overrides: { live } });
afterAll(() => network[Symbol.asyncDispose]());

describe.skipIf(!hasChromium)("captions", () => {
  beforeAll(() => {
    if (!hasChromium) return;
    const { db, clock } = dashboard.server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    const { id } = addOrganization(deps, { name: "Northgate Bank", owner: dashboard.person });
    member = dashboard.addPerson("Tom Aldous");
    addMember(deps, id, member.id, "member");
  });
  let member: Dashboard["person"];

  const open = async (path: string, options: Parameters<Dashboard["page"]>[0] = {}) => {
    const page = await dashboard.page({ permissions: ["microphone", "clipboard-write"], ...options });
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  };
  /** From then on the stream says what the test sets. */
  const starts = async (page: Page): Promise<ScriptedStream> => {
    const before = live.streams.length;
    await page.getByRole("button", { name: /Start captions|Untertitel starten/ }).click();
    await eventually(() => live.streams.length, before + 1);
    await page.getByText("Live", { exact: true }).first().waitFor();
    const stream = live.streams.at(-1) as ScriptedStream;
    stream.append = () => {};
    return stream;
  };
  const says = ({ events }: ScriptedStream, utterance: number, text: string) => {
    events.push({ type: "words", utterance, text: text.replaceAll(/[.,]/g, "").toLowerCase(), words: [] });
    const at = { startSeconds: 0, endSeconds: 1, words: [], language: "en" };
    events.push({ type: "utterance", utterance, ...at, text });
  };
  const linkOf = async (page: Page) => {
    await page.getByRole("button", { name: /Link for viewers|Link zum Mitlesen/ }).click();
    const url = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
    await page.keyboard.press("Escape");
    return new URL(url).pathname;
  };
  const lines = (page: Page) => page.locator(".lines");

  test("two members read along, an outsider does not; who comes late has what was said", async () => {
    const speaker = await open("/app/captions");
    await speaker.getByRole("textbox", { name: "Title" }).fill("Staff meeting");
    await speaker.getByRole("checkbox", { name: "Keep as a recording" }).check();
    const stream = await starts(speaker);
    const path = await linkOf(speaker);
    const first = await open(path, { as: member, width: PHONE });
    await first.getByText("Nothing has been said yet").waitFor();
    says(stream, 0, FIRST);
    stream.events.push({ type: "partial", utterance: 1, text: GREY });
    const second = await open(path);
    for (const page of [speaker, first, second]) {
      await lines(page).getByText(FIRST).waitFor();
      await page.locator(".hearing").getByText(GREY.trim()).waitFor();
      // Sentences for screen readers, and no word that may still change.
      await eventually(() => page.getByRole("log").textContent(), FIRST);
    }
    await speaker.getByText("2 read along").waitFor();
    await first.getByText("Spoken by Maren Holt for members of Northgate Bank").waitFor();

    const outsider = await open(path, { as: dashboard.addPerson("Otto Out"), failedCalls: /captions/ });
    await outsider.getByText("or they are not shared with you").waitFor();
    expect(await outsider.getByText(FIRST).count()).toBe(0);

    await speaker.getByRole("button", { name: "End captions" }).click();
    for (const page of [first, second]) await page.getByText("Maren Holt ended the captions").waitFor();
    await lines(first).getByText(FIRST).waitFor();
    // It leads to the recording, which is being recognized.
    await speaker.getByRole("link", { name: "Open the recording" }).waitFor();
    const names =
      "fetch('/v1/recordings').then((a) => a.json()).then(({ data }) => data.map(({ name }) => name))";
    await eventually(() => speaker.evaluate<string[]>(names), ["Staff meeting"]);
  });

  test("a lost connection is told, and the words follow", async () => {
    const speaker = await open("/app/captions", { failedCalls: /./ });
    const stream = await starts(speaker);
    says(stream, 0, FIRST);
    await lines(speaker).getByText(FIRST).waitFor();
    network.cut();
    await speaker.getByText("Connection lost").first().waitFor();
    await speaker.getByRole("button", { name: "Try now" }).waitFor();
    says(stream, 1, "The insurer wants every picture.");
    // It comes back by itself: the button may be gone before it can be pressed.
    network.mend();
    await lines(speaker).getByText("The insurer wants every picture.").waitFor();
    await lines(speaker).getByText("without connection; the words follow").waitFor();
    expect(await lines(speaker).getByText(FIRST).count()).toBe(1);
    await speaker.getByRole("button", { name: "End captions" }).click();
    await speaker
      .getByText(/^Ended at/)
      .first()
      .waitFor();
  });

  test("every state, as everybody must be able to see it", async () => {
    const path = "/app/captions";
    let shared = "";
    const speaks = async (page: Page) => {
      const stream = await starts(page);
      shared = await linkOf(page);
      says(stream, 0, FIRST);
      stream.events.push({ type: "partial", utterance: 1, text: GREY });
      await page.locator(".hearing").getByText(GREY.trim()).waitFor();
    };
    const follows = async (page: Page) => {
      await speaks(page);
      for (const size of [PHONE, 1920]) {
        await page.setViewportSize({ width: size, height: 600 });
        await eventually(() => page.locator(".hearing").evaluate(isWithinWindow), true);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    };
    await dashboard.walk([
      { name: "begin", path },
      { name: "live", path, prepare: follows },
      {
        name: "link",
        path,
        prepare: async (page) => {
          await starts(page);
          await page.getByRole("button", { name: "Link for viewers" }).click();
          await page.getByRole("dialog").locator("code").waitFor();
        },
      },
      { name: "not shared", path: `${path}/cap_${"0".repeat(32)}`, failedCalls: /captions/ },
    ]);
    const german = await open(path, { width: PHONE, locale: "de-DE", colorScheme: "dark" });
    expect(await walkByKeyboard(german)).toContain("Untertitel starten");
    await speaks(german);
    await german.getByRole("button", { name: "Hoher Kontrast" }).click();
    const reader = await open(shared, { locale: "de-DE", as: member });
    await lines(reader).getByText(FIRST).waitFor();
    await german.getByRole("button", { name: "Untertitel beenden" }).click();
    await reader.getByText("Maren Holt hat die Untertitel beendet").waitFor();
  });
});

function isWithinWindow(element: unknown): boolean {
  const { top, bottom } = (
    element as { getBoundingClientRect(): { top: number; bottom: number } }
  ).getBoundingClientRect();
  return top >= 0 && bottom <= (globalThis as unknown as { innerHeight: number }).innerHeight;
}
