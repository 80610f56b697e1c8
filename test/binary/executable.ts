/** Runs the built executable as a bare machine would: no variables, an empty folder, where permitted no network. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const EXECUTABLE = join(import.meta.dir, "../../dist/tiro");
export const AUDIO = join(import.meta.dir, "../audio");

if (!existsSync(EXECUTABLE)) throw new Error("There is no dist/tiro: bun run build");

export interface Finished {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** `unshare` takes the network away; without the right to do so the tests run with it. */
export const NO_NETWORK = isPermitted(["unshare", "--net"]) ? ["unshare", "--net"] : [];
/** Commands in a mount namespace of their own may mount things; null if that is not permitted. */
export const PRIVATE_MOUNTS = isPermitted(["unshare", "--mount"]) ? ["unshare", "--mount"] : null;

/** @param settings further `TIRO_…` variables. */
export function tiro(
  args: string[],
  { cwd, stdin, settings = {} }: { cwd: string; stdin?: Uint8Array; settings?: Record<string, string> },
): Finished {
  return finished(
    Bun.spawnSync([...NO_NETWORK, EXECUTABLE, ...args], {
      cwd,
      env: { ...bareEnvironment(cwd), ...settings },
      stdin: stdin ?? "ignore",
      stdout: "pipe",
      stderr: "pipe",
    }),
  );
}

export function shellInPrivateMounts(script: string, cwd: string): Finished {
  if (!PRIVATE_MOUNTS) throw new Error("not permitted");
  const command = [...PRIVATE_MOUNTS, "sh", "-ec", script];
  const env = { ...bareEnvironment(cwd), PATH: "/usr/sbin:/usr/bin:/sbin:/bin", TIRO: EXECUTABLE };
  return finished(Bun.spawnSync(command, { cwd, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" }));
}

/** A folder of its own for each test; `remove` deletes it. */
export function emptyFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "tiro-binary-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Only a home, so that nothing is written into that of the person who runs the tests. */
export function bareEnvironment(folder: string): Record<string, string> {
  return { HOME: folder };
}

function finished({ exitCode, stdout, stderr }: Bun.SyncSubprocess<"pipe", "pipe">): Finished {
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

function isPermitted(command: string[]): boolean {
  try {
    return Bun.spawnSync([...command, "true"], { stdout: "ignore", stderr: "ignore" }).exitCode === 0;
  } catch {
    // There is no unshare here.
    return false;
  }
}
