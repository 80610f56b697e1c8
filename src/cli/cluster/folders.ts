/** Where keys and `nats.conf` are written: for their owner alone. */
import { chownSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../lib/errors.ts";

/** Texts by file name. */
type Files = Readonly<Record<string, string>>;

/**
 * Fills a folder that is empty or made; it is empty again if `afterwards` throws.
 * @throws OperatorError `folder_not_empty`, `not_writable`.
 */
export function fillFolder(folder: string, files: Files, afterwards: () => void): void {
  const paths = Object.keys(files).map((name) => join(folder, name));
  const found = writing(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return readdirSync(folder);
  });
  if (found.length > 0)
    throw new OperatorError("folder_not_empty", `${folder} holds other files.`, {
      hint: "Name a folder that is empty or does not exist: no key is ever overwritten by another.",
    });
  try {
    for (const [name, text] of Object.entries(files))
      writing(folder, () =>
        writeFileSync(join(folder, name), text, { mode: 0o600, flag: "wx", flush: true }),
      );
    afterwards();
  } catch (error) {
    for (const path of paths) rmSync(path, { force: true });
    throw error;
  }
}

/** Each appears whole, in the place of a former one and for its owner: the broker's user must still be able to read it. */
export function replaceFiles(folder: string, files: Files): void {
  writing(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, name);
      const former = statSync(path, { throwIfNoEntry: false });
      writeFileSync(`${path}.tmp`, text, { mode: 0o600, flush: true });
      if (former) chownSync(`${path}.tmp`, former.uid, former.gid);
      renameSync(`${path}.tmp`, path);
    }
  });
}

function writing<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new OperatorError("not_writable", `${folder} cannot be written (${(cause as Error).message}).`, {
      cause,
      hint: "Run the command as tiro's user, or choose another folder.",
    });
  }
}
