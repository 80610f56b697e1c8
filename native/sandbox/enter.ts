/**
 * Fences this process in and executes another program in its place. Landlock binds only the thread that asks for it
 * and what that thread starts, and Bun runs threads of its own from its first moment on; across `execve` the
 * fences hold for the whole new program.
 */
import { availableParallelism } from "node:os";
import type { SandboxArguments } from "../../src/lib/sandbox.ts";
import { MIB } from "../../src/lib/units.ts";
import { checked, restrictFiles } from "./landlock.ts";
import { errno, execve, prctl, setrlimit } from "./libc.ts";
import { pathRules } from "./paths.ts";
import { restrictCalls } from "./seccomp.ts";
import { missingOf, sandboxSupport } from "./support.ts";

const PR_SET_PDEATHSIG = 1;
const PR_SET_NO_NEW_PRIVS = 38;
const SIGKILL = 9;
const RLIMIT_DATA = 2;
const RLIMIT_CORE = 4;

/** Reserved and hardly used: 1 GiB for compiled code, 1 GiB of the allocator, the shapes of objects; and a stack for each thread. */
const RUNTIME_BYTES = 2304 * MIB;
const THREADS_OF_CORE_BYTES = 32 * MIB;

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
  // Nothing that was dictated may lie about in a core file.
  checked("RLIMIT_CORE", setrlimit(RLIMIT_CORE, 0n));
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
  if (!policy.cuda) limitMemory(policy.memoryBytes);
  checked("PR_SET_NO_NEW_PRIVS", prctl(PR_SET_NO_NEW_PRIVS, 1));
  if (support.landlockAbi > 0) restrictFiles(support.landlockAbi, pathRules(policy, environment), policy);
  if (support.seccomp) restrictCalls({ localSockets: policy.cuda, network: policy.network });
}

/** Of what it may write to. The address space is no measure: WebAssembly alone reserves more than any machine has. */
function limitMemory(bytes: number): void {
  const all = bytes + RUNTIME_BYTES + availableParallelism() * THREADS_OF_CORE_BYTES;
  checked("RLIMIT_DATA", setrlimit(RLIMIT_DATA, BigInt(Math.ceil(all))));
}
