/** Landlock: which files this thread, and all that comes of it, may reach. https://docs.kernel.org/userspace-api/landlock.html */

import { ptr } from "bun:ffi";
import { closeSync, openSync, type Stats, statSync } from "node:fs";
import { checked, dup, syscall } from "./libc.ts";

/** Numbers that are the same on every architecture. */
const CREATE_RULESET = 444;
const ADD_RULE = 445;
const RESTRICT_SELF = 446;
const RULE_PATH_BENEATH = 1;
const O_PATH = 0o10000000;

const EXECUTE = 1n << 0n;
const WRITE_FILE = 1n << 1n;
const READ_FILE = 1n << 2n;
const READ_DIR = 1n << 3n;
const TRUNCATE = 1n << 14n;
const IOCTL_DEV = 1n << 15n;
/** Those that a rule may grant on what is no folder. */
const OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;
const MAKE_AND_REMOVE_FILES = (1n << 5n) | (1n << 7n) | (1n << 8n);
/** Folders to remove, and symbolic links to make. */
const REMOVE_FOLDERS = 1n << 4n;
const MAKE_LINKS = 1n << 12n;

export const RIGHTS = {
  list: READ_DIR,
  read: READ_FILE | READ_DIR,
  run: READ_FILE | EXECUTE,
  device: READ_FILE | READ_DIR | WRITE_FILE | IOCTL_DEV,
  write: READ_FILE | READ_DIR | WRITE_FILE | TRUNCATE | MAKE_AND_REMOVE_FILES,
  keep: READ_FILE | READ_DIR | WRITE_FILE | TRUNCATE | MAKE_AND_REMOVE_FILES | REMOVE_FOLDERS | MAKE_LINKS,
} as const;

/** The rights on files that each version of the interface knows, by their number. */
function knownRights(abi: number): bigint {
  const count = abi >= 5 ? 16n : abi >= 3 ? 15n : abi === 2 ? 14n : 13n;
  return (1n << count) - 1n;
}

/** TCP: bind and connect, from version 4 on. */
const NET_RIGHTS = 0b11n;
/** Abstract Unix sockets and signals, from version 6 on: none to processes outside. */
const SCOPES = 0b11n;

export interface PathRule {
  path: string;
  rights: bigint;
  /** Whether the path is held open: entries of `/proc` come and go from the kernel's memory, and the rule with them. */
  hold?: boolean;
}

/**
 * Refuses this thread all files but those of the rules, and all TCP unless `network`. A rule for a path that is not there is passed over.
 * @throws if the kernel refuses a step.
 */
export function restrictFiles(abi: number, rules: readonly PathRule[], { network = false } = {}): void {
  const known = knownRights(abi);
  const attributes = BigUint64Array.from([
    known,
    ...(abi >= 4 ? [network ? 0n : NET_RIGHTS] : []),
    ...(abi >= 6 ? [SCOPES] : []),
  ]);
  const ruleset = checked(
    "landlock_create_ruleset",
    syscall(CREATE_RULESET, ptr(attributes), attributes.byteLength),
  );
  for (const rule of rules) addRule(ruleset, rule, known);
  checked("landlock_restrict_self", syscall(RESTRICT_SELF, ruleset));
  closeSync(ruleset);
}

function addRule(ruleset: number, { path, rights, hold }: PathRule, known: bigint): void {
  const found = reachable(path);
  if (!found) return;
  const allowed = rights & known & (found.isDirectory() ? known : OF_FILES);
  const fd = openSync(path, O_PATH);
  const rule = new DataView(new ArrayBuffer(12));
  rule.setBigUint64(0, allowed, true);
  rule.setInt32(8, fd, true);
  checked(`landlock_add_rule for ${path}`, syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, ptr(rule)));
  if (hold) checked("dup", dup(fd));
  closeSync(fd);
}

/** Null also for what this process may not reach itself, and the program after it no more. */
function reachable(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES") return null;
    throw error;
  }
}
