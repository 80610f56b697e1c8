/**
 * `bun run bench:dashboard [sessions | transcripts]`: the app in Chromium, for a person with a million sessions by default.
 * How much script its first load takes, when its first page can be used, and how long reading on in the history and
 * searching it take from there; both pages on a slow phone in a slow network, such as Lighthouse takes, and how
 * long a key or click takes there. And a transcript of four hours, with a short one beside it; with `transcripts`, that alone. Ends
 * with 1 if a goal is missed.
 */
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { builtApp } from "../../src/dashboard/server/build.ts";
import { percentile } from "../../src/lib/percentile.ts";
import { Dashboard, PHONE } from "../../test/dashboard/dashboard.ts";
import { firstScripts } from "../../test/dashboard/first-scripts.ts";
import { tell } from "./figures.ts";
import { interactionsOfHistory } from "./interactions.ts";
import { fillHistory, word } from "./many-sessions.ts";
import { EDITS, measureTranscript, SEGMENTS } from "./transcript-page.ts";

const [asked = "1000000"] = Bun.argv.slice(2);
const LOADS = 11;
const PAGES = 100;
const SEARCHES = 100;
const SLOW_LOADS = 5;
const SLOW = { processor: 4, latencyMs: 562.5, bytesPerSecond: 1_440_000 / 8 };
const GOALS = {
  scriptBytes: 80_000,
  usableMs: 1_000,
  readOnP99Ms: 100,
  searchP99Ms: 200,
  slowUsableMs: 2_500,
  slowHistoryMs: 3_500,
  slowInteractionP98Ms: 100,
  transcriptOpenMs: 1_000,
  transcriptKeyP95Ms: 30,
  transcriptHighlightP95Ms: 50,
  transcriptMegabytes: 300,
  grownMegabytes: 30,
};

const dashboard = await Dashboard.open({ environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000" } });
if (asked !== "transcripts") await measureApp(Number(asked));
await measureTranscripts();
await dashboard[Symbol.asyncDispose]();
process.exit();

async function measureApp(sessions: number): Promise<void> {
  const scripts = firstScripts(await builtApp());
  const bytes = scripts.reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).length, 0);
  tell("first load, compressed script", bytes, "bytes", { most: GOALS.scriptBytes });

  const { db } = dashboard.server.context;
  await fillHistory(db, [dashboard.person.id], { sessions, organizationId: null });

  const usable: number[] = [];
  for (let load = 0; load < LOADS; load++) {
    // A window of its own has nothing in its cache.
    const page = await dashboard.page({ fetchesAhead: true });
    usable.push(await timeToUsable(page, "/app/", "time"));
    await page.context().close();
  }
  tell("until the first page can be used, p50", percentile(usable, 0.5), "ms", { most: GOALS.usableMs });
  const slowHome = percentile(await slowLoads("/app/", "time"), 0.5);
  tell("the same on a slow phone, p50", slowHome, "ms", { most: GOALS.slowUsableMs });
  const slowHistory = percentile(await slowLoads("/app/history", ".history-row a"), 0.5);
  tell("until the history is there on a slow phone, p50", slowHistory, "ms", { most: GOALS.slowHistoryMs });
  const used = await dashboard.page({ width: PHONE, fetchesAhead: true });
  const interactions = await interactionsOfHistory(used, SLOW.processor);
  tell("a key or click on a slow phone, p98", percentile(interactions, 0.98), "ms", {
    most: GOALS.slowInteractionP98Ms,
  });
  await used.context().close();

  const page = await dashboard.page({ fetchesAhead: true });
  await page.goto("/app/");
  tell("reading on by 25 sessions, p99", percentile(await readOn(page), 0.99), "ms", {
    most: GOALS.readOnP99Ms,
  });
  const queries = Array.from({ length: SEARCHES }, () => `${word(20)} ${word(500)}`);
  tell("searching, p99", percentile(await search(page, queries), 0.99), "ms", { most: GOALS.searchP99Ms });
}

async function measureTranscripts(): Promise<void> {
  const short = await measureTranscript(dashboard, { segments: 3, edits: 0 });
  console.log(`a transcript of a minute: ${JSON.stringify(short)}`);
  const long = await measureTranscript(dashboard, { segments: SEGMENTS, edits: EDITS });
  tell("until a transcript of four hours is open, p50", long.openMs, "ms", { most: GOALS.transcriptOpenMs });
  tell("a key in it, p95", long.keyMs, "ms", { most: GOALS.transcriptKeyP95Ms });
  tell("its marked word from the sound, p95", long.highlightMs, "ms", {
    most: GOALS.transcriptHighlightP95Ms,
  });
  tell("what its tab's process holds", long.megabytes, "MB", { most: GOALS.transcriptMegabytes });
  tell("how much more after an hour's edits", long.grownMegabytes, "MB", { most: GOALS.grownMegabytes });
}

/** From the address that was entered to what was dictated last, drawn. */
async function timeToUsable(page: Page, path: string, drawn: string): Promise<number> {
  await page.goto(path, { waitUntil: "commit" });
  await page.locator(drawn).first().waitFor();
  return page.evaluate(() => performance.now());
}

async function slowLoads(path: string, drawn: string): Promise<number[]> {
  const times: number[] = [];
  for (let load = 0; load < SLOW_LOADS; load++) {
    const page = await dashboard.page({ width: PHONE, fetchesAhead: true });
    const client = await page.context().newCDPSession(page);
    const { latencyMs: latency, bytesPerSecond } = SLOW;
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await client.send("Emulation.setCPUThrottlingRate", { rate: SLOW.processor });
    times.push(await timeToUsable(page, path, drawn));
    await page.context().close();
  }
  return times;
}

/** As the history does it: page after page, by cursor. */
function readOn(page: Page): Promise<number[]> {
  return page.evaluate(async (pages) => {
    const times: number[] = [];
    let cursor: string | null = null;
    for (let read = 0; read < pages; read++) {
      const begin = performance.now();
      const more: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const answer = await fetch(`/v1/sessions?limit=25${more}`);
      if (!answer.ok) throw new Error(await answer.text());
      const list = (await answer.json()) as { next_cursor: string | null };
      times.push(performance.now() - begin);
      cursor = list.next_cursor;
    }
    return times;
  }, PAGES);
}

function search(page: Page, queries: readonly string[]): Promise<number[]> {
  return page.evaluate(async (all) => {
    const times: number[] = [];
    for (const query of all) {
      const begin = performance.now();
      const answer = await fetch(`/v1/sessions?limit=25&query=${encodeURIComponent(query)}`);
      if (!answer.ok) throw new Error(await answer.text());
      await answer.json();
      times.push(performance.now() - begin);
    }
    return times;
  }, queries);
}
