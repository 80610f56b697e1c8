/** Points in time for people: in the zone of the machine or of `TZ`, with its offset; JSON has them in UTC. */
import type { Command } from "commander";
import { toIsoTime } from "../../lib/clock.ts";

export interface TimeFlags {
  utc?: boolean;
}

/** For commands that show times. */
export function addTimeOption(command: Command): Command {
  return command.option("--utc", "show times in UTC (default: in the machine's time zone, or that of TZ)");
}

/** ISO 8601 to the second, such as `2026-11-22T09:05:00+01:00`, or with `Z` for UTC. */
export function shownTime(epochMs: number, { utc }: TimeFlags): string {
  const offsetMinutes = utc ? 0 : -new Date(epochMs).getTimezoneOffset();
  const local = toIsoTime(epochMs + offsetMinutes * 60_000).slice(0, "YYYY-MM-DDTHH:MM:SS".length);
  if (offsetMinutes === 0) return `${local}Z`;
  const [hours, minutes] = [Math.trunc(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  return `${local}${offsetMinutes < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

export function shownTimeOr(absent: string, epochMs: number | null, flags: TimeFlags): string {
  return epochMs === null ? absent : shownTime(epochMs, flags);
}
