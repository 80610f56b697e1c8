/** Arguments and options that are no plain text; a value that does not fit is a usage error. */
import { InvalidArgumentError } from "commander";

export function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number.");
}

export function onOrOff(text: string): boolean {
  if (text === "on" || text === "off") return text === "on";
  throw new InvalidArgumentError("It must be on or off.");
}
