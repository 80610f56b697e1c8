/** Support of this kernel for confining a process. */
import { prctl, syscall } from "./libc.ts";

export interface SandboxSupport {
  /** Version of Landlock's interface, from 1 (Linux 5.13) on; 0 if there is none. */
  landlockAbi: number;
  seccomp: boolean;
}

const LANDLOCK_CREATE_RULESET = 444;
const LANDLOCK_CREATE_RULESET_VERSION = 1;
const PR_GET_SECCOMP = 21;

export function sandboxSupport(): SandboxSupport {
  return {
    landlockAbi: Math.max(0, syscall(LANDLOCK_CREATE_RULESET, 0, 0, LANDLOCK_CREATE_RULESET_VERSION)),
    seccomp: prctl(PR_GET_SECCOMP) >= 0,
  };
}

/** The fences that it does not offer, by name. */
export function missingOf({ landlockAbi, seccomp }: SandboxSupport): string[] {
  return [...(landlockAbi > 0 ? [] : ["Landlock (Linux 5.13 or later)"]), ...(seccomp ? [] : ["seccomp"])];
}
