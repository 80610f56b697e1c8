/** Recordings on their way: sent in pieces that resume, followed with their words, cancelled, refused; and the API's jobs. */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Download, Page, Route } from "playwright-core";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { testDashboard } from "./test-dashboard.ts";

const WAV = new URL("../audio/synth_01_slt.wav", import.meta.url).pathname;
const CALLS = /v1\/(recordings|uploads)/;

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("sending recordings", () => {
  let job = "";

  beforeAll(async () => {
    if (!hasChromium) return;
    const { server, person } = dashboard;
    await server.context.engine.ready();
    const { db, clock, config } = server.context;
    const keys = { db, clock, actor: TEST_ACTOR, keyPrefixes: config.auth.key_prefixes };
    const { key } = createKey(keys, person, { name: "Laptop" });
    const body = new FormData();
    body.set("file", Bun.file(WAV), "talk.wav");
    body.set("model", "speech-v1.5");
    body.set("response_format", "verbose_json");
    const headers = { authorization: `Bearer ${key}` };
    const answer = await server.call("/audio/transcription-jobs", { method: "POST", headers, body });
    job = ((await answer.json()) as { id: string }).id;
  });

  const open = async (as?: User) => {
    const page = await dashboard.page({ failedCalls: CALLS, ...(as && { as }) });
    await page.goto("/app/recordings");
    await choose(page).waitFor({ state: "attached" });
    return page;
  };
  const choose = (page: Page) => page.getByLabel("Choose files");
  const named = (...names: string[]) =>
    names.map((name) => ({ name, mimeType: "audio/wav", buffer: readFileSync(WAV) }));
  const lines = (page: Page) => page.getByRole("listitem").filter({ hasText: ".wav" });
  /** In the list, with its text. */
  const ready = (page: Page, name: string) => page.getByRole("cell").getByRole("link", { name, exact: true });
  const posted = (page: Page, address: string, handle: (route: Route) => unknown) =>
    page.route(address, async (route) => {
      await (route.request().method() === "POST" ? handle(route) : route.continue());
    });
  const countOf = ({ id }: User) =>
    dashboard.server.context.db
      .prepare(
        "SELECT count(*) FROM recordings JOIN recording_owners o ON o.number = owner WHERE user_id = ?",
      )
      .pluck()
      .get(id);

  test("addresses of before lead to the page", async () => {
    const page = await dashboard.page();
    for (const [before, now] of [
      ["/app/files?shared=word", "/app/recordings?shared=word"],
      [`/app/files/${job}`, `/app/recordings/jobs/${job}`],
    ] as const) {
      const answer = await page.request.get(before, { maxRedirects: 0 });
      expect([answer.status(), answer.headers().location]).toEqual([303, now]);
    }
  });

  test("a file is sent, recognized and listed; one whose answer is lost makes one recording", async () => {
    const person = dashboard.addPerson("Lost Answer");
    const page = await open(person);
    let lost = 0;
    await posted(page, "**/v1/recordings", async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await choose(page).setInputFiles(named("board.wav"));
    await ready(page, "board").waitFor();
    expect(countOf(person)).toBe(1);
    await choose(page).setInputFiles(named("1.wav", "2.wav", "3.wav"));
    for (const name of ["1", "2", "3"]) await ready(page, name).waitFor();
    expect(countOf(person)).toBe(4);
    // Each stands in one place: in the list, once the server has it.
    await page.getByRole("heading", { name: "Under way" }).waitFor({ state: "hidden" });
  });

  test("files are sent in the order in which they were dropped; one that stands still says so", async () => {
    const page = await open(dashboard.addPerson("Still Standing"));
    let hangs = true;
    await posted(page, "**/v1/uploads", (route) => hangs || route.continue());
    await choose(page).setInputFiles(named("1.wav", "2.wav", "3.wav"));
    await choose(page).setInputFiles(named("4.wav"));
    await eventually(
      () => lines(page).locator(".title").allInnerTexts(),
      ["1.wav", "2.wav", "3.wav", "4.wav"],
    );
    for (const name of ["3.wav", "4.wav"])
      await lines(page).filter({ hasText: name }).getByText("Waits for its turn").waitFor();
    await lines(page).filter({ hasText: "1.wav" }).getByText("The server is not answering").waitFor();
    expect(await dashboard.faultsOf(page, { name: "on their way", isWaiting: true })).toEqual([]);
    hangs = false;
    for (const name of ["3.wav", "4.wav"])
      await page.getByRole("button", { name: `Cancel: ${name}` }).click();
    await lines(page).filter({ hasText: "1.wav" }).getByRole("button", { name: "Try now" }).click();
    await ready(page, "1").waitFor();
  });

  test("without a connection recordings wait, and are sent when it is back", async () => {
    const page = await dashboard.page({ as: dashboard.addPerson("Ola Line"), failedCalls: /./ });
    await page.goto("/app/recordings");
    await choose(page).waitFor({ state: "attached" });
    await page.context().setOffline(true);
    await choose(page).setInputFiles(named("later.wav", "last.wav"));
    await page.getByText("This device is offline").waitFor();
    await page.getByText("The server is not answering").nth(1).waitFor();
    await page.context().setOffline(false);
    for (const name of ["later", "last"]) await ready(page, name).waitFor();
  });

  test("a file that is no recording says what is wrong", async () => {
    const page = await open(dashboard.addPerson("No Sound"));
    await choose(page).setInputFiles({
      name: "notes.wav",
      mimeType: "audio/wav",
      buffer: Buffer.from("these are notes"),
    });
    await page
      .getByText(/cannot be read|Files of this kind/)
      .first()
      .waitFor();
  });

  test("a job of the API has a page: its text is found in, copied and saved", async () => {
    const page = await dashboard.page({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto("/app/recordings");
    await page.getByRole("link", { name: "Jobs" }).click();
    await page.locator(`a[href='/app/recordings/jobs/${job}']`).click();
    await page.locator(".transcript p").first().waitFor();
    const spoken = (await page.locator(".transcript p").allInnerTexts()).join(" ");
    const [word = ""] = spoken.split(" ");
    await page.getByPlaceholder("Find in the text").fill(word.toUpperCase());
    await page.getByText(/^1 of \d+$/).waitFor();
    await page.getByRole("button", { name: "Copy the text" }).click();
    await page.getByText("Copied").first().waitFor();
    for (const format of ["txt", "srt", "vtt", "json", "docx"]) {
      await page.getByRole("button", { name: "Save as" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download") as Promise<Download>,
        page.getByRole("button", { name: new RegExp(`\\.${format}$`) }).click(),
      ]);
      expect(download.suggestedFilename()).toEndWith(`.${format}`);
      const saved = readFileSync(await download.path());
      if (format === "docx") expect(saved.subarray(0, 2).toString()).toBe("PK");
      else expect(saved.toString()).toContain(word);
    }
    expect(await dashboard.faultsOf(page, { name: "a job's transcript" })).toEqual([]);
  });
});
