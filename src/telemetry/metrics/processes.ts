/** The server and its children as the kernel sees them (proc(5)). */
import { readdirSync, readFileSync } from "node:fs";

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
    ...observe("self", () => "server"),
    ...childrenOf("self").flatMap((pid) => observe(pid, () => roleOf(pid))),
  ];
}

function observe(pid: string, role: () => ProcessRole): ObservedProcess[] {
  return unlessGone(() => {
    const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return [{ role: role(), residentBytes: Number(kib ?? 0) * 1024 }];
  });
}

/** Any thread may have started a child. */
function childrenOf(pid: string): string[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    unlessGone(() => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean)),
  );
}

function roleOf(pid: string): ProcessRole {
  const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const command = Object.keys(ROLES).find((name) => words.includes(name)) as keyof typeof ROLES | undefined;
  return command === undefined ? OTHER : ROLES[command];
}

function unlessGone<T>(look: () => T[]): T[] {
  try {
    return look();
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
