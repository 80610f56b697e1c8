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

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}
