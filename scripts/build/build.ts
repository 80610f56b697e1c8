/**
 * `bun run build [--target linux-x64|linux-arm64]…`: writes `dist/tiro` (x86-64) and `dist/tiro-linux-arm64`;
 * without a target, the one of this machine. Prints what went in, the size, and where it can run, its start time.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { OperatorError } from "../../src/lib/errors.ts";
import { compile } from "./compile.ts";
import { inspectExecutable } from "./inspect.ts";
import { installPlatformPackages } from "./platform-packages.ts";
import { TARGETS, type Target } from "./targets.ts";

const DIST = join(import.meta.dir, "../../dist");
const START_RUNS = 9;

async function build(target: Target): Promise<void> {
  const outfile = join(DIST, target.outfile);
  const native = target.arch === process.arch && process.platform === "linux";
  const buildFolder = mkdtempSync(join(tmpdir(), "tiro-build-"));
  try {
    const packages = native ? undefined : installPlatformPackages(target, buildFolder);
    await compile(target, outfile, packages);
    const files = inspectExecutable(target, outfile, packages);
    const megabytes = (statSync(outfile).size / 1e6).toFixed(1);
    console.log(`${target.name}: ${outfile}, ${megabytes} MB, carries ${files.join(", ")}`);
  } finally {
    rmSync(buildFolder, { recursive: true, force: true });
  }
  if (native)
    console.log(
      `${target.name}: start (tiro version): ${startMs(outfile).toFixed(0)} ms (median of ${START_RUNS})`,
    );
}

function startMs(executable: string): number {
  const times = Array.from({ length: START_RUNS }, () => {
    const begin = performance.now();
    const { exitCode } = Bun.spawnSync([executable, "version"], { env: {} });
    if (exitCode !== 0) throw new Error(`${executable} version ended with ${exitCode}`);
    return performance.now() - begin;
  });
  return times.sort((a, b) => a - b)[Math.floor(START_RUNS / 2)] ?? Number.NaN;
}

function wantedTargets(): Target[] {
  const { values } = parseArgs({ options: { target: { type: "string", multiple: true } } });
  const names = values.target ?? [`linux-${process.arch}`];
  return names.map((name) => {
    const target = TARGETS.find((known) => known.name === name);
    if (!target)
      throw new Error(`unknown target ${name}; known: ${TARGETS.map((known) => known.name).join(", ")}`);
    return target;
  });
}

try {
  mkdirSync(DIST, { recursive: true });
  for (const target of wantedTargets()) await build(target);
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(`${error.message} ${error.extras.hint ?? ""}`);
  process.exitCode = 1;
}
