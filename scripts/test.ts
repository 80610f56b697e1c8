/**
 * `bun run test`: types, style, dead code, every test, and the executable with its tests, several side by side.
 * Continues after a failure, so that one run shows everything; ends with what failed, the tally, and 1 when something failed.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Failure, failuresOf } from "./test-failures.ts";

const ROOT = join(import.meta.dir, "..");
const TEST_TIMEOUT_MS = 300_000;
/**
 * Tests wait now and then, for a process or a moment: one more than there are cores keeps all of them busy. With two more,
 * browsers hear and draw later, for little gain.
 */
const AT_ONCE = availableParallelism() + 1;
/** A series with more files is split, so that no core is left without work while the last one ends. */
const MOST_FILES = 25;
/** They need the executable. */
const BINARY_TESTS = ["test/binary", "test/installed"];
/** Of the other folders those that take longest begin first, so that none is left alone at the end. */
const LONGEST_FIRST = [
  "test/dashboard",
  "test/engine",
  "test/browser",
  "test/http",
  "test/cluster",
  "test/fuzz",
  "test/packs",
  "test/backup",
  "test/audio",
  "test/chaos",
  "test/realtime",
  "test/architecture",
  "units",
];
/** They measure time or load every core, so that nothing runs beside them. */
const ALONE = ["test/chaos/chaos.test.ts"];
/**
 * What `--quick` leaves out beside the executable: long recordings, kills, many models, damaged files, commands as programs
 * of their own and pages in a real browser.
 */
const SLOW = [
  "src/cli/doctor",
  "src/cli/grants.test.ts",
  "src/cli/invoices.test.ts",
  "src/cli/keys.test.ts",
  "src/cli/orgs.test.ts",
  "src/cli/tls.test.ts",
  "src/cli/users-history.test.ts",
  "test/audio/cut-short.test.ts",
  "test/audio/matrix.test.ts",
  "test/browser",
  "test/chaos",
  "test/cluster",
  "test/dashboard",
  "test/engine/families.test.ts",
  "test/engine/killed.test.ts",
  "test/engine/lanes.test.ts",
  "test/engine/long.test.ts",
  "test/engine/misbehaving.test.ts",
  "test/engine/repeatable.test.ts",
  "test/engine/routing.test.ts",
  "test/engine/speakers.test.ts",
  "test/fuzz",
  "test/http/certificate-reloads.test.ts",
  "test/http/diarize.test.ts",
  "test/http/https.test.ts",
  "test/http/privacy.test.ts",
  "test/http/routing.test.ts",
  "test/http/serve.test.ts",
];

const HELP = `bun run test [--quick]

Checks types, style and dead code, runs every test, builds the executable and runs its tests.

  --quick  leaves out the executable (${BINARY_TESTS.join(", ")}) and the slow series:
           ${SLOW.join("\n           ")}
  --help   prints this
`;

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

interface Job {
  name: string;
  run: () => Promise<Tally[]>;
}

/** Of every series, for the summary at the end. */
const failures: Failure[] = [];
const start = performance.now();
const secondsSince = (begin: number) => ((performance.now() - begin) / 1000).toFixed(1);

/** One command that passes or fails as a whole. */
async function check(name: string, command: string[]): Promise<Tally> {
  const { exitCode, time, output } = await run(name, command);
  if (exitCode !== 0) failures.push(...failuresOf(name, output));
  const tally = exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
  console.log(`${exitCode === 0 ? "ok" : "FAILED"}: ${name} (${time})`);
  return tally;
}

/** Bun's tests in the files, counted from the report that it writes. */
async function tests(name: string, files: string[]): Promise<Tally> {
  const reportFolder = mkdtempSync(join(tmpdir(), "tiro-test-"));
  const report = join(reportFolder, "junit.xml");
  try {
    const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
    // Real recognizers and decoders take their time on a busy machine; what a file sets for itself goes before this.
    const command = [process.execPath, "test", `--timeout=${TEST_TIMEOUT_MS}`, ...reporter];
    const { exitCode, time, output } = await run(name, [...command, ...files.map((file) => `./${file}`)]);
    const tally = readReport(report);
    // A file that breaks while it loads, or a crash of the runner, counts no test but ends with a status.
    if (exitCode !== 0 && tally.failed === 0) tally.failed = 1;
    if (tally.failed > 0) failures.push(...failuresOf(name, output));
    console.log(`${exitCode === 0 ? "ok" : "FAILED"}: ${name} (${time}): ${inWords(tally)}`);
    return tally;
  } finally {
    rmSync(reportFolder, { recursive: true, force: true });
  }
}

/**
 * Its output appears when it has ended, whole: several run at once.
 * @returns `time`: how long it took, and how much of that a processor, its children's included.
 */
