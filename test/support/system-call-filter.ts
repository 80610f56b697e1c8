/**
 * `bun system-call-filter.ts CALLS COMMAND…` executes a command under the filter of system calls that systemd would put up:
 * the calls of the list, separated by commas, work, all others fail with EPERM. By libseccomp, as systemd itself does it.
 */
import { dlopen, ptr } from "bun:ffi";
import { execve, prctl } from "../../native/sandbox/libc.ts";

const PR_SET_NO_NEW_PRIVS = 38;
const ALLOW = 0x7fff0000;
const REFUSE = 0x00050000 | 1;

const { symbols } = dlopen("libseccomp.so.2", {
  seccomp_init: { args: ["u32"], returns: "ptr" },
  seccomp_syscall_resolve_name: { args: ["ptr"], returns: "i32" },
  seccomp_rule_add_array: { args: ["ptr", "u32", "i32", "u32", "ptr"], returns: "i32" },
  seccomp_load: { args: ["ptr"], returns: "i32" },
});

function putUp(calls: readonly string[]): void {
  const filter = symbols.seccomp_init(REFUSE);
  for (const name of calls) {
    const call = symbols.seccomp_syscall_resolve_name(ptr(Buffer.from(`${name}\0`)));
    // Those of other architectures have negative numbers.
    if (call >= 0)
      succeeded(`rule for ${name}`, symbols.seccomp_rule_add_array(filter, ALLOW, call, 0, null));
  }
  succeeded("no_new_privs", prctl(PR_SET_NO_NEW_PRIVS, 1));
  succeeded("seccomp_load", symbols.seccomp_load(filter));
}

function succeeded(what: string, result: number): void {
  if (result !== 0) throw new Error(`${what}: ${result}`);
}

const [calls = "", ...command] = process.argv.slice(2);
putUp(calls.split(","));
execve(command, process.env as Record<string, string>);
throw new Error(`${command[0]} cannot be executed`);
