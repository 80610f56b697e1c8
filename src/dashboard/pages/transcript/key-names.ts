/** The keys of this page, by what they do. Foot pedals are keyboards: a key can be taught by pressing it. */

export const KEY_ACTS = [
  "play",
  "back",
  "forward",
  "nextUnsure",
  "previousUnsure",
  "beginNow",
  "slower",
  "faster",
  "loop",
  "skipSilence",
  "zoomIn",
  "zoomOut",
  "split",
  "toPrevious",
  "toNext",
] as const;
export type KeyAct = (typeof KEY_ACTS)[number];
export type Keys = Record<KeyAct, string>;

export const DEFAULT_KEYS: Keys = {
  play: "F1",
  back: "F2",
  forward: "F3",
  nextUnsure: "F4",
  previousUnsure: "Shift+F4",
  beginNow: "F6",
  slower: "F7",
  faster: "F8",
  loop: "F9",
  skipSilence: "Shift+F9",
  zoomIn: "Shift+F8",
  zoomOut: "Shift+F7",
  split: "Ctrl+Enter",
  toPrevious: "Alt+ArrowUp",
  toNext: "Alt+ArrowDown",
};

const MODIFIERS = ["Control", "Alt", "Shift", "Meta"];

/** Such as `Ctrl+Enter`; null if only Ctrl, Alt or Shift is down. The Command key counts as Ctrl. */
export function nameOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | null {
  if (MODIFIERS.includes(key)) return null;
  const named = key.length === 1 ? key.toUpperCase() : key;
  const modifiers = [(ctrlKey || metaKey) && "Ctrl", altKey && "Alt", shiftKey && "Shift"];
  return [...modifiers, named].filter(Boolean).join("+");
}

/** A character alone is text. */
export function isFree(name: string): boolean {
  const parts = name.split("+");
  return parts.length > 1
    ? parts.some((part) => part === "Ctrl" || part === "Alt") || isNamed(name)
    : isNamed(name);
}

/** Keys that write nothing and lead nowhere. */
function isNamed(name: string): boolean {
  return /(?:^|\+)(?:F\d+|Media\w+|Pause|ScrollLock|Insert|BrowserBack|BrowserForward)$/.test(name);
}

/** As keyboards have it. */
export function shownKey(name: string): string {
  return name.replace("ArrowUp", "↑").replace("ArrowDown", "↓").replaceAll("+", " ");
}
