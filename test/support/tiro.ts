/** `tiro` as a program of its own, on a data folder that is gone at the end: `using site = tiroSite()`. */
import { join } from "node:path";
import { temporaryFolder } from "./database.ts";
import { programUnderTest } from "./program.ts";

const MAIN = new URL("../../src/main.ts", import.meta.url).pathname;

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** This clone's `tiro` with these arguments. */
export function runTiro(...args: string[]): Run {
  return runProgram([process.execPath, MAIN], args);
}

function runProgram(program: readonly string[], args: readonly string[]): Run {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...program, ...args], {
    env: { PATH: process.env.PATH ?? "", USER: "mallory" },
  });
  return { code: exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

export function tiroSite() {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const run = (...args: string[]): Run => runProgram(programUnderTest(), [...args, "--data", dataDir]);
  /** The output of a command that must succeed with `--json`. */
  const json = (...args: string[]) => {
    const { code, stdout, stderr } = run(...args, "--json");
    if (code !== 0) throw new Error(`tiro ${args.join(" ")} failed: ${stderr}`);
    return JSON.parse(stdout);
  };
  return { dataDir, run, json, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}
