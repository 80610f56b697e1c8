/** Recordings in the browser: sent, followed, read, found in, saved in every format. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Download, Page, Route } from "playwright-core";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { Dashboard, walkByKeyboard } from "./dashboard.ts";

setDefaultTimeout(300_000);

const WAV = new URL("../audio/synth_01_slt.wav", import.meta.url).pathname;

describe.skipIf(!hasChromium)("recordings", () => {
  let dashboard: Dashboard;
  let newcomer: User;
  let sender: User;
  let silent: User;
  let spoken = "";

  beforeAll(async () => {
    if (!hasChromium) return;
    dashboard = await Dashboard.open();
    await dashboard.server.context.engine.ready();
    newcomer = dashboard.addPerson("Nils Berg");
    sender = dashboard.addPerson("Uwe Lang");
    silent = dashboard.addPerson("Ida Frey");
    const { db, clock } = dashboard.server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    const { id } = addOrganization(deps, { name: "Quiet", owner: silent });
    setPolicy(deps, id, { zeroRetention: true });
  });
  afterAll(async () => dashboard?.[Symbol.asyncDispose]());

  const choose = (page: Page, ...files: string[]) => page.getByLabel("Choose files").setInputFiles(files);

  /** Sends the recording and opens its transcript. */
  async function transcribed(page: Page): Promise<void> {
    await page.goto("/app/recordings");
    await choose(page, WAV);
    await page.getByRole("link", { name: "synth_01_slt.wav" }).first().click();
    await page.locator(".transcript p").first().waitFor();
  }

  async function savedAs(page: Page, format: string): Promise<{ name: string; body: Buffer }> {
    await page.getByRole("button", { name: "Save as" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download") as Promise<Download>,
      page.getByRole("button", { name: new RegExp(`\\.${format}$`) }).click(),
    ]);
    return { name: download.suggestedFilename(), body: readFileSync(await download.path()) };
  }

  test("addresses of before lead to the page", async () => {
    const page = await dashboard.page();
    const job = `req_${"0".repeat(32)}`;
    for (const [before, now] of [
      ["/app/files?shared=word", "/app/recordings?shared=word"],
      [`/app/files/${job}`, `/app/recordings/jobs/${job}`],
    ] as const) {
      const answer = await page.request.get(before, { maxRedirects: 0 });
      expect([answer.status(), answer.headers().location]).toEqual([303, now]);
    }
    await page.context().close();
  });

  test("a file is sent, followed and read; its text is found in and copied", async () => {
    const page = await dashboard.page({ permissions: ["clipboard-read", "clipboard-write"] });
    await transcribed(page);
    spoken = (await page.locator(".transcript p").allInnerTexts()).join(" ");
    expect(spoken.length).toBeGreaterThan(10);
    const [word = ""] = spoken.split(" ");
    await page.getByPlaceholder("Find in the text").fill(word.toUpperCase());
    await page.getByText(/^1 of \d+$/).waitFor();
    await page.waitForFunction(() => {
      const { CSS } = globalThis as unknown as { CSS: { highlights: Map<string, { size: number }> } };
      return (CSS.highlights.get("found")?.size ?? 0) > 0;
    });
    await page.getByRole("button", { name: "Copy the text" }).click();
    await page.getByText("Copied").first().waitFor();
    dashboard.expectNoFaults();
  });

  test("passages that were not heard well are underlined, explained, and found in with their neighbours", async () => {
    const page = await dashboard.page();
    await page.route("**/v1/audio/transcription-jobs/*/result", async (route) => {
      const answer = await route.fetch();
      const times = [0, 1].map((id) => ({ id, start: id, end: id + 1 }));
      const segments = [
        { ...times[0], text: "We meet", avg_logprob: -0.01 },
        { ...times[1], text: "at noon.", avg_logprob: -1.5 },
      ];
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), text: "We meet at noon.", segments },
      });
    });
    await transcribed(page);
    await eventually(() => page.locator(".transcript .unsure").allInnerTexts(), ["at noon."]);
    await page.getByText("the recognizer was not sure what was said").waitFor();
    await page.getByPlaceholder("Find in the text").fill("MEET AT");
    await page.getByText("1 of 1").waitFor();
    dashboard.expectNoFaults();
  });

  test("is saved in every format, each with the text in it", async () => {
    const page = await dashboard.page();
    await transcribed(page);
    const text = await savedAs(page, "txt");
    expect(text).toEqual({ name: "synth_01_slt.txt", body: Buffer.from(`${spoken}\n`) });
    const srt = (await savedAs(page, "srt")).body.toString();
    expect(srt).toMatch(/^1\n00:00:\d\d,\d{3} --> 00:00:\d\d,\d{3}\n\S/);
    expect(
      srt
        .replace(/^\d+\n.*-->.*\n/gm, "")
        .replace(/\s+/g, " ")
        .trim(),
    ).toBe(spoken);
    const vtt = (await savedAs(page, "vtt")).body.toString();
    expect(vtt).toMatch(/^WEBVTT\n\n00:00:\d\d\.\d{3} --> /);
    const json = JSON.parse((await savedAs(page, "json")).body.toString());
    expect(json).toMatchObject({ task: "transcribe", segments: expect.any(Array) });
    const word = await savedAs(page, "docx");
    expect(word.body.subarray(0, 2).toString()).toBe("PK");
    expect(documentOf(word.body)).toContain(spoken.split(" ").slice(0, 3).join(" "));
    dashboard.expectNoFaults();
  });

  test("several wait their turn; one whose answer is lost is sent again and makes one job", async () => {
    const person = dashboard.addPerson("Lost Answer");
    const page = await dashboard.page({ as: person, failedCalls: /transcription-jobs/ });
    await page.goto("/app/recordings");
    let lost = 0;
    await page.route("**/v1/audio/transcription-jobs", async (route) => {
      if (route.request().method() !== "POST" || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await choose(page, WAV);
    const sent = page.getByRole("link", { name: "synth_01_slt.wav" });
    await sent.waitFor();
    expect(lost).toBe(1);
    const { db } = dashboard.server.context;
    const jobs = db.prepare("SELECT count(*) FROM transcription_jobs WHERE account_id = ?").pluck();
    expect(jobs.get(person.id)).toBe(1);
    await choose(page, WAV, WAV, WAV);
    await sent.nth(3).waitFor();
    expect(jobs.get(person.id)).toBe(4);
    // Each stands in one place: as a job, once the server has it.
    await page.getByRole("heading", { name: "Sent from this tab" }).waitFor({ state: "hidden" });
    await eventually(() => sent.count(), 4);
    dashboard.expectNoFaults();
  });

  const posted = (page: Page, handle: (route: Route) => unknown) =>
    page.route("**/v1/audio/transcription-jobs", async (route) => {
      await (route.request().method() === "POST" ? handle(route) : route.continue());
    });
  const named = (...names: string[]) =>
    names.map((name) => ({ name, mimeType: "audio/wav", buffer: readFileSync(WAV) }));

  test("files are sent in the order in which they were dropped", async () => {
    const page = await dashboard.page({ as: sender });
    await page.goto("/app/recordings");
    await posted(page, () => {});
    await page.getByLabel("Choose files").setInputFiles(named("1.wav", "2.wav", "3.wav"));
    await page.getByLabel("Choose files").setInputFiles(named("4.wav"));
    const lines = page.getByRole("listitem").filter({ hasText: ".wav" });
    await lines.nth(3).waitFor();
    await eventually(() => lines.locator(".title").allInnerTexts(), ["1.wav", "2.wav", "3.wav", "4.wav"]);
    for (const name of ["1.wav", "2.wav"])
      await lines.filter({ hasText: name }).getByRole("progressbar").waitFor();
    for (const name of ["3.wav", "4.wav"])
      await lines.filter({ hasText: name }).getByText("Waits for its turn").waitFor();
    dashboard.expectNoFaults();
    await page.context().close();
  });

  test("an upload that stands still says so, and is sent again at once when asked to", async () => {
    const page = await dashboard.page({ as: sender, failedCalls: /transcription-jobs/ });
    await page.goto("/app/recordings");
    let hangs = true;
    await posted(page, (route) => hangs || route.continue());
    await page.getByLabel("Choose files").setInputFiles(named("still.wav"));
    await page.getByText("The server is not answering").waitFor();
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    hangs = false;
    await page.getByRole("button", { name: "Try now" }).click();
    await page.getByRole("link", { name: "still.wav" }).waitFor();
    dashboard.expectNoFaults();
    await page.context().close();
  });

  test("without a connection recordings wait, and are sent when it is back", async () => {
    const page = await dashboard.page({ as: sender, failedCalls: /./ });
    await page.goto("/app/recordings");
    await page.getByLabel("Choose files").waitFor({ state: "attached" });
    await page.context().setOffline(true);
    await page.getByLabel("Choose files").setInputFiles(named("later.wav", "last.wav"));
    await page.getByText("This device is offline").waitFor();
    await page.getByText("The server is not answering").nth(1).waitFor();
    await page.context().setOffline(false);
    await page.getByText("This device is offline").waitFor({ state: "hidden" });
    for (const name of ["later.wav", "last.wav"]) await page.getByRole("link", { name }).waitFor();
    dashboard.expectNoFaults();
    await page.context().close();
  });

  test("a file that is no recording says what is wrong", async () => {
    const page = await dashboard.page({ failedCalls: /transcription-jobs/ });
    await page.goto("/app/recordings");
    await page
      .getByLabel("Choose files")
      .setInputFiles({ name: "notes.wav", mimeType: "audio/wav", buffer: Buffer.from("these are notes") });
    await page.getByRole("alert").filter({ hasText: /./ }).first().waitFor();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await page.getByRole("button", { name: "Remove: notes.wav" }).click();
    await eventually(() => page.getByText("notes.wav").count(), 0);
    dashboard.expectNoFaults();
  });

  test("where nothing may be kept the transcript is in the page alone", async () => {
    const page = await dashboard.page({ as: silent });
    await page.goto("/app/recordings");
    await page.getByText("Your organization keeps nothing").waitFor();
    await choose(page, WAV);
    await page.locator(".transcript").waitFor();
    await page.getByText("This transcript is in this tab alone").waitFor();
    const { db } = dashboard.server.context;
    expect(
      db.prepare("SELECT count(*) FROM transcription_jobs WHERE account_id = ?").pluck().get(silent.id),
    ).toBe(0);
    dashboard.expectNoFaults();
  });

  test("every state, as everybody must be able to see it", async () => {
    await dashboard.walk([
      {
        name: "where there is nothing yet",
        path: "/app/recordings",
        as: newcomer,
        prepare: (page) => page.getByText("Recordings appear here once they are sent").waitFor(),
      },
      {
        name: "with recordings",
        path: "/app/recordings",
        prepare: async (page) => {
          await transcribed(page);
          await page.goto("/app/recordings");
          await page.locator(".ledger").getByText("Done", { exact: true }).first().waitFor();
        },
      },
      { name: "a transcript", path: "/app/recordings", prepare: transcribed },
      {
        name: "offline",
        path: "/app/recordings",
        as: sender,
        failedCalls: /./,
        prepare: async (page) => {
          await page.context().setOffline(true);
          await page.getByLabel("Choose files").setInputFiles(named("1.wav", "2.wav", "3.wav"));
          await page.getByText("This device is offline").waitFor();
          await page.getByText("The server is not answering").nth(1).waitFor();
        },
      },
      {
        name: "one that is not there",
        path: `/app/recordings/jobs/req_${"0".repeat(32)}`,
        as: newcomer,
        failedCalls: /transcription-jobs/,
        prepare: (page) => page.getByRole("button", { name: "Try again" }).waitFor(),
      },
    ]);
  });

  test("in German, and by the keyboard", async () => {
    const page = await dashboard.page({ as: newcomer, locale: "de-DE" });
    await page.goto("/app/recordings");
    await page.getByRole("heading", { name: "Aufnahmen", exact: true }).waitFor();
    await page.getByText("Hier erscheinen gesendete Aufnahmen").waitFor();
    expect(await walkByKeyboard(page)).toContain("Dateien wählen");
    dashboard.expectNoFaults();
  });
});

/** The text of a Word document: the parts of a zip file are deflated. */
function documentOf(docx: Buffer): string {
  for (let at = docx.indexOf("PK\u0003\u0004"); at >= 0; at = docx.indexOf("PK\u0003\u0004", at + 4)) {
    const nameLength = docx.readUInt16LE(at + 26);
    const name = docx.subarray(at + 30, at + 30 + nameLength).toString();
    if (name !== "word/document.xml") continue;
    const begin = at + 30 + nameLength + docx.readUInt16LE(at + 28);
    const isDeflated = docx.readUInt16LE(at + 8) === 8;
    const next = docx.indexOf("PK", begin);
    const body = docx.subarray(begin, next);
    const xml = isDeflated ? Buffer.from(Bun.inflateSync(new Uint8Array(body))).toString() : body.toString();
    return xml.replace(/<[^>]+>/g, "");
  }
  return "";
}
