/**
 * `bun run test`: types, style, every test, then the executable and its tests. Goes on after a failure, so
 * that one run shows everything; ends with the tally and with 1 when something failed.
 * `bun run test --quick` leaves the executable out.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const BINARY_TESTS = "binary";
const TEST_TIMEOUT_MS = 60_000;

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

function hasTests(folder: string): boolean {
  return [...new Bun.Glob("**/*.test.ts").scanSync(join(ROOT, "test", folder))].length > 0;
}

/** One command that passes or fails as a whole. */
function check(name: string, command: string[]): Tally {
  const { exitCode, seconds } = run(name, command);
  console.log(`${exitCode === 0 ? "ok" : "FAILED"}: ${name} (${seconds} s)`);
  return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/** Bun's tests below the folders, counted from the report that it writes. */
function tests(name: string, folders: string[]): Tally {
  const reportFolder = mkdtempSync(join(tmpdir(), "tiro-test-"));
  const report = join(reportFolder, "junit.xml");
  try {
    const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
    // Real recognizers and decoders take their time on a busy machine; what a file sets for itself goes before this.
    const command = [process.execPath, "test", `--timeout=${TEST_TIMEOUT_MS}`, ...reporter, ...folders];
    const { exitCode, seconds } = run(name, command);
    const tally = readReport(report);
    // A file that breaks while it loads, or a crash of the runner, counts no test but ends with a status.
    if (exitCode !== 0 && tally.failed === 0) tally.failed = 1;
    console.log(`${exitCode === 0 ? "ok" : "FAILED"}: ${name} (${seconds} s): ${inWords(tally)}`);
    return tally;
  } finally {
    rmSync(reportFolder, { recursive: true, force: true });
  }
}

function run(name: string, command: string[]): { exitCode: number; seconds: string } {
  console.log(`== ${name}`);
  const begin = performance.now();
  const { exitCode } = Bun.spawnSync(command, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  return { exitCode, seconds: ((performance.now() - begin) / 1000).toFixed(1) };
}

function readReport(path: string): Tally {
  const [head = ""] = existing(path).match(/<testsuites [^>]*>/) ?? [];
  const count = (attribute: string) => Number(new RegExp(` ${attribute}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const [total, failed, skipped] = [count("tests"), count("failures") + count("errors"), count("skipped")];
  return { passed: total - failed - skipped, failed, skipped };
}

function existing(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

function inWords({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function main(): void {
  const quick = process.argv.includes("--quick");
  const testFolders = readdirSync(join(ROOT, "test"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== BINARY_TESTS && hasTests(entry.name))
    .map(({ name }) => `./test/${name}`);
  const tallies = [
    check("types", [process.execPath, "x", "tsc", "--noEmit"]),
    check("style", [process.execPath, "x", "biome", "check", "."]),
    check("dead code", [process.execPath, "x", "knip"]),
    tests("units", ["./src", "./native", "./scripts"]),
    // Each in a process of its own: some measure their memory.
    ...testFolders.map((folder) => tests(folder.replace("./", ""), [folder])),
  ];
  if (!quick) {
    const build = check("build", [process.execPath, join(ROOT, "scripts/build/build.ts")]);
    tallies.push(build);
    if (build.failed === 0) tallies.push(tests("tests of the executable", [`./test/${BINARY_TESTS}`]));
  }
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
  const total = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
  process.exitCode = total.failed === 0 ? 0 : 1;
  console.log(inWords(total));
}

main();
