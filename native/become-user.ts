/** Another user for the rest of a command's life: what it writes is theirs, and it still reaches what root reached. */
import { dlopen, ptr } from "bun:ffi";
import { readFileSync } from "node:fs";
import { errno, execve, prctl } from "./sandbox/libc.ts";

const PR_SET_KEEPCAPS = 8;
const PR_CAP_AMBIENT = 47;
const PR_CAP_AMBIENT_RAISE = 2;
/** linux/capability.h: files of others, and ports below 1024. */
const KEPT = { CAP_DAC_OVERRIDE: 1, CAP_DAC_READ_SEARCH: 2, CAP_FOWNER: 3, CAP_NET_BIND_SERVICE: 10 };
const CAPABILITY_VERSION_3 = 0x20080522;

const SYMBOLS = {
  setgroups: { args: ["u64", "ptr"], returns: "i32" },
  setresgid: { args: ["u32", "u32", "u32"], returns: "i32" },
  setresuid: { args: ["u32", "u32", "u32"], returns: "i32" },
  capset: { args: ["ptr", "ptr"], returns: "i32" },
} as const;

/**
 * Executes the command as that user; returns only by a fault. Of root's rights stay those over files, and over low ports,
 * as far as this root has them. They are the process's own from its start (capabilities(7), "ambient"), so that every
 * thread has them.
 * @throws if the kernel refuses a step, as it does to a root without the right to change users.
 */
export function becomeUser(
  { uid, gid }: { uid: number; gid: number },
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): never {
  const { symbols } = dlopen("libc.so.6", SYMBOLS);
  const kept = Object.values(KEPT).filter((capability) => permitted() & (1n << BigInt(capability)));
  const mask = kept.reduce((sum, capability) => sum | (1 << capability), 0);
  succeeded("prctl", prctl(PR_SET_KEEPCAPS, 1));
  succeeded("setgroups", symbols.setgroups(1, ptr(Uint32Array.of(gid))));
  succeeded("setresgid", symbols.setresgid(gid, gid, gid));
  succeeded("setresuid", symbols.setresuid(uid, uid, uid));
  const header = Uint32Array.of(CAPABILITY_VERSION_3, 0);
  // Effective, permitted and inheritable, for capabilities below 32 and for those above.
  const sets = Uint32Array.of(mask, mask, mask, 0, 0, 0);
  succeeded("capset", symbols.capset(ptr(header), ptr(sets)));
  for (const capability of kept) succeeded("prctl", prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability));
  execve(command, environment);
  throw new Error(`execve failed with errno ${errno()}`);
}

/** Capabilities of this process (proc(5), status: CapPrm). */
function permitted(): bigint {
  const [, set = "0"] = /^CapPrm:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "latin1")) ?? [];
  return BigInt(`0x${set}`);
}

function succeeded(call: string, result: number): void {
  if (result < 0) throw new Error(`${call} failed with errno ${errno()}`);
}
