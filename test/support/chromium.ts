/**
 * The browser that Debian installs, without a window; its profile is gone when it ends. Its shell, which draws no frame around
 * pages, takes half the time of a processor: 3.4 instead of 7.0 s for a start and twelve small pages.
 */
import { existsSync, readFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { PATIENCE_MS } from "./eventually.ts";

const PLACES = process.env.CHROMIUM_TRIED
  ? [process.env.CHROMIUM_TRIED]
  : ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const EXECUTABLE = PLACES.find((place) => existsSync(place));

/** Tests that need it are skipped, and say so, if it is missing. */
export const hasChromium = EXECUTABLE !== undefined;
if (!hasChromium) console.warn(`${PLACES.join(" and ")} missing; tests in a browser are skipped`);

/** Never asks anything outside this machine: it finds no other host. */
const FLAGS = [
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const started = new Map<string, Promise<Browser>>();

/**
 * The one browser with these flags of all files of a run. It ends with the process; close only the windows that you opened.
 * @param flags besides, such as those of a microphone that plays a file.
 */
export function sharedChromium(flags: readonly string[] = []): Promise<Browser> {
  const name = flags.join(" ");
  const browser = started.get(name) ?? startChromium(flags);
  started.set(name, browser);
  return browser;
}

async function startChromium(flags: readonly string[]): Promise<Browser> {
  const args = [...FLAGS, ...flags];
  const browser = await chromium.launch({ executablePath: EXECUTABLE as string, args, timeout: PATIENCE_MS });
  browser.on("context", (context) => context.setDefaultTimeout(PATIENCE_MS));
  return browser;
}

const axe = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")).pathname, "utf8");

/** A colour on its way to another is neither. Endless motion is left out, and so are hidden elements, which stand still. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { document } = globalThis as unknown as { document: { getAnimations(): Moving[] } };
    const moving = () =>
      document.getAnimations().filter(({ effect, playState }) => {
        const { endTime } = effect?.getComputedTiming() ?? {};
        const isShown = effect?.target?.checkVisibility() ?? true;
        return isShown && playState === "running" && endTime !== Number.POSITIVE_INFINITY;
      });
    while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
  });
}

interface Moving {
  effect: {
    getComputedTiming(): { endTime: number };
    target: { checkVisibility(): boolean } | null;
  } | null;
  playState: string;
  finished: Promise<unknown>;
}

/**
 * Axe-core's findings on the page as it stands, by the rules of WCAG 2 A and AA and of good practice.
 * @param rules names of those that count; all where it is left out.
 */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  await atRest(page);
  if (await page.evaluate("globalThis.axe === undefined")) await page.evaluate(axe);
  return page.evaluate(async (values) => {
    // Style sheets of other hosts, which it would fetch, there are none.
    const options = { resultTypes: ["violations"], preload: false };
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({
      ...options,
      ...(values && { runOnly: { type: "rule", values } }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }, rules);
}

const HEIGHT = 900;
/** Only these rules see a difference between the two. */
const COLOURS = ["color-contrast"];

interface Look {
  colorScheme: "light" | "dark";
  /** All where it is left out. */
  rules?: readonly string[];
}

/**
 * A page is seen in all of them: on a desk, at 4K, at 200 % zoom (640 px at a scale of two), on a phone, and on the narrowest
 * screen that it must fit, as with a zoom of 400 % (WCAG 2.2, 1.4.10).
 */
const VIEWS: readonly { width: number; looks: readonly Look[] }[] = [
  { width: 1280, looks: [{ colorScheme: "light" }, { colorScheme: "dark", rules: COLOURS }] },
  { width: 3840, looks: [] },
  { width: 640, looks: [] },
  { width: 390, looks: [{ colorScheme: "dark" }, { colorScheme: "light", rules: COLOURS }] },
  { width: 320, looks: [] },
];

/**
 * The faults of the page as it stands, in every view; it stays in the last of them.
 * @param settled waits until it is drawn in a new width.
 */
export async function faultsInAllViews(page: Page, settled?: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  for (const { width, looks } of VIEWS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await settled?.();
    const faults = await overflow(page);
    for (const { colorScheme, rules } of looks) {
      await page.emulateMedia({ colorScheme });
      const seen = await accessibilityFaults(page, rules);
      faults.push(...seen.map((fault) => `${colorScheme}: ${fault}`));
    }
    found.push(...faults.map((fault) => `${width} px: ${fault}`));
  }
  return found;
}

/** Globals of a page's script. */
interface Scope {
  document: { documentElement: Box; querySelectorAll(selector: string): Iterable<Box> };
}
interface Box {
  scrollWidth: number;
  clientWidth: number;
  outerHTML: string;
  getBoundingClientRect(): { right: number; width: number };
}

/** The page itself must never scroll sideways; tables and code may, in a frame of their own. */
export async function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document } = globalThis as unknown as Scope;
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [`${scrollWidth - clientWidth} px too wide: ${wide.at(-1)?.outerHTML.slice(0, 200)}`];
  });
}

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}
