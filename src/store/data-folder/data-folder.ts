import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { toIsoTime } from "../../lib/clock.ts";
import { OperatorError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;

const DATABASE_FILE = "tiro.db";
/** tiro's own entries of a data folder. */
const OWN_ENTRIES =
  /^(tiro\.(db(-wal|-shm|-journal)?|lock|address)|tiro-(rescued|schema)-[\w-]+\.db(\.\d+\.part(-\w+)?)?|secret\.key(\.new)?|first-run\.txt|backup(\.lock)?|restoring|log|audit-(syslog|file)\.sent|spool|recordings|models|native|tls)$/;
/** Stands as `tiro.db` until a restore is done: no version of tiro takes it for a database. */
const UNFINISHED_RESTORE = "No database: a restore was cut off here. Run it again.\n";
const RESCUED = /^tiro-rescued-[\w-]+\.db$/;

/**
 * For commands that make no database: a mistyped folder must not become an empty installation.
 * @throws OperatorError `no_database` if the folder holds no database; as `assertDatabaseKept`.
 */
export function requireDatabase(dataDir: string): void {
  assertDatabaseKept(dataDir);
  if (hasDatabase(dataDir)) return;
  const file = join(dataDir, DATABASE_FILE);
  throw new OperatorError("no_database", "There is no tiro database in the data folder.", {
    hint: `Looked for ${file}. Name the folder with --data DIR or TIRO_DATA; \`tiro serve\` and \`tiro users add\` make a new one.`,
  });
}

export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, DATABASE_FILE));
}

/** Marks a folder as one that a restore fills. @throws file-system errors unchanged; `EEXIST` where there is a database. */
export function beginRestore(dataDir: string): void {
  const file = join(dataDir, DATABASE_FILE);
  if (!isRestoreUnfinished(dataDir)) writeFileSync(file, UNFINISHED_RESTORE, { flag: "wx", mode: FILE_MODE });
}

export function isRestoreUnfinished(dataDir: string): boolean {
  // Found by its size: to open a database's file and close it again drops the locks that this process has on it.
  return (
    statSync(join(dataDir, DATABASE_FILE), { throwIfNoEntry: false })?.size === UNFINISHED_RESTORE.length
  );
}

/** The name under which a database is saved whose file was deleted or replaced. */
export function rescueName(nowMs: number): string {
  return `tiro-rescued-${toIsoTime(nowMs).replace(/[-:]|\.\d+/g, "")}.db`;
}

/** @param copy what was saved. */
export function rescuedDatabase(copy: string): OperatorError {
  const file = join(dirname(copy), DATABASE_FILE);
  return new OperatorError("database_lost", "The database was deleted or replaced while tiro was running.", {
    hint: `tiro saved it as ${copy}. Put it back with \`mv ${copy} ${file}\`, or remove it to continue without it.`,
  });
}

/**
 * Refuses a data folder whose database went missing, or is not there yet: an empty one in its place would hide it.
 * @throws OperatorError `database_lost`, `restore_unfinished`; file-system errors unchanged.
 */
export function assertDatabaseKept(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const names = readdirSync(dataDir);
  const rescued = names.filter((name) => RESCUED.test(name)).sort();
  if (rescued[0] !== undefined) throw rescuedDatabase(join(dataDir, rescued[0]));
  if (isRestoreUnfinished(dataDir))
    throw new OperatorError("restore_unfinished", "A restore into the data folder was cut off.", {
      hint: "Run `tiro restore` again with the same folder, or empty it.",
    });
  if (names.includes(DATABASE_FILE)) return;
  const left = names.includes(`${DATABASE_FILE}-wal`)
    ? `${DATABASE_FILE}-wal`
    : names.includes("spool") && readdirSync(join(dataDir, "spool")).length > 0
      ? "spool"
      : null;
  if (left === null) return;
  throw new OperatorError("database_lost", "The database is gone, but other data of tiro is there.", {
    hint: `Put ${join(dataDir, DATABASE_FILE)} back from a backup, or remove ${join(dataDir, left)} to begin anew.`,
  });
}

/**
 * Makes the data folder (0700) and an empty database file (0600) where they are missing, and takes away other
 * users' access to what is there. A folder that also holds things that are not tiro's keeps its mode (it may be
 * somebody's home, named by mistake) and is reported.
 * @returns the path of the database file.
 * @throws OperatorError as `assertDatabaseKept`; file-system errors unchanged.
 */
export function prepareDataFolder(dataDir: string, logger: Logger): string {
  const file = join(dataDir, DATABASE_FILE);
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
  restrictFolder(dataDir, logger);
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  assertDatabaseKept(dataDir);
  createPrivateFile(file);
  // SQLite gives -wal and -shm the mode of the database; older ones may be left from a looser time.
  for (const suffix of ["", "-wal", "-shm"]) restrictFile(file + suffix);
  accessSync(file, constants.R_OK | constants.W_OK);
  return file;
}

function restrictFolder(dataDir: string, logger: Logger): void {
  if ((statSync(dataDir).mode & OTHERS) === 0) return;
  if (readdirSync(dataDir).every((name) => OWN_ENTRIES.test(name))) chmodSync(dataDir, FOLDER_MODE);
  else
    logger.warn("data_folder_open_to_others", {
      hint: "The data folder contains other files and is open to other users. Give tiro a folder of its own, mode 0700.",
    });
}

/**
 * Never opens a file that exists: closing any descriptor of a database drops the POSIX locks that this process
 * holds on it (https://www.sqlite.org/howtocorrupt.html, "Posix advisory locks canceled by a separate thread").
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, "wx", FILE_MODE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function restrictFile(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat !== undefined && (stat.mode & OTHERS) !== 0) chmodSync(file, FILE_MODE);
}
