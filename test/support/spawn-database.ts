/** Starts `database-child.ts` in a process of its own. */
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
