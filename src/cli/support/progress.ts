import { systemClock } from "../../lib/clock.ts";

/** A bar on standard error, for people only: where that is no terminal nothing is written. */
export interface Progress {
  /** @param fraction from 0 to 1. @param note stands behind the bar, such as a speed. */
  update(fraction: number, note?: string): void;
  /** Wipes the bar away. */
  close(): void;
}

const BAR_CELLS = 24;
const REDRAW_MS = 100;
const WIPE_LINE = "\r\u001b[2K";

export function openProgress(
  label: string,
  { isTTY, columns, write }: { isTTY: boolean; columns: number; write: (text: string) => void } = terminal(),
): Progress {
  if (!isTTY) return { update: () => {}, close: () => {} };
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    update(fraction, note = "") {
      const now = systemClock.monotonic();
      if (now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      write(WIPE_LINE + Bun.sliceAnsi(progressLine(label, fraction, note), 0, columns - 1));
    },
    close: () => write(WIPE_LINE),
  };
}

export function progressLine(label: string, fraction: number, note: string): string {
  const done = Math.min(1, Math.max(0, fraction));
  const cells = Math.floor(done * BAR_CELLS);
  const bar = "█".repeat(cells) + "░".repeat(BAR_CELLS - cells);
  return `${bar} ${String(Math.floor(done * 100)).padStart(3)} %  ${label}  ${note}`.trimEnd();
}

function terminal() {
  const { stderr } = process;
  return {
    isTTY: stderr.isTTY === true,
    columns: stderr.columns || 80,
    write: (text: string) => void stderr.write(text),
  };
}
