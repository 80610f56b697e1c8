/** Days as people count them in a time zone: text, `YYYY-MM-DD`, which sorts. */

/** The day of a point in time, in milliseconds since the epoch. Of every request: in UTC, Temporal is not loaded for it. */
export function dayOf(epochMs: number, timeZone: string): string {
  if (timeZone === "UTC")
    return new Date(Math.floor(epochMs)).toISOString().slice(0, -"T00:00:00.000Z".length);
  return zoned(epochMs, timeZone).toPlainDate().toString();
}

/** `YYYY-MM`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function nextMonth(month: string): string {
  return Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
}

export function monthBefore(month: string, months = 1): string {
  return Temporal.PlainYearMonth.from(month).subtract({ months }).toString();
}

/** Every day of a month, in order. */
export function daysOf(month: string): string[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return Array.from({ length: daysInMonth }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`);
}

/** The first instant of the day after this one; days need not have 24 hours. */
export function nextDayStart(epochMs: number, timeZone: string): number {
  const tomorrow = zoned(epochMs, timeZone).toPlainDate().add({ days: 1 });
  return tomorrow.toZonedDateTime(timeZone).epochMilliseconds;
}

/** The first instant of the month after this one. */
export function nextMonthStart(epochMs: number, timeZone: string): number {
  const firstDay = zoned(epochMs, timeZone)
    .toPlainDate()
    .toPlainYearMonth()
    .add({ months: 1 })
    .toPlainDate({ day: 1 });
  return firstDay.toZonedDateTime(timeZone).epochMilliseconds;
}

function zoned(epochMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(timeZone);
}
