/** Recognizers and decoders of a server that are killed, or stopped in the middle of their work as if they hung. */
import { readFileSync } from "node:fs";
import type { ServerProcess } from "../support/server-process.ts";
import type { Random } from "./random.ts";

/** There is always another one soon; on a busy machine, one that hangs while it loads is given up only after its deadline. */
const VICTIM_MS = 180_000;
const GONE_MS = 60_000;

/** @param host its role in the command line. @returns its process id. */
export async function hitHost(
  server: ServerProcess,
  { host, signal, random }: { host: string; signal: "SIGKILL" | "SIGSTOP"; random: Random },
): Promise<number> {
  for (let waitedMs = 0; waitedMs < VICTIM_MS; waitedMs += 5) {
    const pids = server.children().filter((pid) => isRunning(pid) && isHost(pid, host));
    const pid = pids.length > 0 ? random.pick(pids) : null;
    if (pid !== null && kill(pid, signal)) return pid;
    await Bun.sleep(5);
  }
  throw new Error(`no ${host} ran for ${VICTIM_MS} ms`);
}

/** False if it ended by itself just now. */
export function kill(pid: number, signal: "SIGKILL" | "SIGSTOP"): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

/** A killed server's children must end with it, also those that are stopped. On a busy machine that takes its time. */
export async function assertGone(pids: number[], violations: string[]): Promise<void> {
  for (let waitedMs = 0; waitedMs < GONE_MS; waitedMs += 20) {
    if (!pids.some(isAlive)) return;
    await Bun.sleep(20);
  }
  violations.push(`children outlive the server: ${pids.filter(isAlive).join(", ")}`);
}

/** A process that has ended but that nobody has waited for yet is not alive. */
function isAlive(pid: number): boolean {
  return /^State:\s+[^ZX]/m.test(ofProcess(pid, "status"));
}

/** Neither ended nor stopped. */
function isRunning(pid: number): boolean {
  return /^State:\s+[^ZXTt]/m.test(ofProcess(pid, "status"));
}

/** One that does not stand within its fences yet does not yet end with its server, and is not what is meant to hang. */
export function isHost(pid: number, host: string): boolean {
  const command = ofProcess(pid, "cmdline").split("\0");
  return command.includes(host) && !command.includes("sandboxed");
}

/** Empty if the process is gone. */
function ofProcess(pid: number, file: "status" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}
