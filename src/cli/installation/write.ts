import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { OperatorError } from "../../lib/errors.ts";
import type { InstallationFile } from "./files.ts";

export interface Written {
  path: string;
  /** `kept`: somebody changed it, and it is theirs. */
  outcome: "written" | "unchanged" | "kept";
}

/** @throws OperatorError `not_writable`. */
export function writeInstallation(files: readonly InstallationFile[], root: string): Written[] {
  return files.map((file) => {
    const path = join(root, file.path);
    const found = existing(path);
    if (found === file.content) return { path, outcome: "unchanged" };
    if (found !== null && file.own) return { path, outcome: "kept" };
    replace(path, 0o644, (temporary) => writeFileSync(temporary, file.content));
    return { path, outcome: "written" };
  });
}

/** Also over one that runs: it keeps its old file until it ends. @throws OperatorError `not_writable`. */
export function writeExecutable(source: string, path: string): void {
  replace(path, 0o755, (temporary) => copyFileSync(source, temporary));
}

/** Whole or not at all. */
function replace(path: string, mode: number, write: (temporary: string) => void): void {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
    write(temporary);
    chmodSync(temporary, mode);
    renameSync(temporary, path);
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw notWritable(path, cause);
  }
}

function existing(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw notWritable(path, cause);
  }
}

function notWritable(path: string, cause: unknown): OperatorError {
  const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
  return new OperatorError("not_writable", "The files of the installation cannot be written.", {
    cause,
    hint: `${path}: ${reason}. The whole system needs root; any other folder works without.`,
  });
}
