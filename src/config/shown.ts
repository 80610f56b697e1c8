import { limits } from "./limits.ts";

/** A value as a fault names it, without what may be a password in an address. */
export function shown(value: unknown): string {
  const written = typeof value === "string" ? JSON.stringify(value) : Bun.inspect(value);
  const text = written.replace(/\/\/.*@/gs, "//…@");
  return text.length > limits.configShownChars ? `${text.slice(0, limits.configShownChars)}…` : text;
}
