/**
 * `bun run history`: whether the commits that a change brings are named as CONTRIBUTING asks. Looked at is what HEAD has and
 * a `main` elsewhere has not, and of that what was written since the rule. A clone whose only branch is `main` cannot distinguish
 * the change from what landed before it; the date keeps the older history out there, as in a shallow clone.
 */
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const RULE_SINCE = Date.parse("2026-11-23T00:00:00Z");
const LONGEST_SUBJECT = 72;
const LANDED = ["refs/heads/main", "refs/remotes/origin/main"];

interface Commit {
  id: string;
  subject: string;
}

/** The fault of a commit's subject; null if nothing is. A merge is named as any other commit. */
export function faultOf(subject: string): string | null {
  if (/^Merge\b/.test(subject)) return "a merge is named after what it brings";
  if (!/^[a-z][\w ,./-]*: \S/.test(subject)) return "begins with no area: `area: effect`";
  const { length } = [...subject];
  return length > LONGEST_SUBJECT ? `has ${length} characters, above ${LONGEST_SUBJECT}` : null;
}

/** Null if the folder is no clone, such as an unpacked archive, or git is missing. By the author's date, which rebasing leaves alone. */
export function newCommits(folder: string): Commit[] | null {
  const head = git(folder, "rev-parse", "--verify", "--quiet", "HEAD")?.trim();
  if (head === undefined) return null;
  const landed = LANDED.map((name) => git(folder, "rev-parse", "--verify", "--quiet", name)?.trim());
  const without = landed.filter((id) => id !== undefined && id !== head).map((id) => `^${id}`);
  const log = git(folder, "log", "--format=%H%x09%at%x09%s", head, ...without);
  if (log === null) throw new Error(`git cannot list the commits of ${folder}`);
  return log
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"))
    .filter(([, written]) => Number(written) * 1000 >= RULE_SINCE)
    .map(([id = "", , ...subject]) => ({ id, subject: subject.join("\t") }));
}

/**
 * The base of this change: where it left a `main` elsewhere; where `main` has it already, the commit
 * before. Null if the clone does not reach so far.
 */
export function previousCommit(folder: string): string | null {
  const head = git(folder, "rev-parse", "--verify", "--quiet", "HEAD")?.trim();
  if (head === undefined) return null;
  const bases = LANDED.map((name) => git(folder, "merge-base", "HEAD", name)?.trim());
  const base = bases.find((id) => id !== undefined && id !== "" && id !== head);
  return base ?? git(folder, "rev-parse", "--verify", "--quiet", "HEAD~1")?.trim() ?? null;
}

/** The output; null if git fails. A clone of another owner, as a container sees it, is read all the same. */
function git(folder: string, ...command: string[]): string | null {
  if (Bun.which("git") === null) return null;
  // A clone around the folder is not its own.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) };
  const whole = ["git", "-c", "safe.directory=*", "-C", folder, ...command];
  const { exitCode, stdout } = Bun.spawnSync(whole, { env, stderr: "ignore" });
  return exitCode === 0 ? stdout.toString() : null;
}

if (import.meta.main) {
  const commits = newCommits(ROOT);
  const wrong = (commits ?? []).flatMap(({ id, subject }) => {
    const fault = faultOf(subject);
    return fault === null ? [] : [`${id.slice(0, 12)} ${subject}\n    ${fault}`];
  });
  console.log(commits === null ? "no clone: no history to look at" : `${commits.length} commits looked at`);
  for (const line of wrong) console.error(line);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
