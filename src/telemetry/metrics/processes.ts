/** The server and its children as the kernel sees them (proc(5)). */
import { childrenOf, ofProcess, statusBytes } from "../../lib/processes.ts";

/** The command that a child was started with shows its role. */
const ROLES = {
  "engine-host": "recognizer",
  "speaker-host": "speakers",
  "media-host": "decoder",
  "text-host": "text",
} as const;
const OTHER = "other";

export type ProcessRole = (typeof ROLES)[keyof typeof ROLES] | "server" | typeof OTHER;

export interface ObservedProcess {
  role: ProcessRole;
  residentBytes: number;
}

/** Those that end meanwhile are left out. */
export function processes(): ObservedProcess[] {
  return [
    ...observe(process.pid, () => "server"),
    ...childrenOf(process.pid).flatMap((pid) => observe(pid, () => roleOf(pid))),
  ];
}

function observe(pid: number, role: () => ProcessRole): ObservedProcess[] {
  const residentBytes = statusBytes(pid, "VmRSS");
  return residentBytes === 0 ? [] : [{ role: role(), residentBytes }];
}

function roleOf(pid: number): ProcessRole {
  const words = ofProcess(pid, "cmdline").split("\0");
  const command = Object.keys(ROLES).find((name) => words.includes(name)) as keyof typeof ROLES | undefined;
  return command === undefined ? OTHER : ROLES[command];
}
