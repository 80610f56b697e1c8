/** The file that a command's `--output` names. */
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { OperatorError } from "../../lib/errors.ts";

/**
 * Writes the whole file or none of it. A device or a pipe is written to as it is: root could replace `/dev/null` by a file.
 * @param mode of the file, less what the user's mask takes away.
 * @throws OperatorError `disk_full`, `not_writable`
 */
export function writeOutput(path: string, text: string, mode = 0o666): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (isReplaceable(path)) replace(path, text, mode);
    else writeFileSync(path, text);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    throw new OperatorError(
      code === "ENOSPC" ? "disk_full" : "not_writable",
      `Cannot write ${path} (${code}).`,
      { cause },
    );
  }
}

/** Whether a file may be put in its place: it is one, or nothing is there. */
export function isReplaceable(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}

function replace(path: string, text: string, mode: number): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { mode });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
