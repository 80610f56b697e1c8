/** Which of the dialogs that open from everywhere is open, and the keys that open them. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

export type OpenedDialog = "palette" | "shortcuts";

export const opened = signal<OpenedDialog | null>(null);

const NAME = "tiro_single_keys";
/** Here a character is text. */
const WRITTEN_INTO = "input, textarea, select, [contenteditable]";

/** People who speak to their computer type characters by chance: keys without Ctrl can be off (WCAG 2.1.4). */
export const hasSingleKeys = signal(read());

export function setSingleKeys(on: boolean): void {
  hasSingleKeys.value = on;
  try {
    localStorage.setItem(NAME, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing has the choice until the page is closed.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(NAME) !== "off";
  } catch {
    return true;
  }
}

export function useCommandKeys(): void {
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      const wanted = dialogOf(event);
      if (wanted === null) return;
      event.preventDefault();
      // A dialog never opens above another.
      if (opened.value === wanted) opened.value = null;
      else if (document.querySelector("dialog[open]") === null) opened.value = wanted;
    };
    addEventListener("keydown", down);
    return () => removeEventListener("keydown", down);
  }, []);
}

function dialogOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): OpenedDialog | null {
  const isWriting = target instanceof Element && target.closest(WRITTEN_INTO) !== null;
  if (key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey) return "palette";
  if (key === "?" && hasSingleKeys.value && !isWriting && !ctrlKey && !metaKey) return "shortcuts";
  return null;
}
