/** If the server may keep nothing: recordings in the browser alone, sealed, and gone for everybody after log-out. */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Download, Page } from "playwright-core";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { wavFile } from "../../src/audio/wav-file.ts";
import { newId } from "../../src/lib/ids.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { type Dashboard, walkByKeyboard } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const WAV = new URL("../audio/synth_02_rms.wav", import.meta.url).pathname;
const NAME = "synth_02_rms";
const WORD = "Thursday";
const NEW_WORD = "Quetzalcoatl";
const SPEAKER = "Priya Raman";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("recordings of the browser alone", () => {
  let person: User;
  let quietId: string;

  beforeAll(async () => {
    if (!hasChromium) return;
    await dashboard.server.context.engine.ready();
    person = dashboard.addPerson("Ida Frey");
    const { db, clock } = dashboard.server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    const { id } = addOrganization(deps, { name: "Quiet", owner: person });
    setPolicy(deps, id, { zeroRetention: true });
    quietId = id;
  });

  const line = (page: Page) => page.getByRole("link", { name: NAME, exact: true });

  test("are kept sealed over a reload, exported, counted at log-out, and read by nobody after it", async () => {
    const page = await dashboard.page({ as: person });
    await page.goto("/app/recordings");
    await page.getByText("Kept in this browser alone.").waitFor();
    await page.getByLabel("Choose files").setInputFiles([WAV]);
    await line(page).waitFor();
    await page.reload();
    await line(page).click();
    await page.getByRole("heading", { level: 1, name: NAME }).waitFor();
    await turns(page).first().getByText(WORD).waitFor();
    // The sound is what was sent, opened again.
    await eventually(() => page.evaluate("document.querySelector('audio').duration > 1"), true);
    const told: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/v1/recordings")) told.push(request.url());
    });
    await correct(page);
    await page.reload();
    await turns(page).first().getByText(NEW_WORD).waitFor();
    await page.getByRole("complementary").getByRole("button", { name: SPEAKER }).waitFor();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("button", { name: "Versions" }).click();
    await page.getByRole("dialog").getByRole("listitem").first().getByText("Ida Frey").waitFor();
    await page.keyboard.press("Escape");
    const subtitles = await exported(page, () => save(page, "Subtitles for the web"));
    expect(subtitles).toContain(NEW_WORD);
    expect(subtitles).toContain(SPEAKER);
    expect(told).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "Recordings" }).click();
    await line(page).waitFor();

    const { db } = dashboard.server.context;
    for (const table of ["transcription_jobs", "recordings", "sessions"])
      expect([table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]).toEqual([table, 0]);
    const kept = await privateFiles(page);
    expect(kept.names).toContain("sound-0");
    expect(kept.names).toContain("save-1");
    for (const readable of [NAME, WORD, NEW_WORD, SPEAKER, "WAVEfmt", "segments"])
      expect(kept.text).not.toContain(readable);

    const [download] = await Promise.all([
      page.waitForEvent("download") as Promise<Download>,
      page.getByRole("button", { name: "Export all" }).click(),
    ]);
    const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
    expect(Object.keys(files).sort()).toEqual([`${NAME}.docx`, `${NAME}.json`, `${NAME}.wav`]);
    expect(new TextDecoder().decode(files[`${NAME}.json`])).toContain(NEW_WORD);
    expect(Buffer.from(files[`${NAME}.wav`] ?? []).equals(readFileSync(WAV))).toBe(true);

    await page.goto("/app/you");
    await logOut(page);
    await page.getByRole("heading", { name: "Log out and lose a recording?" }).waitFor();
    await page.getByRole("button", { name: "Export them first" }).click();
    await line(page).waitFor();
    await logOut(page);
    await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
    await page.getByRole("main").getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("E-mail").waitFor();
    await dashboard.logIn(page.context(), person);
    await page.goto("/app/recordings");
    await page.getByText("Recordings that you send appear here.").waitFor();
    await eventually(async () => (await privateFiles(page)).names, []);
  });

  test("by the keyboard, in German, and sent to the server once it may keep them", async () => {
    const page = await dashboard.page({ as: person, locale: "de-DE", failedCalls: /504|404|409/ });
    await page.goto("/app/recordings");
    await page.getByText("Nur in diesem Browser.").waitFor();
    const told = await asSlowRecognizer(page, dashboard, person);
    await page.getByLabel("Dateien wählen").setInputFiles([WAV]);
    await line(page).waitFor();
    expect(told).toHaveLength(2);
    expect(await walkByKeyboard(page)).toContain(`${NAME} exportieren`);
    expect(await dashboard.faultsOf(page, { name: "recordings of the browser" })).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    // Longer than what is decoded at once: its wave comes from pieces.
    const sound = Buffer.from(wavFile(Int16Array.from({ length: 16_000 * 610 }, (_, at) => (at % 50) * 600)));
    const words = Buffer.from("1\n00:10:05,000 --> 00:10:09,000\nAt the end.\n");
    await page.getByLabel("Dateien wählen").setInputFiles([
      { name: "notes.wav", mimeType: "audio/wav", buffer: sound },
      { name: "notes.srt", mimeType: "text/plain", buffer: words },
    ]);
    await page.getByRole("link", { name: "notes" }).click();
    await eventually(() => hasWave(page), true);
    await page.getByRole("main").getByRole("link", { name: "Aufnahmen" }).click();
    await page.getByRole("button", { name: "notes löschen" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Löschen" }).click();
    await page.getByRole("link", { name: "notes" }).waitFor({ state: "detached" });

    const { db, clock } = dashboard.server.context;
    setPolicy({ db, clock, actor: TEST_ACTOR }, quietId, { zeroRetention: false });
    await page.reload();
    await page.getByText("Sie entstanden, als auf dem Server nichts bleiben durfte.").waitFor();
    expect(await dashboard.faultsOf(page, { name: "recordings left in the browser" })).toEqual([]);
    await page.getByRole("button", { name: `${NAME} an den Server senden` }).click();
    await page.getByRole("cell").getByRole("link", { name: NAME, exact: true }).waitFor();
    await eventually(async () => (await privateFiles(page)).names, []);
    await line(page).click();
    await turns(page).first().getByText(WORD).waitFor();
    await eventually(() => page.evaluate("document.querySelector('audio').duration > 1"), true);
  });
});

