/** Arguments and options that are no plain text; a value that does not fit is a usage error. */
import { InvalidArgumentError } from "commander";
import { isCalendarDay } from "../../config/calendar-day.ts";

export function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Must be a whole number.");
}

export function positiveNumber(text: string): number {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Must be a number above 0.");
}

/** `YYYY-MM-DD`. */
export function calendarDay(text: string): string {
  if (isCalendarDay(text)) return text;
  throw new InvalidArgumentError("Must be a date, YYYY-MM-DD.");
}

export function onOrOff(text: string): boolean {
  if (text === "on" || text === "off") return text === "on";
  throw new InvalidArgumentError("Must be on or off.");
}

export function origin(text: string): string {
  if (/^https?:/.test(text) && URL.canParse(text)) return new URL(text).origin;
  throw new InvalidArgumentError("Must be https://HOST or http://HOST:PORT.");
}
