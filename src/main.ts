/** The command line: parse, then call one command; nothing else. */

import { CHILD_PROCESSES } from "./cli/child-processes.ts";
import { endUnexpectedly } from "./cli/failure.ts";
import { setForRuntime } from "./cli/runtime-environment.ts";
import { endWithOutput } from "./cli/support/standard-output.ts";

async function main(words: string[]): Promise<void> {
  const [name = "", ...rest] = words;
  const child = Object.hasOwn(CHILD_PROCESSES, name) ? CHILD_PROCESSES[name] : undefined;
  if (child) return child(rest);
  setForRuntime(words);
  endWithOutput();
  process.on("uncaughtException", endUnexpectedly).on("unhandledRejection", endUnexpectedly);
  await (await import("./cli/program.ts")).runCommand(words);
}

void main(process.argv.slice(2));
