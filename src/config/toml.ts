const BARE_KEY = /^[\w-]+$/;

/** Texts, numbers, booleans and lists of them read the same in TOML and JSON; tables have `=`. */
export function tomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const keyOf = (key: string) => (BARE_KEY.test(key) ? key : JSON.stringify(key));
  const entries = Object.entries(value).map(([key, entry]) => `${keyOf(key)} = ${tomlValue(entry)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
