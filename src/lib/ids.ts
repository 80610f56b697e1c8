/** Identifiers on the wire: a prefix that names the kind, then 128 random bits in lower-case hex. */
export type IdPrefix = "usr" | "ses" | "key" | "org" | "inv" | "evt" | "req" | "brs" | "app" | "gra";

const ID_BYTES = 16;

/** Every request takes an identifier, and asking the system for few random bytes takes as long as asking for many. */
const pool = Buffer.alloc(256 * ID_BYTES);
let taken = pool.length;

export function newId(prefix: IdPrefix): string {
  if (taken === pool.length) {
    crypto.getRandomValues(pool);
    taken = 0;
  }
  taken += ID_BYTES;
  return `${prefix}_${pool.toString("hex", taken - ID_BYTES, taken)}`;
}

/** Whether `value` has the exact shape of an identifier of this kind. */
export function isId(prefix: IdPrefix, value: string): boolean {
  return value.startsWith(`${prefix}_`) && /^[0-9a-f]{32}$/.test(value.slice(prefix.length + 1));
}
