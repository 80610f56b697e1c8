/**
 * `bun run lines [REVISION]`: lines of TypeScript, of pages as well, and SQL in each room of src, and in native and scripts,
 * without tests, at a revision (by default the last tag, or without tags the first commit) and now. Reads git's objects;
 * nothing is checked out.
 */
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const SOURCE = /^(?:src|native|scripts)\/.*\.(?:tsx?|sql)$/;
const TEST = /\.test\.ts$/;
/** Where the formatting code lay before `src/text`. */
const FORMER_TEXT = "src/dictation/formatting/";
const TEXT = "src/text";

function git(...args: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...args], { cwd: ROOT });
  if (exitCode !== 0) throw new Error(`git ${args[0]}: ${stderr.toString().trim()}`);
  return stdout.toString();
}

/** `src/main.ts` is in the room `src`. */
function roomOf(path: string): string {
  if (path.startsWith(FORMER_TEXT)) return TEXT;
  const [top = "", ...below] = path.split("/");
  return top === "src" && below.length > 1 ? `${top}/${below[0]}` : top;
}

/** Lines by room; git counts them, as those that the empty tree lacks. */
function linesAt(revision: string): Map<string, number> {
  const emptyTree = git("hash-object", "-t", "tree", "/dev/null").trim();
  const rooms = new Map<string, number>();
  for (const line of git("diff", "--numstat", "--no-renames", emptyTree, revision).trim().split("\n")) {
    const [added, , path = ""] = line.split("\t");
    if (SOURCE.test(path) && !TEST.test(path))
      rooms.set(roomOf(path), (rooms.get(roomOf(path)) ?? 0) + Number(added));
  }
  return rooms;
}

function row(name: string, before: number, after: number): string {
  return `| ${name} | ${before} | ${after} | ${after > before ? "+" : ""}${after - before} |`;
}

function sum(rooms: Map<string, number>): number {
  return [...rooms.values()].reduce((total, lines) => total + lines, 0);
}

function firstRevision(): string {
  const [tag] = git("tag", "--merged", "HEAD", "--sort=-creatordate").split("\n");
  return tag || git("rev-list", "--max-parents=0", "HEAD").trim().slice(0, 12);
}

const revision = process.argv[2] ?? firstRevision();
const [before, after] = [linesAt(revision), linesAt("HEAD")];
console.log(`| room | ${revision} | now | change |\n|---|---:|---:|---:|`);
for (const room of [...new Set([...before.keys(), ...after.keys()])].sort())
  console.log(row(room, before.get(room) ?? 0, after.get(room) ?? 0));
console.log(row("all", sum(before), sum(after)));
