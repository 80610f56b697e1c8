/** Draws the icons of the installed app from the mark, with Chromium: `bun scripts/icons.ts`. */
import { join } from "node:path";
import { chromium } from "playwright-core";
import { MARK } from "../src/web/look/drawings.ts";

const FOLDER = join(import.meta.dir, "../src/dashboard/installed/icons");
const [INK, PAPER] = ["#171b26", "#fbfaf7"];
/** Of the icon's height that the mark takes: systems cut a circle out of those that are `maskable`. */
const ICONS = [
  { name: "icon-192.png", size: 192, share: 0.66 },
  { name: "icon-512.png", size: 512, share: 0.66 },
  { name: "maskable-512.png", size: 512, share: 0.46 },
] as const;

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const { name, size, share } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const height = Math.round(size * share);
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${PAPER}"><svg height="${height}" viewBox="${MARK.viewBox}"><path fill="${INK}" d="${MARK.path}"/></svg>`,
  );
  await page.screenshot({ path: join(FOLDER, name) });
  await page.close();
}
await browser.close();
