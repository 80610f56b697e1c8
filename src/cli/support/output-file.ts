/** The file that a command's `--output` names. */
import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { OperatorError } from "../../lib/errors.ts";
import { writeWhole } from "../../lib/write-whole.ts";

/**
 * Writes the whole file or none of it. A device, a pipe or a link stays and is written to: root could replace `/dev/null`
 * by a file, and `/dev/stdout`, which is a link to one where the output goes into a file.
 * @param mode of a new file, less what the user's mask takes away.
 * @throws OperatorError `disk_full`, `not_writable`
 */
export function writeOutput(path: string, text: string, mode = 0o666): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (isReplaceable(path)) writeWhole(path, text, mode);
    else writeFileSync(path, text, { mode });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    throw new OperatorError(
      code === "ENOSPC" ? "disk_full" : "not_writable",
      `Cannot write ${path} (${code}).`,
      { cause },
    );
  }
}

/** Whether a file may be put in its place: it is one itself, or nothing is there. */
export function isReplaceable(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}
