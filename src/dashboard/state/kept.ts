/** Choices of a person, kept in this browser. One that keeps nothing has them until the page is closed. */
import { type Signal, signal } from "@preact/signals";

/** @param isKnown whether what was kept has a meaning in this version. */
export function keptSignal<T extends object>(
  name: string,
  byDefault: T,
  isKnown?: (kept: T) => boolean,
): Signal<T> {
  const begins = read(name, byDefault);
  const kept = signal(isKnown?.(begins) === false ? byDefault : begins);
  kept.subscribe((now) => {
    if (now === begins) return;
    try {
      localStorage.setItem(name, JSON.stringify(now));
    } catch {
      // As above.
    }
  });
  return kept;
}

function read<T extends object>(name: string, byDefault: T): T {
  try {
    return { ...byDefault, ...(JSON.parse(localStorage.getItem(name) ?? "{}") as Partial<T>) };
  } catch {
    return byDefault;
  }
}
