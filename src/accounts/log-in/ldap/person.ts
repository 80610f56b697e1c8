/** Reads a person from a directory's entry, in the ways of Active Directory, OpenLDAP, FreeIPA and 389. */
import { DAY_MS } from "../../../lib/units.ts";
import type { CompanyRefusal } from "../company-refusals.ts";
import { type BindRefusal, type DirectoryEntry, DirectoryFailed } from "./connection.ts";

/** Names an entry for good, whatever it is called later; the first that it has counts. */
const IDS = ["objectGUID", "entryUUID", "ipaUniqueID", "nsUniqueId"];

const STATES = ["userAccountControl", "accountExpires", "nsAccountLock", "shadowExpire"];

/** Attributes to read, beside the address. */
export const PERSON_ATTRIBUTES = [...IDS, ...STATES, "displayName", "cn", "uid"];
/** Those of bytes. */
export const BINARY_ATTRIBUTES = ["objectGUID"];

export function textOf({ attributes }: DirectoryEntry, name: string): string | null {
  const value = attributes.get(name.toLowerCase())?.[0];
  return typeof value === "string" && value !== "" ? value : null;
}

export function textsOf({ attributes }: DirectoryEntry, name: string): string[] {
  const values = attributes.get(name.toLowerCase()) ?? [];
  return values.filter((value) => typeof value === "string");
}

/** Null if the entry has none. */
export function idOf(entry: DirectoryEntry): string | null {
  for (const name of IDS) {
    const value = entry.attributes.get(name.toLowerCase())?.[0];
    if (value !== undefined && value.length > 0)
      return typeof value === "string" ? value.toLowerCase() : value.toString("hex");
  }
  return null;
}

const ACCOUNT_DISABLED = 0x2;
/** Both mean never, beside 0. */
const NEVER_EXPIRES = 0x7fff_ffff_ffff_ffffn;
/** From 1601, in steps of 100 ns, to 1970. */
const FILETIME_OFFSET_MS = 11_644_473_600_000;

/**
 * Why somebody with the right password may not come in; null if they may. Directories refuse such people themselves,
 * but not all of them, and not in every way of asking.
 */
export function stateOf(entry: DirectoryEntry, nowMs: number): CompanyRefusal | null {
  const control = numberOf(entry, "userAccountControl");
  if (control !== null && Number(control) & ACCOUNT_DISABLED) return "disabled_there";
  if (textOf(entry, "nsAccountLock")?.toLowerCase() === "true") return "disabled_there";
  const expires = numberOf(entry, "accountExpires");
  if (expires !== null && expires !== 0n && expires !== NEVER_EXPIRES)
    if (nowMs >= Number(expires / 10_000n) - FILETIME_OFFSET_MS) return "expired_there";
  const day = numberOf(entry, "shadowExpire");
  if (day !== null && day >= 0n && nowMs >= Number(day) * DAY_MS) return "expired_there";
  return null;
}

/** @throws DirectoryFailed if it is none: nobody comes in because a date cannot be read. */
function numberOf(entry: DirectoryEntry, name: string): bigint | null {
  const text = textOf(entry, name);
  if (text === null) return null;
  if (/^-?\d{1,20}$/.test(text)) return BigInt(text);
  throw new DirectoryFailed("refused", `${name} of an entry is no number`);
}

/** What Active Directory says of a log-in that it refuses: all but 775 (locked) only if the password is the right one. */
const AD_REASONS: Readonly<Record<string, CompanyRefusal>> = {
  "530": "disabled_there",
  "531": "disabled_there",
  "532": "password_expired",
  "533": "disabled_there",
  "701": "expired_there",
  "773": "password_expired",
  "775": "locked_there",
};
const INVALID_CREDENTIALS = 49;

/** Why the directory took no password for the entry. */
export function reasonOf({ code, text }: BindRefusal): CompanyRefusal {
  const data = /\bdata ([0-9a-f]{3})\b/.exec(text)?.[1] ?? "";
  return AD_REASONS[data] ?? (code === INVALID_CREDENTIALS ? "password_wrong" : "locked_there");
}
