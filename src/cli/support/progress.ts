import { systemClock } from "../../lib/clock.ts";

/** A bar on standard error, for people only: where that is no terminal nothing is written. */
export interface Progress {
  /** @param fraction from 0 to 1. @param note stands after the bar, such as a speed. */
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

/** Work in several steps: a bar for people; elsewhere a line at each step, and at each tenth of it. */
export interface Steps {
  /** @param fraction from 0 to 1, or null if the whole is not known. */
  update(step: string, fraction: number | null, note: string): void;
  close(): void;
}

const LINES_A_STEP = 10;

export function openSteps(label: string, output: ReturnType<typeof terminal> = terminal()): Steps {
  if (output.isTTY) {
    const bar = openProgress(label, output);
    return {
      update: (step, fraction, note) => bar.update(fraction ?? 0, `${step}  ${note}`),
      close: bar.close,
    };
  }
  let told = "";
  return {
    update(step, fraction, note) {
      const tenths = fraction === null ? null : Math.floor(Math.min(fraction, 1) * LINES_A_STEP);
      const line = `${label}: ${step}${tenths === null ? "" : ` ${tenths * LINES_A_STEP} %`}`;
      if (line === told) return;
      told = line;
      output.write(`${line} (${note})\n`);
    },
    close: () => {},
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
