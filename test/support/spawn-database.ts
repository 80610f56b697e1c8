/** Starts `database-child.ts` in a process of its own. */
import { PATIENCE_MS } from "./eventually.ts";

const CHILD = new URL("./database-child.ts", import.meta.url).pathname;
const MINIMAL_ENVIRONMENT = { PATH: process.env.PATH ?? "", TMPDIR: process.env.TMPDIR ?? "/tmp" };

export interface ChildOutcome {
  /** Its output; null if it was killed. */
  outcome: Record<string, unknown> | null;
  signal: string | number | null;
  stderr: string;
}

export function databaseCommand(action: string, dataDir: string, argument = ""): string[] {
  return [process.execPath, CHILD, action, dataDir, argument];
}

export function startChild(command: string[]) {
  return Bun.spawn(command, { env: MINIMAL_ENVIRONMENT, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
}

export async function runChild(command: string[]): Promise<ChildOutcome> {
  const child = startChild(command);
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await child.exited;
  return { outcome: stdout === "" ? null : JSON.parse(stdout), signal: child.signalCode, stderr };
}

export interface HeldLock {
  /** Its holder is killed, which frees it. */
  release(): Promise<void>;
}

/** Resolves once a process of its own holds the database's write lock. */
export async function holdWriteLock(dataDir: string): Promise<HeldLock> {
  const holder = startChild(databaseCommand("hold-reserved-lock", dataDir, String(PATIENCE_MS)));
  await holder.stdout.getReader().read();
  return {
    release: async () => {
      holder.kill("SIGKILL");
      await holder.exited;
    },
  };
}
