/**
 * Two people use one browser: one leaves a page open, the other logs in in another tab. Nothing of the page may reach the
 * other's account, whatever kind of request it is, and nothing of it may be lost.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { limits } from "../../src/config/limits.ts";
import { upsertPassword } from "../../src/store/credentials/passwords.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { historyOf } from "../support/history.ts";
import { PASSWORD } from "../support/people.ts";
import { clientRequests } from "./client-requests.ts";
import type { Dashboard } from "./dashboard.ts";
import { BEFORE_WORDS_SECONDS, microphone, recordedFor } from "./microphone.ts";
import { type Probe, probe } from "./probe.ts";
import { hearingDashboard } from "./test-dashboard.ts";

const WAV = new URL("../audio/synth_01_slt.wav", import.meta.url).pathname;
const TEXT = "The meeting has been moved to Thursday at 2:30.";
/** Values of the path's variable parts. */
const IDS = {
  revision: "1",
  limit: "stored_jobs",
  backup: "none",
  invoice: "INV-000001",
  pack: "none@1",
  worker: "none",
  language: "en",
  ...Object.fromEntries(
    Object.entries({
      job: "req",
      task: "tsk",
      session: "ses",
      key: "key",
      grant: "gra",
      browser_session: "brs",
      organization: "org",
      passkey: "psk",
      template: "tpl",
      captions: "cap",
      recording: "rec",
      folder: "fld",
      user: "usr",
      upload: "upl",
      proposal: "prop",
      person: "usr",
      member: "usr",
      account: "usr",
      webhook: "whk",
      token: "sct",
    }).map(([name, prefix]) => [name, `${prefix}_${"0".repeat(32)}`]),
  ),
};

const dashboard = await hearingDashboard();

