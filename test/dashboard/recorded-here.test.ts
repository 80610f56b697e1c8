/** Recordings on all their ways in, and out again as one file; and a team that shares a folder of them. */
import { describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import type { Download, Page } from "playwright-core";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR, temporaryFolder } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { addRecording, spoken } from "../support/recordings.ts";
import { recordedFor } from "./microphone.ts";
import { hearingDashboard } from "./test-dashboard.ts";

const WAV = new URL("../audio/synth_02_rms.wav", import.meta.url).pathname;
const PEERS = "1\r\n00:00:00,500 --> 00:00:02,000\r\nThe soakaway was photographed.\r\n";

const dashboard = await hearingDashboard();

describe.skipIf(!hasChromium)("recordings from here and elsewhere", () => {
  const ready = (page: Page, name: string | RegExp) =>
    page.getByRole("cell").getByRole("link", { name, exact: true });
  const turns = (page: Page) => page.locator("[data-segment] p");

  test("one is recorded without a network, a folder is dropped with a peer's subtitles, all are exported as one", async () => {
    const page = await dashboard.page({ failedCalls: /./ });
    await page.goto("/app/recordings");
    await page.getByRole("button", { name: "Record", exact: true }).click();
    const stop = page.getByRole("button", { name: /^Stop and send/ });
    await page.context().setOffline(true);
    // Long enough for a word.
    await stop.getByText(recordedFor(4)).waitFor();
    await stop.click();
    await page.getByText("This device is offline").waitFor();
    await page.context().setOffline(false);
    await ready(page, /^Recording of/).waitFor();

    using folder = temporaryFolder();
    await dropFolder(page, folder.path);
    for (const name of ["talk", "notes"]) await ready(page, name).waitFor();
    await ready(page, "talk").click();
    // The app may load itself again first: its page's code may be among what the cut network kept out.
    await turns(page).first().waitFor();
    await eventually(() => turns(page).allTextContents(), ["The soakaway was photographed."]);
    await eventually(() => page.evaluate("document.querySelector('audio').duration > 1"), true);
    await page.emulateMedia({ media: "print" });
    await turns(page).first().waitFor();
    for (const part of [".player", "aside", ".find-bar", "nav"])
      await page.locator(part).first().waitFor({ state: "hidden" });
    await page.emulateMedia({ media: "screen" });

    await page.getByRole("main").getByRole("link", { name: "Recordings" }).click();
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download") as Promise<Download>,
      page.getByRole("dialog").getByRole("button", { name: "Export", exact: true }).click(),
    ]);
    const names = Object.keys(unzipSync(new Uint8Array(readFileSync(await download.path())))).sort();
    expect(names).toEqual([expect.stringMatching(/^Recording of .*\.docx$/), "notes.docx", "talk.docx"]);
  });

  /** As from the desktop: two files, of which one has subtitles, in a folder in a folder. */
  async function dropFolder(page: Page, path: string): Promise<void> {
    const inner = join(path, "Harbour Street", "Monday");
    mkdirSync(inner, { recursive: true });
    copyFileSync(WAV, join(inner, "talk.wav"));
    writeFileSync(join(inner, "Talk.srt"), PEERS);
    writeFileSync(join(path, "Harbour Street", "notes.vtt"), "WEBVTT\n\n00:00.000 --> 00:01.000\nNotes.\n");
    writeFileSync(join(path, "Harbour Street", ".hidden.wav"), "");
    const box = await page.locator(".drop").boundingBox();
    const client = await page.context().newCDPSession(page);
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await client.send("Input.dispatchDragEvent", {
        ...{ type, x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 20 },
        data: { items: [], files: [join(path, "Harbour Street")], dragOperationsMask: 1 },
      });
    await client.detach();
  }

  test("one that is recognized is cancelled, and tried again", async () => {
    const page = await dashboard.page({ as: dashboard.addPerson("Tess Again") });
    await page.goto("/app/recordings");
    await page
      .getByLabel("Choose files")
      .setInputFiles([{ name: "long.wav", mimeType: "audio/wav", buffer: repeated(readFileSync(WAV), 60) }]);
    const cancel = async () => {
      await page.getByRole("button", { name: "Cancel: long", exact: true }).click();
      await page.getByRole("button", { name: "Cancel the recording" }).click();
      await page.getByRole("row").filter({ hasText: "Cancelled" }).waitFor();
    };
    await cancel();
    await page.getByRole("button", { name: "More about long" }).click();
    await page.locator(".menu:popover-open").getByRole("button", { name: "Try again" }).click();
    await cancel();
  });

  test("a team has a folder: what one corrects in it, the other reads", async () => {
    const [owner, editor] = [dashboard.addPerson("Olga Wirt"), dashboard.addPerson("Mika Lund")];
    const { db, clock } = dashboard.server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    const { id } = addOrganization(deps, { name: "Northgate", owner });
    addMember(deps, id, editor.id, "member");
    addRecording(db, owner.id, { name: "Survey", segments: [spoken("The survey is here.", 0)] });
    const [own, other] = [await dashboard.page({ as: owner }), await dashboard.page({ as: editor })];
    await own.goto("/app/recordings");
    await own.getByRole("checkbox", { name: "Select Survey" }).check();
    await own.getByRole("button", { name: "Move", exact: true }).click();
    await own.getByLabel("Or into a new folder").fill("Harbour Street");
    await own.getByRole("dialog").getByRole("button", { name: "Move", exact: true }).click();
    await own.getByRole("link", { name: "Harbour Street 1" }).click();
    await own.getByRole("button", { name: "More about the folder Harbour Street" }).click();
    await own.getByRole("button", { name: "Share the folder" }).click();
    await own.getByLabel("Members of your organizations").fill("mika");
    await own.getByRole("dialog").getByRole("button", { name: "Mika Lund" }).click();
    await own.getByRole("combobox", { name: "What Mika Lund may do" }).selectOption("editor");
    await own.getByRole("dialog").getByRole("button", { name: "Share", exact: true }).click();
    await own.getByRole("dialog").waitFor({ state: "detached" });
    await ready(own, "Survey").click();
    await turns(own).first().waitFor();

    await other.goto("/app/recordings");
    await other.getByRole("link", { name: "Harbour Street 1" }).click();
    await ready(other, "Survey").click();
    await turns(other).first().focus();
    await other.keyboard.press("Home");
    await other.keyboard.type("Now ");
    for (const page of [other, own])
      await eventually(() => turns(page).allTextContents(), ["Now The survey is here."]);
  });
});

/** The same sound again and again: a header of 44 bytes, then samples. */
function repeated(wav: Buffer, times: number): Buffer {
  const samples = wav.subarray(44);
  const all = Buffer.concat([wav.subarray(0, 44), ...Array.from({ length: times }, () => samples)]);
  all.writeUInt32LE(all.length - 8, 4);
  all.writeUInt32LE(all.length - 44, 40);
  return all;
}
