import { randomBytes } from "node:crypto";

/** Identifiers on the wire: a prefix that names the kind, then 128 random bits in lower-case hex. */
export type IdPrefix =
  | "usr"
  | "ses"
  | "key"
  | "org"
  | "inv"
  | "evt"
  | "req"
  | "brs"
  | "drk"
  | "app"
  | "gra"
  | "sct"
  | "grp"
  | "tpl"
  | "dlv"
  | "whk"
  | "sess"
  | "item"
  | "cap"
  | "rec"
  | "fld"
  | "upl"
  | "prop"
  | "tsk";

const ID_BYTES = 16;

export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(ID_BYTES).toString("hex")}`;
}

/** Whether `value` has the exact shape of an identifier of this kind. */
export function isId(prefix: IdPrefix, value: string): boolean {
  return value.startsWith(`${prefix}_`) && /^[0-9a-f]{32}$/.test(value.slice(prefix.length + 1));
}
