import { closeSync, openSync, rmSync, writeSync } from "node:fs";

/**
 * A file for what must be written down before it counts, such as links: opened first, so that none is made that could not
 * be; readable by its user alone.
 * @param work says whether the file stays.
 */
export function withNewFile<T>(
  path: string,
  work: (write: (text: string) => void) => { result: T; keep: boolean },
): T {
  const file = openSync(path, "wx", 0o600);
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
