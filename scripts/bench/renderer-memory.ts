/** Memory of a tab's process, as the system counts it: not the JavaScript heap alone. */
import type { Page } from "playwright-core";
import { memoryOf } from "../../src/lib/processes.ts";

interface ProcessInfo {
  type: string;
  id: number;
}

export interface RendererMemory {
  /** Its share of all that it has mapped: the browser's own files too, of which it gets more once another process ends. */
  proportional: number;
  /** Memory of its own: heaps, pictures, code that was compiled. */
  anonymous: number;
}

/** Of the largest renderer, in MB, once what nobody needs is collected. Linux alone. */
export async function rendererMegabytes(page: Page): Promise<RendererMemory> {
  const client = await page.context().newCDPSession(page);
  await client.send("HeapProfiler.collectGarbage");
  await client.detach();
  const browser = page.context().browser();
  if (browser === null) throw new Error("the page has no browser of its own");
  const system = await browser.newBrowserCDPSession();
  const { processInfo } = (await system.send("SystemInfo.getProcessInfo")) as { processInfo: ProcessInfo[] };
  await system.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => memoryOf(id));
  const [largest] = renderers.toSorted((a, b) => b.proportionalBytes - a.proportionalBytes);
  if (largest === undefined) throw new Error("the browser has no renderer");
  return { proportional: largest.proportionalBytes / 1e6, anonymous: largest.anonymousBytes / 1e6 };
}
