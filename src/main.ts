/**
 * The command line: parse, then call one command; nothing else. A child process's file exports `run(args)` and goes past
 * the parser, because every recording waits for its start.
 */

import { endUnexpectedly } from "./cli/failure.ts";
import { endWithOutput } from "./cli/support/standard-output.ts";

/** Started by the program itself, never by people; absent from the help. */
const HOSTS: Readonly<Record<string, () => Promise<{ run: (args: string[]) => Promise<void> }>>> = {
  "backup-host": () => import("./cli/backup-host.ts"),
  "engine-host": () => import("./cli/engine-host.ts"),
  "media-host": () => import("./cli/media-host.ts"),
  sandboxed: () => import("./cli/sandboxed.ts"),
  "sandbox-probe": () => import("./cli/sandbox-probe.ts"),
  "speaker-host": () => import("./cli/speaker-host.ts"),
  "text-host": () => import("./cli/text-host.ts"),
};

async function main(words: string[]): Promise<void> {
  const [name = "", ...rest] = words;
  const host = Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined;
  if (host) return (await host()).run(rest);
  endWithOutput();
  process.on("uncaughtException", endUnexpectedly).on("unhandledRejection", endUnexpectedly);
  await (await import("./cli/program.ts")).runCommand(words);
}

void main(process.argv.slice(2));
