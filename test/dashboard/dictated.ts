/** Shared parts of tests of the page Dictate. */
import type { Page } from "playwright-core";

/** The server's answer to a dictation. */
export function dictationResult(session_id: string, text: string) {
  return {
    object: "dictation",
    session_id,
    operation: "dictate",
    raw_text: text.toLowerCase(),
    text,
    language: "en",
    duration_seconds: 1,
    edit_unclear: false,
    edit_deleted: false,
  };
}

/** Whether the browser asks before it lets the page go. */
export async function asksAtReload(page: Page): Promise<boolean> {
  let asked = false;
  page.once("dialog", (dialog) => {
    asked = true;
    void dialog.accept();
  });
  await page.reload();
  page.removeAllListeners("dialog");
  return asked;
}
