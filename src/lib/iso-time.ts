/** ISO 8601 as query parameters take it: a date, or a date and time; without an offset it is UTC. */
const TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Milliseconds since the epoch, or null if the text is no such time or the calendar has no such day. */
export function parseTime(text: string): number | null {
  const match = TIME.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null;
  const milliseconds = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000);
  const offsetMinutes = offsetOf(match[8]);
  if (offsetMinutes === null) return null;
  return midnight.getTime() + ((hour * 60 + minute - offsetMinutes) * 60 + second) * 1000 + milliseconds;
}

function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined || /^z$/i.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(":", "") || 0);
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** Whether a text is a day that exists, `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** Whether a text is a month that exists, `YYYY-MM`. */
export function isCalendarMonth(text: string): boolean {
  return isCalendarDay(`${text}-01`);
}
