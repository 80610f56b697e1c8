/** What the process of a tab holds, as the system counts it: not the JavaScript heap alone. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

interface ProcessInfo {
  type: string;
  id: number;
}

/** Its share of the memory of the largest renderer, in MB, once what nobody needs is collected. Linux alone. */
export async function rendererMegabytes(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send("HeapProfiler.collectGarbage");
  await client.detach();
  const browser = page.context().browser();
  if (browser === null) throw new Error("the page has no browser of its own");
  const system = await browser.newBrowserCDPSession();
  const { processInfo } = (await system.send("SystemInfo.getProcessInfo")) as { processInfo: ProcessInfo[] };
  await system.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  return Math.max(...renderers.map(({ id }) => sharedMegabytes(id)));
}

function sharedMegabytes(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1_000_000;
}
