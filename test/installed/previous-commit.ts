/** The packages of the commit before this change, made by that commit itself, as a release that is older than all others. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { previousCommit } from "../../scripts/history.ts";
import { run } from "../../scripts/package/command.ts";
import { ROOT } from "../binary/documents.ts";

export const PREVIOUS_VERSION = "0.0.1";
const PACKAGES = "dist/packages";

export interface PreviousPackages {
  /** Holds one package of each format. */
  folder: string;
  executable: string;
}

/** @returns why there are none if they cannot be made. */
export function previousPackages(
  formats: readonly string[],
  arch: NodeJS.Architecture,
  work: string,
): PreviousPackages | string {
  const commit = previousCommit(ROOT);
  if (commit === null) return "the commit before this one is not in this clone";
  const source = join(work, "previous");
  mkdirSync(source);
  run([
    "sh",
    "-ec",
    'git -c safe.directory="*" -C "$1" archive "$2" | tar -x -C "$3"',
    "sh",
    ROOT,
    commit,
    source,
  ]);
  takePackages(source);
  const manifest = join(source, "package.json");
  const { version, ...rest } = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(manifest, JSON.stringify({ version: PREVIOUS_VERSION, ...rest }));
  const wanted = formats.flatMap((format) => ["--format", format]);
  run([process.execPath, "scripts/package/package.ts", "--fast", "--target", `linux-${arch}`, ...wanted], {
    cwd: source,
    env: { SOURCE_DATE_EPOCH: "1600000000" },
  });
  return { folder: join(source, PACKAGES), executable: join(source, "dist/tiro") };
}

/** Those of this clone, where they are the same. */
function takePackages(source: string): void {
  const lockOf = (folder: string) => readFileSync(join(folder, "bun.lock"), "utf8");
  if (lockOf(source) === lockOf(ROOT)) symlinkSync(join(ROOT, "node_modules"), join(source, "node_modules"));
  else run([process.execPath, "install", "--frozen-lockfile", "--silent"], { cwd: source });
}
