/** Long texts in windows that a model takes at once. Neighbours overlap, so that no word is decided without what follows. */

/** About 150 pieces of a vocabulary: networks take 200. */
const WINDOW_WORDS = 110;
const MARGIN_WORDS = 20;

/** Words by number; ends are exclusive. Words outside the window's own part are read and not changed. */
export interface Window {
  from: number;
  until: number;
  ownFrom: number;
  ownUntil: number;
}

export function windowsOf(count: number): Window[] {
  const windows: Window[] = [];
  for (let ownFrom = 0; ownFrom < count; ) {
    const from = Math.max(0, ownFrom - MARGIN_WORDS);
    const until = Math.min(count, from + WINDOW_WORDS);
    const ownUntil = until === count ? count : until - MARGIN_WORDS;
    windows.push({ from, until, ownFrom, ownUntil });
    ownFrom = ownUntil;
  }
  return windows;
}