const turns = (page: Page) => page.locator("[data-segment] p");

/** Types, splits, joins, names and replaces, and takes some of it back: all without the server. */
async function correct(page: Page): Promise<void> {
  const begin = () => turns(page).first().textContent();
  await turns(page).first().focus();
  await page.keyboard.press("Home");
  await page.keyboard.type(`${NEW_WORD} and `);
  await eventually(async () => (await begin())?.startsWith(`${NEW_WORD} and `), true);
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("Control+ArrowRight");
  const count = await turns(page).count();
  await page.keyboard.press("Control+Enter");
  await eventually(() => turns(page).count(), count + 1);
  await page.keyboard.press("Control+z");
  await eventually(() => turns(page).count(), count);
  await page.locator(".who").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Somebody else" }).click();
  await page.getByRole("complementary").getByRole("button", { name: "Speaker 1" }).click();
  await page.getByRole("combobox", { name: "Name" }).fill(SPEAKER);
  await page.keyboard.press("Enter");
  await page.locator(".who").getByText(SPEAKER).waitFor();
  await page.getByText("All changes saved").waitFor();
}

/**
 * The calls of transcription end as they do if the recognizer takes longer than they may wait: the first with a job that the
 * server lost when it was killed, the second with one that continues.
 */
async function asSlowRecognizer(page: Page, { server }: Dashboard, person: User): Promise<string[]> {
  const { db, clock } = server.context;
  const { key } = createKey({ db, clock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] }, person, { name: "k" });
  const told: string[] = [];
  await page.route("**/v1/audio/transcriptions", async (route) => {
    let jobId = newId("req");
    if (told.push(jobId) > 1) {
      const body = new FormData();
      body.set("model", "speech-v1.5");
      body.set("response_format", "verbose_json");
      body.set("file", new Blob([readFileSync(WAV)]), "talk.wav");
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await fetch(`${server.url}/v1/audio/transcription-jobs`, {
        method: "POST",
        headers,
        body,
      });
      jobId = ((await answer.json()) as { id: string }).id;
    }
    await route.fulfill({
      status: 504,
      headers: { "content-type": "application/json" },
      json: {
        error: { message: "", type: "server_error", code: "request_timeout", param: null, job_id: jobId },
      },
    });
  });
  return told;
}

/** Bars that a line has not. */
function hasWave(page: Page): Promise<boolean> {
  return page.evaluate(`[...document.querySelectorAll("svg.wave .rest path")].some((path) =>
    [...path.getAttribute("d").matchAll(/v([0-9.]+)/g)].some(([, height]) => Number(height) > 8))`);
}

/** By the menu of exports. */
async function save(page: Page, format: string): Promise<void> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("button", { name: format }).click();
}

async function exported(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download") as Promise<Download>, act()]);
  return readFileSync(await download.path(), "utf8");
}

async function logOut(page: Page): Promise<void> {
  await page.locator(".side-foot > button").click();
  await page.getByRole("link", { name: "Log out" }).click();
}

/** The browser's private files of this server, as anybody sees them who opens the browser's profile. */
function privateFiles(page: Page): Promise<{ names: string[]; text: string }> {
  return page.evaluate<{ names: string[]; text: string }>(`(async () => {
    const names = []; let text = "";
    const read = async (folder) => {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind === "directory") { await read(handle); continue; }
        names.push(name);
        text += new TextDecoder("latin1").decode(await (await handle.getFile()).arrayBuffer());
      }
    };
    await read(await navigator.storage.getDirectory());
    return { names, text };
  })()`);
}
