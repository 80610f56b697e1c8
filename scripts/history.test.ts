import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { faultOf, newCommits, previousCommit } from "./history.ts";

test.each([
  ["engine: retry a killed decoder once", null],
  ["accounts, store: files in folders of the same names", null],
  ["test/http: one table of routes", null],
  [`text: ${"é".repeat(66)}`, null],
  [`text: ${"é".repeat(67)}`, "has 73 characters, above 72"],
  ["Merge branch 'words'", "a merge is named after what it brings"],
  ["Merge remote-tracking branch 'origin/main'", "a merge is named after what it brings"],
  ["Retry a killed decoder once", "begins with no area: `area: effect`"],
  ["engine:retry", "begins with no area: `area: effect`"],
  ["engine: ", "begins with no area: `area: effect`"],
  ["", "begins with no area: `area: effect`"],
])("%p: %p", (subject, fault) => {
  expect(faultOf(subject)).toBe(fault);
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const OLD = "2026-11-22T23:59:59Z";
const NEW = "2026-11-23T00:00:00Z";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "tiro-history-"));
  folders.push(path);
  return path;
}

function git(at: string, ...command: string[]): void {
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
  };
  const { exitCode, stderr } = Bun.spawnSync(["git", "-C", at, ...command], { env, stderr: "pipe" });
  if (exitCode !== 0) throw new Error(stderr.toString());
}

const commit = (at: string, subject: string, date: string) =>
  git(at, "commit", "--quiet", "--allow-empty", "--message", subject, "--date", date);

/** On `main`: two commits from before the rule, one since. */
function repository(): string {
  const at = folder();
  git(at, "init", "--quiet", "--initial-branch", "main");
  commit(at, "Begin", OLD);
  commit(at, "Merge branch 'old'", OLD);
  commit(at, "docs: landed", NEW);
  return at;
}

const subjects = (at: string) => newCommits(at)?.map(({ subject }) => subject);

test("where main is all there is, everything since the rule", () => {
  expect(subjects(repository())).toEqual(["docs: landed"]);
});

test("on a branch, what main has not", () => {
  const at = repository();
  git(at, "switch", "--quiet", "--create", "words");
  commit(at, "text: one", NEW);
  commit(at, "Two\tparts", NEW);
  commit(at, "Rebased from before the rule", OLD);
  expect(subjects(at)).toEqual(["Two\tparts", "text: one"]);
});

test("a merge counts with what it brings", () => {
  const at = repository();
  git(at, "switch", "--quiet", "--create", "words");
  commit(at, "text: one", NEW);
  git(at, "switch", "--quiet", "--create", "more", "main");
  commit(at, "text: two", NEW);
  git(at, "merge", "--quiet", "--no-ff", "--message", "Merge branch 'words'", "words");
  expect(subjects(at)?.toSorted()).toEqual(["Merge branch 'words'", "text: one", "text: two"]);
});

test("a clone knows main from where it came", () => {
  const at = folder();
  git(at, "clone", "--quiet", repository(), "clone");
  const clone = join(at, "clone");
  commit(clone, "text: mine", NEW);
  expect(subjects(clone)).toEqual(["text: mine"]);
});

test("a shallow clone, at a detached HEAD", () => {
  const at = folder();
  git(at, "clone", "--quiet", "--depth", "2", `file://${repository()}`, "clone");
  const clone = join(at, "clone");
  git(clone, "checkout", "--quiet", "--detach");
  expect(subjects(clone)).toEqual(["docs: landed"]);
});

test("what is no clone has no history, also inside of one", () => {
  expect(newCommits(folder())).toBeNull();
  const inside = join(repository(), "unpacked");
  mkdirSync(inside);
  expect(newCommits(inside)).toBeNull();
});

describe("the commit that people have", () => {
  const headOf = (at: string, name = "HEAD") =>
    Bun.spawnSync(["git", "-C", at, "rev-parse", name]).stdout.toString().trim();

  test("is the one before, on main itself", () => {
    const at = repository();
    expect(previousCommit(at)).toBe(headOf(at, "HEAD~1"));
  });

  test("is where the change left main, however long the change is", () => {
    const at = repository();
    const landed = headOf(at);
    git(at, "checkout", "--quiet", "-b", "change");
    for (const subject of ["text: one", "text: two"]) commit(at, subject, NEW);
    expect(previousCommit(at)).toBe(landed);
  });

  test("is not known of a first commit, nor outside a clone", () => {
    const at = folder();
    expect(previousCommit(at)).toBeNull();
    git(at, "init", "--quiet", "--initial-branch", "main");
    commit(at, "text: one", NEW);
    expect(previousCommit(at)).toBeNull();
  });
});
