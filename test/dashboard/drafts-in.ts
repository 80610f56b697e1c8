import type { Page } from "playwright-core";

/** Drafts in the browser, as anybody sees it who opens the browser's files. */
export function draftsIn(page: Page): Promise<{ count: number; text: string }> {
  return page.evaluate<{ count: number; text: string }>(`new Promise((resolve) => {
    const request = indexedDB.open("tiro-drafts");
    request.onsuccess = () => {
      const database = request.result;
      if (!database.objectStoreNames.contains("parts")) return resolve({ count: 0, text: "" });
      database.transaction("parts").objectStore("parts").getAll().onsuccess = ({ target: { result } }) =>
        resolve({
          count: result.length,
          text: result.map(({ data }) => new TextDecoder("latin1").decode(data)).join(""),
        });
    };
  })`);
}
