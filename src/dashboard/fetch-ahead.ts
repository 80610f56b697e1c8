/** The code of all pages, one after the other while the browser has nothing else to do: a cut network then harms none. */
import type { KnownPage } from "./parts/page-definition.ts";

/** Safari has no idle callbacks. */
const IDLE_MS = 200;

/** Nothing if the person asked the browser to save data. */
export async function fetchAhead(pages: readonly KnownPage[]): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData === true) return;
  for (const { preload } of pages) {
    await idle();
    // Browsers keep the failure of code that they were asked for without a network.
    if (!navigator.onLine) await online();
    await preload();
  }
  // Tests that cut the network wait for it.
  performance.mark("tiro-fetched-ahead");
}

function online(): Promise<void> {
  return new Promise((resolve) => addEventListener("online", () => resolve(), { once: true }));
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve());
    else setTimeout(resolve, IDLE_MS);
  });
}
