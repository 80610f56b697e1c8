import { readFileSync } from "node:fs";

/** Of what `tiro serve` says where its output is no terminal: `"api"`, `"health"` and, at the first start, `"file"`. */
export function announced(greeting: string, field: string): string | undefined {
  return new RegExp(`"${field}":"([^"]+)"`).exec(greeting)?.[1];
}

/** The first API key: `tiro serve` names the file in which it stands, where its output is no terminal. */
export function firstKeyOf(greeting: string): string | null {
  const path = announced(greeting, "file");
  if (path === undefined) return null;
  return /^API key: (\S+)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? null;
}
