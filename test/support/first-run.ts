import { readFileSync } from "node:fs";

/** The first API key: `tiro serve` names the file in which it stands, where its output is no terminal. */
export function firstKeyOf(greeting: string): string | null {
  const [, path] = /^First API key and set-up link: (.+)$/m.exec(greeting) ?? [];
  if (path === undefined) return null;
  return /^API key: (\S+)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? null;
}
