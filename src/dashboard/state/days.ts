/** Days as a person means them, in the time zone of their device, for an API that takes times. */

/** @param day such as 2026-11-21. @returns ISO 8601. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00`).toISOString();
}

/** When the day is over. */
export function dayAfter(day: string): string {
  const then = new Date(`${day}T00:00`);
  then.setDate(then.getDate() + 1);
  return then.toISOString();
}
