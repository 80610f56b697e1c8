/** How far a time is from now, as people count it. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/units.ts";

type Unit = "day" | "hour" | "minute" | "second";

/** Negative in the past. Yesterday is the day before, and not whatever is a day old. */
export function distance(then: Date, now: Date): [count: number, Unit] {
  const [count, unit] = inLargestUnit(then.getTime() - now.getTime());
  const days = () => (midnight(then) - midnight(now)) / DAY_MS;
  return [Math.round(unit === "day" ? days() : count), unit];
}

/** So long at least. */
export function rest(then: Date, now: Date): [count: number, Unit] {
  const [count, unit] = inLargestUnit(then.getTime() - now.getTime());
  return [Math.trunc(count), unit];
}

export function midnight(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
}

/** That of which there is one at least. */
function inLargestUnit(ms: number): [count: number, Unit] {
  const long = Math.abs(ms);
  if (long >= DAY_MS) return [ms / DAY_MS, "day"];
  if (long >= HOUR_MS) return [ms / HOUR_MS, "hour"];
  return long >= MINUTE_MS ? [ms / MINUTE_MS, "minute"] : [ms / 1000, "second"];
}
