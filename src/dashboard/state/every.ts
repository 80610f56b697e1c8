import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Does the work again and again, as long as the component is drawn and `isOn`. */
export function useEvery(ms: number, work: () => unknown, isOn = true): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  }, [isOn]);
}

/** How many seconds have passed, by the clock of the page; null: none pass. */
export function useSecondsSince(sinceMs: number | null): number {
  const now = useSignal(performance.now());
  const look = () => {
    now.value = performance.now();
  };
  useEffect(look, [sinceMs]);
  useEvery(500, look, sinceMs !== null);
  return sinceMs === null ? 0 : Math.max(0, now.value - sinceMs) / 1000;
}
