/** The browser that Debian installs, without a window; its profile is gone when it ends. */
import { existsSync, readFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const EXECUTABLE = "/usr/bin/chromium";

/** Tests that need it are skipped, and say so, where it is missing. */
export const hasChromium = existsSync(EXECUTABLE);
if (!hasChromium) console.warn(`${EXECUTABLE} is missing; tests in a browser are skipped`);

/** Never asks anything outside this machine. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @param flags besides, such as those of a microphone that plays a file. */
export function startChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, headless: true, args: [...FLAGS, ...flags] });
}

const axe = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")).pathname, "utf8");

/** What axe-core finds wrong with the page as it stands, by the rules of WCAG 2 A and AA and of good practice. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  });
}

/** Widths of a phone and of a desk. */
const WIDTHS = [390, 1280];
/** The narrowest screen that a page must fit, as with a zoom of 400 % (WCAG 2.2, 1.4.10). */
const NARROWEST = 320;

/** What is wrong with the page as it stands on a phone and on a desk, and whether it fits the narrowest screen. */
export async function faultsAtAllWidths(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [NARROWEST, ...WIDTHS]) {
    await page.setViewportSize({ width, height: 900 });
    const found = width === NARROWEST ? [] : await accessibilityFaults(page);
    const wider = await page.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    faults.push(...found.map((fault) => `at ${width} px: ${fault}`));
    if (wider > 0) faults.push(`${wider} px too wide at ${width} px`);
  }
  return faults;
}

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}
