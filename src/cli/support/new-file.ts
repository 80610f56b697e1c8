import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { OperatorError } from "../../lib/errors.ts";

/**
 * A file for what must be written down before it counts, such as links: opened first, so that none is made that could not
 * be; readable by its user alone.
 * @param work says whether the file stays.
 * @throws OperatorError `not_writable`, also if there is such a file.
 */
export function withNewFile<T>(
  path: string,
  work: (write: (text: string) => void) => { result: T; keep: boolean },
): T {
  const file = openNew(path);
  let keep = false;
  try {
    const done = work((text) => void writeSync(file, text));
    keep = done.keep;
    return done.result;
  } finally {
    closeSync(file);
    if (!keep) rmSync(path);
  }
}

function openNew(path: string): number {
  try {
    return openSync(path, "wx", 0o600);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST")
      throw new OperatorError("not_writable", `${path} exists already.`, {
        hint: "Name a file that does not exist yet.",
        cause,
      });
    throw new OperatorError("not_writable", `${path} cannot be written (${message}).`, {
      hint: "Name a file in a folder that this user may write to.",
      cause,
    });
  }
}