async function run(
  name: string,
  command: string[],
): Promise<{ exitCode: number; time: string; output: string }> {
  const begin = performance.now();
  // Both into one pipe, so that what a test prints stands beside what is said of it.
  const child = Bun.spawn(["sh", "-c", 'exec "$@" 2>&1', "sh", ...command], {
    cwd: ROOT,
    // Without it, Bun passes on the variables with which this process began.
    env: process.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = await read(name, child.stdout);
  const exitCode = await child.exited;
  process.stdout.write(`== ${name}\n${output}`);
  const processorSeconds = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6;
  return { exitCode, time: `${secondsSince(begin)} s, processor ${processorSeconds.toFixed(1)} s`, output };
}

/** Says at once which test failed, so that a run that is cut has said it. */
async function read(name: string, stdout: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let output = "";
  let told = 0;
  for await (const block of stdout) {
    output += decoder.decode(block, { stream: true });
    const end = output.lastIndexOf("\n") + 1;
    for (const [line] of output.slice(told, end).matchAll(/^\(fail\) .*/gm))
      console.log(`after ${secondsSince(start)} s in ${name}: ${line}`);
    told = end;
  }
  return output;
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

function testFiles(folder: string): string[] {
  return [...new Bun.Glob("**/*.test.ts").scanSync(join(ROOT, folder))]
    .map((file) => join(folder, file))
    .sort();
}

const isOneOf = (places: string[]) => (file: string) =>
  places.some((place) => file === place || file.startsWith(`${place}/`));

/** The tests of each folder in a process of its own, without those that are left out or run alone. */
function suites(quick: boolean): { beside: Job[]; alone: Job[] } {
  const wanted = (file: string) => !(quick && isOneOf(SLOW)(file));
  const folders = readdirSync(join(ROOT, "test"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !BINARY_TESTS.includes(`test/${entry.name}`))
    .map(({ name }) => ({ name: `test/${name}`, files: testFiles(`test/${name}`) }));
  const units = { name: "units", files: ["src", "native", "scripts"].flatMap(testFiles) };
  const all = [units, ...folders].map(({ name, files }) => ({ name, files: files.filter(wanted) }));
  const job = (name: string, files: string[]): Job => ({ name, run: async () => [await tests(name, files)] });
  const beside = all
    .map(({ name, files }) => ({ name, files: files.filter((file) => !ALONE.includes(file)) }))
    .filter(({ files }) => files.length > 0);
  const parts = beside.flatMap(({ name, files }) => {
    const count = Math.ceil(files.length / MOST_FILES);
    if (count === 1) return { name, files };
    return Array.from({ length: count }, (_, part) => ({
      name: `${name} ${part + 1} of ${count}`,
      files: files.filter((_, index) => index % count === part),
    }));
  });
  const alone = all.flatMap(({ files }) => files.filter((file) => ALONE.includes(file)));
  const place = ({ name }: { name: string }) =>
    LONGEST_FIRST.indexOf(name.replace(/ .*/, "")) + 1 || LONGEST_FIRST.length + 1;
  return {
    beside: parts.sort((a, b) => place(a) - place(b)).map(({ name, files }) => job(name, files)),
    alone: alone.map((file) => job(file, [file])),
  };
}

/** The build, and in the places after it its tests, which wait for it. */
function executable(): Job[] {
  const built = Promise.withResolvers<boolean>();
  const build = async () => {
    const tally = await check("build", [process.execPath, "scripts/build/build.ts"]);
    // For the series that begin after it: test/support/program.ts.
    if (tally.failed === 0) process.env.EXECUTABLE_UNDER_TEST = join(ROOT, "dist/tiro");
    built.resolve(tally.failed === 0);
    return [tally];
  };
  const testIt = async (folder: string) =>
    (await built.promise) ? [await tests(folder, testFiles(folder))] : [];
  return [
    { name: "build", run: build },
    ...BINARY_TESTS.map((folder) => ({ name: folder, run: () => testIt(folder) })),
  ];
}

const CHECKS: Job[] = [
  { name: "types", run: async () => [await check("types", [process.execPath, "run", "typecheck"])] },
  { name: "style", run: async () => [await check("style", [process.execPath, "x", "biome", "check", "."])] },
  { name: "dead code", run: async () => [await check("dead code", [process.execPath, "x", "knip"])] },
];

/** The next begins as soon as one of those under way has ended, and each end says how far the run has come. */
async function atOnce(count: number, jobs: Job[]): Promise<Tally[]> {
  const waiting = [...jobs];
  const underWay = new Set<string>();
  const tallies: Tally[] = [];
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      underWay.add(job.name);
      tallies.push(...(await job.run()));
      underWay.delete(job.name);
      const still = underWay.size > 0 ? ` under way: ${[...underWay].join(", ")};` : "";
      console.log(`after ${secondsSince(start)} s:${still} ${waiting.length} of ${jobs.length} wait`);
    }
  };
  await Promise.all(Array.from({ length: count }, work));
  return tallies;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { quick: { type: "boolean" }, help: { type: "boolean" } } });
  if (values.help) return console.log(HELP);
  const quick = values.quick === true;
  const { beside, alone } = suites(quick);
  const [build = [], ...ofExecutable] = quick ? [] : executable();
  const longest = beside.splice(0, AT_ONCE - 2);
  const [types = [], ...checks] = CHECKS;
  // Of the first, the two that end soon leave their places to the tests of the executable.
  const jobs = [build, types, ...longest, ...ofExecutable, ...beside, ...checks].flat();
  const tallies = [...(await atOnce(AT_ONCE, jobs)), ...(await atOnce(1, alone))];
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
  const total = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
  process.exitCode = total.failed === 0 ? 0 : 1;
  for (const { name, lines } of failures) console.log(["", `FAILED: ${name}`, ...lines].join("\n"));
  console.log(inWords(total));
}

await main();
