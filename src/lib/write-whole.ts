import { renameSync, rmSync, writeFileSync } from "node:fs";
import { open, rename, rm, unlink } from "node:fs/promises";

/**
 * Writes a file that others see whole or not at all. Two programs may do so at once.
 * @param mode of the file, less what the user's mask takes away.
 */
export function writeWhole(path: string, content: string | Uint8Array, mode = 0o666): void {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, content, { mode });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * The same beside other work and, unless `mode` says otherwise, for its user alone; it lies on the disk before it has
 * its name. The next attempt removes the remains of a killed one, and if others may write the folder, no
 * link of theirs is followed.
 */
export async function writeWholeBeside(path: string, content: string, mode = 0o600): Promise<void> {
  const temporary = `${path}.tmp`;
  await removeIfThere(temporary);
  const file = await open(temporary, "wx", mode);
  try {
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** In Bun 1.4.5 `rm` says EFAULT for a path below a file, which `unlink` calls ENOTDIR. */
async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
