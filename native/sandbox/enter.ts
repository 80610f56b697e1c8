/**
 * Fences this process in and executes another program in its place. Landlock binds only the thread that asks for it
 * and what that thread starts, and Bun runs threads of its own from its first moment on; across `execve` the
 * fences hold for the whole new program.
 */
import type { SandboxArguments } from "../../src/lib/sandbox.ts";
import { forbidCoreFiles } from "./core-files.ts";
import { restrictFiles } from "./landlock.ts";
import { checked, errno, execve, prctl } from "./libc.ts";
import { limitMemory } from "./memory-limit.ts";
import { pathRules } from "./paths.ts";
import { restrictCalls } from "./seccomp.ts";
import { missingOf, sandboxSupport } from "./support.ts";

const PR_SET_PDEATHSIG = 1;
const PR_SET_NO_NEW_PRIVS = 38;
const SIGKILL = 9;

type Environment = Readonly<Record<string, string>>;

/**
 * Does not return.
 * @throws if a fence that the kernel offers cannot be put up, and under `required` if it lacks one.
 */
export function enterSandbox(
  policy: SandboxArguments,
  command: readonly string[],
  environment: Environment,
): never {
  endWithParent(policy.parentPid);
  forbidCoreFiles();
  if (policy.mode !== "off") putUpFences(policy, environment);
  execve(command, environment);
  throw new Error(`${command[0]} cannot be executed: errno ${errno()}`);
}

function endWithParent(parentPid: number): void {
  checked("PR_SET_PDEATHSIG", prctl(PR_SET_PDEATHSIG, SIGKILL));
  // It may have ended before that.
  if (process.ppid !== parentPid) process.exit(1);
}

function putUpFences(policy: SandboxArguments, environment: Environment): void {
  const support = sandboxSupport();
  const missing = missingOf(support);
  if (policy.mode === "required" && missing.length > 0)
    throw new Error(`this kernel lacks ${missing.join(" and ")}, and engine.sandbox is "required"`);
  // With CUDA, what a driver reserves is unknown; there the parent's own watch on the memory remains.
  if (!policy.cuda) limitMemory(policy.memoryBytes + (policy.startBytes ?? 0));
  checked("PR_SET_NO_NEW_PRIVS", prctl(PR_SET_NO_NEW_PRIVS, 1));
  if (support.landlockAbi > 0) restrictFiles(support.landlockAbi, pathRules(policy, environment), policy);
  if (support.seccomp) restrictCalls({ localSockets: policy.cuda, network: policy.network });
}
