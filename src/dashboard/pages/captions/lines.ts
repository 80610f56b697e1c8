/** The shown captions: the last ten minutes, and where the connection was lost. */
import { signal } from "@preact/signals";
import { realtimeLimits } from "../../../config/limits/realtime.ts";

export type Shown =
  | { kind: "line"; id: string; text: string; isFinal: boolean; atMs: number }
  | { kind: "away"; id: string; seconds: number; atMs: number };

interface Told {
  lines: readonly { id: string; text: string; is_final: boolean }[];
  hearing: { line: string; text: string } | null;
}

export class Lines {
  readonly shown = signal<readonly Shown[]>([]);
  /** Words that may still change, after those of their line. */
  readonly hearing = signal<{ line: string; text: string } | null>(null);
  #awaySinceMs: number | null = null;
  #breaks = 0;

  clear(): void {
    this.shown.value = [];
    this.hearing.value = null;
    this.#awaySinceMs = null;
  }

  /** Somebody comes later, or again: the lines they have seen stay in place. */
  take({ lines, hearing }: Told): void {
    const told = new Set(lines.map(({ id }) => id));
    const before = this.shown.value.filter(({ id }) => !told.has(id));
    const now = performance.now();
    const fresh = lines.map(({ id, text, is_final: isFinal }): Shown => {
      const known = this.shown.value.find((each) => each.id === id);
      return { kind: "line", id, text, isFinal, atMs: known?.atMs ?? now };
    });
    this.#show([...before, ...fresh]);
    this.hearing.value = hearing;
  }

  hear(line: string, text: string): void {
    this.hearing.value = { line, text };
  }

  add(id: string, text: string): void {
    const known = this.shown.value.find((each) => each.id === id);
    const before = known?.kind === "line" ? known.text : "";
    this.#put({
      kind: "line",
      id,
      text: before + text,
      isFinal: false,
      atMs: known?.atMs ?? performance.now(),
    });
    const { line, text: hearing = "" } = this.hearing.value ?? {};
    this.hearing.value =
      line === id && hearing.startsWith(text) ? { line: id, text: hearing.slice(text.length) } : null;
  }

  complete(id: string, text: string): void {
    this.hearing.value = null;
    const known = this.shown.value.find((each) => each.id === id);
    if (text === "") this.#show(this.shown.value.filter((each) => each.id !== id));
    else this.#put({ kind: "line", id, text, isFinal: true, atMs: known?.atMs ?? performance.now() });
  }

  /** The connection was lost, or is back. */
  away(isAway: boolean): void {
    const now = performance.now();
    if (isAway) this.#awaySinceMs ??= now;
    else if (this.#awaySinceMs !== null) {
      const seconds = Math.max(1, Math.round((now - this.#awaySinceMs) / 1000));
      this.#awaySinceMs = null;
      this.#show([...this.shown.value, { kind: "away", id: `away ${++this.#breaks}`, seconds, atMs: now }]);
    }
  }

  #put(shown: Shown): void {
    const at = this.shown.value.findIndex(({ id }) => id === shown.id);
    this.#show(at < 0 ? [...this.shown.value, shown] : this.shown.value.with(at, shown));
  }

  #show(shown: readonly Shown[]): void {
    const since = performance.now() - realtimeLimits.captionsKeptMs;
    this.shown.value = shown.filter(({ atMs }) => atMs >= since);
  }
}
