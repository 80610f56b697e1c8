/** Where backups are put, what they are called, and which of them stay. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { toIsoTime } from "../lib/clock.ts";
import { OperatorError, TiroError } from "../lib/errors.ts";

const NAMED_FILE = /\.tar(\.age)?$/;
const BACKUP = /^tiro-backup-\d{8}T\d{9}Z\.tar(\.age)?$/;
const UNFINISHED = /^\.tiro-backup-\d{8}T\d{9}Z\.tar(\.age)?\.part$/;

export interface Target {
  /** The archive's path. */
  file: string;
  /** Where it is written until it is whole. */
  part: string;
  /** Where older ones lie that may go; null if the operator named the file. */
  folder: string | null;
}

/**
 * @param path of a file that ends with `.tar`, or with `.tar.age` if it is to be encrypted; else of a folder.
 * @throws TiroError `invalid_request`; OperatorError `not_writable` if there is no such folder.
 */
export function targetOf(path: string, isEncrypted: boolean, nowMs: number): Target {
  const suffix = isEncrypted ? ".tar.age" : ".tar";
  if (!NAMED_FILE.test(path)) return inFolder(resolve(path), suffix, nowMs);
  if (path.endsWith(".age") !== isEncrypted)
    throw new TiroError("invalid_request", `The backup's name must end with ${suffix}.`, {
      param: "target",
      hint: "`.age` stands for encrypted backups, which have a recipient.",
    });
  const file = resolve(path);
  if (existsSync(file))
    throw new TiroError("invalid_request", `${file} is there already.`, { param: "target" });
  return { file, part: join(dirname(file), `.${basename(file)}.part`), folder: null };
}

function inFolder(folder: string, suffix: string, nowMs: number): Target {
  // A folder that is made in the place of a disk that is not mounted would look like a backup.
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new OperatorError("not_writable", `There is no folder ${folder}.`, {
      hint: "Make it, or mount its disk. The name of a single backup ends with .tar or .tar.age.",
    });
  const name = `tiro-backup-${toIsoTime(nowMs).replace(/[-:.]/g, "")}${suffix}`;
  return { file: join(folder, name), part: join(folder, `.${name}.part`), folder };
}

/** Removes the remains of interrupted backups. Only while no other one is made. */
export function removeUnfinished({ part, folder }: Target): void {
  rmSync(part, { force: true });
  if (folder === null) return;
  for (const name of readdirSync(folder)) if (UNFINISHED.test(name)) rmSync(join(folder, name));
}

/** The newest backup in a folder; null if there is none. */
export function newestBackup(folder: string): string | null {
  const name = readdirSync(folder).filter(isBackupName).sort().at(-1);
  return name === undefined ? null : join(folder, name);
}

export function isBackupName(name: string): boolean {
  return BACKUP.test(name);
}

/** Removes all but the newest `keep` backups, of which `file` is one whatever the clock said. @returns what went. */
export function removeOldest({ file, folder }: Target, keep: number): string[] {
  if (folder === null) return [];
  const others = readdirSync(folder).filter((name) => isBackupName(name) && name !== basename(file));
  const oldest = others.sort().slice(0, Math.max(0, others.length - (keep - 1)));
  const paths = oldest.map((name) => join(folder, name));
  for (const path of paths) rmSync(path);
  return paths;
}
