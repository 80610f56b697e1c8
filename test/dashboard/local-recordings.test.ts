/** Where the server may keep nothing: recordings in the browser alone, sealed, and gone for everybody after log-out. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Download, Page } from "playwright-core";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { Dashboard, walkByKeyboard } from "./dashboard.ts";

setDefaultTimeout(300_000);

const WAV = new URL("../audio/synth_02_rms.wav", import.meta.url).pathname;
const NAME = "synth_02_rms";
const WORD = "Thursday";

describe.skipIf(!hasChromium)("recordings of the browser alone", () => {
  let dashboard: Dashboard;
  let person: User;

  beforeAll(async () => {
    if (!hasChromium) return;
    dashboard = await Dashboard.open();
    await dashboard.server.context.engine.ready();
    person = dashboard.addPerson("Ida Frey");
    const { db, clock } = dashboard.server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    const { id } = addOrganization(deps, { name: "Quiet", owner: person });
    setPolicy(deps, id, { zeroRetention: true });
  });
  afterAll(async () => dashboard?.[Symbol.asyncDispose]());

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
    await page.locator(".transcript").getByText(WORD).waitFor();
    // The sound is what was sent, opened again.
    await eventually(() => page.evaluate("document.querySelector('audio').duration > 1"), true);
    await page.getByRole("main").getByRole("link", { name: "Recordings" }).click();
    await line(page).waitFor();

    const { db } = dashboard.server.context;
    for (const table of ["transcription_jobs", "recordings", "sessions"])
      expect([table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]).toEqual([table, 0]);
    const kept = await privateFiles(page);
    expect(kept.names).toContain("sound-0");
    for (const readable of [NAME, WORD, "WAVEfmt", "segments"]) expect(kept.text).not.toContain(readable);

    const [download] = await Promise.all([
      page.waitForEvent("download") as Promise<Download>,
      page.getByRole("button", { name: "Export all" }).click(),
    ]);
    const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
    expect(Object.keys(files).sort()).toEqual([`${NAME}.docx`, `${NAME}.json`, `${NAME}.wav`]);
    expect(new TextDecoder().decode(files[`${NAME}.json`])).toContain(WORD);
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
    dashboard.expectNoFaults();
    await page.context().close();
  });

  test("as everybody must be able to see them, by the keyboard, and in German", async () => {
    const page = await dashboard.page({ as: person, locale: "de-DE" });
    await page.goto("/app/recordings");
    await page.getByText("Nur in diesem Browser.").waitFor();
    await page.getByLabel("Dateien wählen").setInputFiles([WAV]);
    await line(page).waitFor();
    expect(await walkByKeyboard(page)).toContain(`${NAME} exportieren`);
    expect(await dashboard.faultsOf(page, { name: "recordings of the browser" })).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("button", { name: `${NAME} löschen` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Löschen" }).click();
    await page.getByText("Hier erscheinen die Aufnahmen, die Sie senden.").waitFor();
    dashboard.expectNoFaults();
    await page.context().close();
  });
});

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
