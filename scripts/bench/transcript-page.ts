/**
 * The page of a transcript of four hours, with a short one beside it in the same browser: until it is open, how long a key
 * takes until it is drawn, how far the marked word is from the sound once it is painted, what the tab's process holds, and how
 * much more after an hour's worth of edits.
 */
import type { Page } from "playwright-core";
import { percentile } from "../../src/lib/percentile.ts";
import type { Dashboard } from "../../test/dashboard/dashboard.ts";
import { wav } from "../../test/support/dictation.ts";
import { addRecording, spoken } from "../../test/support/recordings.ts";
import { word } from "./many-sessions.ts";
import { rendererMegabytes } from "./renderer-memory.ts";

export const SEGMENTS = 720;
const WORDS = 50;
const SEGMENT_SECONDS = 20;
const KEYS = 200;
/** Between them: 12 a second, as the fastest typists. Closer together, the frames of one are waited for by the next. */
const KEY_PAUSE_MS = 83;
const OPENED = 5;
const HEARD_MS = 20_000;
/** As many as somebody makes in an hour: one every two seconds. */
export const EDITS = 1_800;
const SAMPLE_RATE = 8_000;
const SOUND_SECONDS = 60;
const SILENCE = wav(SAMPLE_RATE * SOUND_SECONDS, { sampleRate: SAMPLE_RATE });

export interface TranscriptFigures {
  openMs: number;
  keyMs: number;
  highlightMs: number;
  megabytes: number;
  /** More than before, once as much was edited as in an hour. */
  grownMegabytes: number;
}

/** @param segments how long it is; `SEGMENTS` are four hours. */
export async function measureTranscript(
  dashboard: Dashboard,
  { segments, edits }: { segments: number; edits: number },
): Promise<TranscriptFigures> {
  const id = addLong(dashboard, segments);
  const opened: number[] = [];
  for (let load = 0; load < OPENED; load++) {
    const page = await dashboard.page({ fetchesAhead: true });
    opened.push(await timeToOpen(page, id));
    await page.context().close();
  }
  const page = await dashboard.page({ fetchesAhead: true });
  await withSound(page);
  await timeToOpen(page, id);
  const keyMs = percentile(await keyTimes(page), 0.95);
  const highlightMs = percentile(await highlightLags(page), 0.95);
  await readThrough(page);
  const before = await rendererMegabytes(page);
  await edit(page, edits);
  const after = await rendererMegabytes(page);
  const grownMegabytes = after.anonymous - before.anonymous;
  await page.context().close();
  const megabytes = Math.max(before.proportional, after.proportional);
  return { openMs: percentile(opened, 0.5), keyMs, highlightMs, megabytes, grownMegabytes };
}

function addLong({ server, person }: Dashboard, count: number): string {
  const segments = Array.from({ length: count }, (_, index) => {
    const text = Array.from({ length: WORDS }, () => word(2_000)).join(" ");
    const segment = spoken(text, index * SEGMENT_SECONDS, `spk_${index % 3}`);
    const words = segment.words.map((each, place) => {
      const start = index * SEGMENT_SECONDS + (place * SEGMENT_SECONDS) / WORDS;
      return { ...each, start, end: start + 0.3, ...(place === 7 && { confidence: 0.3 }) };
    });
    return { ...segment, words, end: words.at(-1)?.end ?? segment.end };
  });
  const durationMs = count * SEGMENT_SECONDS * 1000;
  return addRecording(server.context.db, person.id, { name: `${count} turns`, segments, durationMs });
}

/** Until all of its text is there and drawn. */
async function timeToOpen(page: Page, id: string): Promise<number> {
  await page.goto(`/app/recordings/${id}`, { waitUntil: "commit" });
  await page.locator("[data-segment] p").last().waitFor({ state: "attached" });
  return page.evaluate("new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())))");
}

/** A minute of silence, which the server would have of a recording that was uploaded. */
export async function withSound(page: Page, wave: readonly number[] = [0]): Promise<void> {
  const kept = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const audio = { kind: "audio", content_type: "audio/wav", size: 1, kept_until: kept };
  await page.route(/\/v1\/recordings\/rec_\w+$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), audio } });
  });
  await page.route(/\/audio(\?|$)/, (route) => route.fulfill({ contentType: "audio/wav", body: SILENCE }));
  await page.route(/\/peaks(\?|$)/, (route) =>
    route.fulfill({
      json: { object: "peaks", start: 0, end: SOUND_SECONDS, duration: SOUND_SECONDS, data: wave },
    }),
  );
}

/** From a key to the frame that shows what it did. */
async function keyTimes(page: Page): Promise<number[]> {
  await page.locator("[data-segment] p").nth(1).focus();
  await page.keyboard.press("End");
  await page.evaluate(`
    globalThis.keyTimes = [];
    addEventListener("keydown", ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => keyTimes.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    }, { capture: true });
  `);
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 6 === 5 ? "Space" : "a");
    await Bun.sleep(KEY_PAUSE_MS);
  }
  return page.evaluate("globalThis.keyTimes");
}

/** While it plays: how far from the beginning of each word the sound is when the first frame with its mark is painted. */
async function highlightLags(page: Page): Promise<number[]> {
  await page.keyboard.press("F1");
  return page.evaluate(`new Promise((resolve, reject) => {
    const lags = [];
    const media = document.querySelector("audio");
    const first = document.querySelector("[data-segment] p");
    const wordMs = ${(1000 * SEGMENT_SECONDS) / WORDS};
    const end = performance.now() + ${HEARD_MS};
    let last = -1;
    const { port1, port2 } = new MessageChannel();
    // After the frame, which is painted by now.
    port1.onmessage = ({ data: marked }) => {
      lags.push(Math.abs(media.currentTime * 1000 - marked * wordMs));
    };
    const look = () => {
      const [range] = CSS.highlights.get("heard") ?? [];
      // The first turn alone is looked at: nothing was typed in it.
      if (range?.startContainer.parentElement === first) {
        const marked = range.startContainer.data.slice(0, range.startOffset).split(" ").length - 1;
        if (marked !== last) port2.postMessage(marked);
        last = marked;
      }
      if (performance.now() < end) requestAnimationFrame(look);
      else if (lags.length > ${HEARD_MS / 1000}) resolve(lags);
      else reject(new Error("nothing was played"));
    };
    requestAnimationFrame(look);
  })`);
}

/** Once to the end, so that all of it was drawn: what the browser keeps of that is no growth. */
async function readThrough(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let top = -1;
    const step = () => {
      if (scrollY === top) return resolve();
      top = scrollY;
      scrollBy(0, innerHeight);
      requestAnimationFrame(() => requestAnimationFrame(step));
    };
    step();
  })`);
}

/** Types, splits, joins and takes back, from turn to turn. */
async function edit(page: Page, times: number): Promise<void> {
  const turns = page.locator("[data-segment] p");
  const count = await turns.count();
  for (let edits = 0; edits < times; edits += 6) {
    await turns.nth((edits * 7) % count).focus();
    await page.keyboard.press("End");
    await page.keyboard.type(" ab");
    await page.keyboard.press("Control+ArrowLeft");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Control+z");
  }
}
