/** Arguments and options that are no plain text; a value that does not fit is a usage error. */
import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { InvalidArgumentError } from "commander";
import { isCalendarDay, isCalendarMonth } from "../../lib/iso-time.ts";

export function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Must be a whole number.");
}

const UNITS_MS = { m: 60_000, h: 3600_000, d: 24 * 3600_000 };

/** `7d`, `12h`, `30m` or `0`, in milliseconds. */
export function duration(text: string): number {
  const [, digits = "", unit = "m"] = /^(\d{1,6})([mhd])$|^0$/.exec(text) ?? [undefined, undefined];
  if (text !== "0" && digits === "")
    throw new InvalidArgumentError("Must be a time such as 7d, 12h, 30m or 0.");
  return Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

export function positiveNumber(text: string): number {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Must be a number above 0.");
}

/** `YYYY-MM`. */
export function calendarMonth(text: string): string {
  if (isCalendarMonth(text)) return text;
  throw new InvalidArgumentError("Must be a month, YYYY-MM.");
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

const HOST_NAME =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** A name in its ASCII form, or an address without brackets, as certificates write them. */
export function hostName(text: string): string {
  if (isIP(text) === 6) return new URL(`http://[${text}]`).hostname.slice(1, -1);
  const host = isIP(text) ? text : domainToASCII(text);
  if (HOST_NAME.test(host)) return host;
  throw new InvalidArgumentError("Must be a host name, such as tiro.example.com, or an IP address.");
}