describe.skipIf(!hasChromium)("somebody else logs in in the same browser", () => {
  let first: User;
  let second: User;
  beforeAll(async () => {
    if (!hasChromium) return;
    first = dashboard.person;
    second = dashboard.addPerson("Ines Roux");
  });

  const refusals = { failedCalls: /\/v1\/|\/app\/draft-key/ };
  const open = async (path: string, as = first) => {
    const page = await dashboard.page({ as, permissions: ["microphone"], ...refusals });
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  };
  const logIn = (page: Page, person: User, agoMs = 0) => dashboard.logIn(page.context(), person, agoMs);
  const isAnothers = (page: Page, person = first) =>
    page.getByRole("heading", { name: `This page belongs to ${person.name}` }).waitFor();
  const comeBack = async (page: Page, person = first) => {
    await logIn(page, person);
    const said = page.getByRole("button", { name: "I have logged in" });
    // A request that was still under way may find out first: then the cover goes by itself.
    await Promise.any([said.click(), said.waitFor({ state: "detached" })]);
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  /** How many rows of each person each table has. */
  const kept = ({ id }: User) => {
    const { db } = dashboard.server.context;
    const count = (sql: string) => db.prepare(sql).pluck().get(id);
    return {
      dictations: count(
        "SELECT count(*) FROM sessions JOIN history_owners h ON h.number = owner WHERE user_id = ?",
      ),
      jobs: count("SELECT count(*) FROM transcription_jobs WHERE account_id = ?"),
    };
  };

  describe("every kind of request that the app makes", () => {
    const asked: string[] = [];
    const { calls, uploads, resumables, downloads, streams } = clientRequests();
    const asking = async () => {
      const page = await open("/app/none");
      await page.route("**/app/assets/probe.js", async (route) =>
        route.fulfill({ contentType: "text/javascript", body: await probe() }),
      );
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (!pathname.startsWith("/v1/")) return;
        const named = searchParams.get("for") ?? request.headers()["tiro-for"];
        asked.push(named === first.id ? "named" : `${request.method()} ${pathname} names ${named}`);
      });
      return page;
    };

    /** The answers to the app's own client, in the page of the first person. */
    const told = (page: Page, kind: "call" | "upload" | "resumable" | "download" | "stream", route: string) =>
      page.evaluate(
        async ([kind, route, ids]) => {
          const { ask } = (await import("/app/assets/probe.js" as string)) as Probe;
          return ask(kind, route, ids);
        },
        [kind, route, IDS] as const,
      );
    const all = () => [
      ...calls.map((route) => ["call", route] as const),
      ...uploads.map((route) => ["upload", route] as const),
      ...resumables.map((route) => ["resumable", route] as const),
      ...downloads.map((route) => ["download", route] as const),
      ...streams.map((route) => ["stream", route] as const),
    ];

    test("is refused while the second is logged in, and names the first, for whom it is let through again", async () => {
      const { db } = dashboard.server.context;
      const page = await asking();
      await logIn(page, second);
      const before = everythingIn(db);
      asked.length = 0;
      for (const [kind, route] of all())
        expect([route, await told(page, kind, route)]).toEqual([route, "another_person"]);
      expect(asked.length).toBeGreaterThanOrEqual(all().length);
      expect(new Set(asked)).toEqual(new Set(["named"]));
      expect(everythingIn(db)).toEqual(before);
      await logIn(page, first);
      for (const [kind, route] of all())
        expect([route, await told(page, kind, route)]).not.toEqual([route, "another_person"]);
    });
  });

  test("a recording stays in the page, and is sent once its person is back and says so", async () => {
    microphone.says("synth_02_rms", BEFORE_WORDS_SECONDS);
    const page = await open("/app/dictate");
    const record = page.getByRole("button", { name: "Start recording" });
    await record.waitFor();
    await page.keyboard.down("Space");
    await page
      .getByText(recordedFor(BEFORE_WORDS_SECONDS + 5))
      .first()
      .waitFor();
    await logIn(page, second);
    await page.keyboard.up("Space");
    await isAnothers(page);
    await page
      .getByText(recordedFor(BEFORE_WORDS_SECONDS + 5))
      .first()
      .waitFor({ state: "hidden" });
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await isAnothers(page);
    await page.getByRole("button", { name: "I have logged in" }).click();
    await page.getByText("Somebody other than Maren Holt is still logged in.").waitFor();
    expect([kept(first), kept(second)]).toEqual([
      { dictations: 0, jobs: 0 },
      { dictations: 0, jobs: 0 },
    ]);
    await comeBack(page);
    expect(kept(first).dictations).toBe(0);
    await page.getByRole("button", { name: "Send again" }).click();
    const text = page.getByRole("textbox", { name: "Your text" });
    await eventually(() => text.inputValue(), TEXT);
    expect([kept(first).dictations, kept(second).dictations]).toEqual([1, 0]);
  });

  test("a recording that is under way ends when somebody else is noticed, and is not sent", async () => {
    microphone.says("synth_02_rms");
    const page = await open("/app/dictate");
    await page.getByRole("button", { name: "Start recording" }).waitFor();
    await page.keyboard.down("Space");
    await page.getByText(recordedFor(1)).first().waitFor();
    const before = [kept(first), kept(second)];
    await logIn(page, second);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    await isAnothers(page);
    await comeBack(page);
    await page
      .getByRole("heading", { name: "Not sent" })
      .or(page.getByRole("button", { name: "Send again" }))
      .first()
      .waitFor();
    expect(sent).not.toContain("POST /v1/dictations");
    expect([kept(first), kept(second)]).toEqual(before);
    await page.keyboard.up("Space");
  });

  test("files are held and sent for their own person", async () => {
    const page = await open("/app/recordings");
    const files = page.getByLabel("Choose files");
    await files.waitFor();
    await logIn(page, second);
    await files.setInputFiles([WAV]);
    await isAnothers(page);
    await comeBack(page);
    await page.getByText("Somebody else has logged in in this browser. Nothing was sent").first().waitFor();
    expect([kept(first).jobs, kept(second).jobs]).toEqual([0, 0]);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: "synth_01_slt" }).first().waitFor();
    expect([kept(first).jobs, kept(second).jobs]).toEqual([1, 0]);
  });

  test("what was typed stays in its field, and reaches nobody's dictionary", async () => {
    const page = await open("/app/words");
    const field = page.getByRole("textbox", { name: /word/i }).first();
    await field.fill("Quaggahorn");
    await logIn(page, second);
    await field.press("Enter");
    await isAnothers(page);
    await comeBack(page);
    await eventually(() => field.inputValue(), "Quaggahorn");
    const { db } = dashboard.server.context;
    expect(
      db.prepare("SELECT count(*) FROM customization_lists WHERE entries LIKE '%Quagga%'").pluck().get(),
    ).toBe(0);
  });

  test("a question for a fresh log-in takes no other person's: an erasure erases neither history", async () => {
    for (const { email } of [first, second]) historyOf(dashboard.server, email).keep("A text that stays.");
    const before = [kept(first), kept(second)];
    const page = await open("/app/history");
    await logIn(page, first, limits.freshLogInMs);
    await page.reload();
    await page.getByRole("button", { name: "Erase all" }).click();
    await page.getByRole("button", { name: "Erase everything" }).click();
    await page.getByRole("heading", { name: "Show that it is you" }).waitFor();
    await logIn(page, second);
    await page.getByRole("button", { name: "I have logged in" }).click();
    await isAnothers(page);
    await comeBack(page);
    expect([kept(first), kept(second)]).toEqual(before);
  });

  test("after a log-in that ended, the page takes its own person only", async () => {
    const page = await open("/app/recordings");
    const before = [kept(first).jobs, kept(second).jobs];
    await page.route("**/v1/uploads", async (route) => {
      if (route.request().method() === "POST") await page.context().clearCookies();
      await route.continue({ headers: { ...route.request().headers(), cookie: "" } });
    });
    await page.getByLabel("Choose files").setInputFiles([WAV]);
    await page.getByText("Your log-in has ended").first().waitFor();
    await logIn(page, second);
    await page.unroute("**/v1/uploads");
    await page
      .getByRole("button", { name: /I have logged in|Try again/ })
      .first()
      .click();
    await isAnothers(page);
    expect([kept(first).jobs, kept(second).jobs]).toEqual(before);
  });

  test("the page hides by itself once the other has logged in with the form of another tab", async () => {
    const { db, clock, passwords } = dashboard.server.context;
    upsertPassword(db, second.id, await passwords.hash(PASSWORD), clock.now());
    const page = await open("/app/words");
    const other = await page.context().newPage();
    await other.goto("/login?again=1");
    await other.getByLabel("E-mail").fill(second.email);
    await other.getByLabel("Password").fill(PASSWORD);
    await other.getByRole("button", { name: "Log in", exact: true }).click();
    await other.waitForURL("**/app/");
    await isAnothers(page);
    await other.getByRole("heading", { level: 1 }).waitFor();
    expect(await other.getByRole("heading", { name: /belongs to/ }).count()).toBe(0);
  });

  test("tabs of two people share no events", async () => {
    const page = await open("/app/words");
    const streams: string[] = [];
    await logIn(page, second);
    const other = await page.context().newPage();
    other.on("request", (request) => {
      if (request.url().includes("/v1/events")) streams.push(new URL(request.url()).search);
    });
    await other.goto("/app/words");
    await other.getByRole("heading", { level: 1 }).waitFor();
    await other.waitForFunction("navigator.locks.query().then(({ held }) => held.length >= 2)");
    await eventually(() => streams, [`?for=${second.id}`]);
  });

  test("a recording that was begun under other policies is sent only after its person was told", async () => {
    const { db, clock } = dashboard.server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    const person = dashboard.addPerson("Nora Keep");
    const { id } = addOrganization(deps, { name: "Northgate Bank", owner: person });
    setPolicy(deps, id, { zeroRetention: true });
    microphone.says("synth_02_rms");
    const page = await open("/app/dictate", person);
    await page.getByRole("button", { name: "Start recording" }).waitFor();
    await page.keyboard.down("Space");
    await page.getByText(recordedFor(1)).first().waitFor();
    setPolicy(deps, id, { zeroRetention: false });
    await page.keyboard.up("Space");
    await page.getByText("Your organizations, or their rules for your words, have changed.").waitFor();
    expect(kept(person).dictations).toBe(0);
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByRole("textbox", { name: "Your text" }).waitFor();
    expect(kept(person).dictations).toBe(1);
  });

  test("as everybody must be able to see it", async () => {
    const states = ["/app/words", "/app/"].map((path) => ({
      name: `somebody else is logged in, ${path}`,
      path,
      ...refusals,
      prepare: async (page: Page) => {
        await logIn(page, second);
        await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
        await isAnothers(page);
      },
    }));
    await dashboard.walk(states);
  });
});

/** All rows of all tables, but for what the server writes by itself over time. */
function everythingIn(db: Dashboard["server"]["context"]["db"]): Record<string, unknown[]> {
  const tables = db
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table'
        AND name NOT IN ('browser_sessions', 'heartbeat') AND name NOT GLOB '*_request*'`,
    )
    .pluck()
    .all() as string[];
  return Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).all()]));
}
