import { renameSync, rmSync, writeFileSync } from "node:fs";

/** Writes a file that others see whole or not at all. Two programs may do so at once. */
export function writeWhole(path: string, content: Uint8Array): void {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
