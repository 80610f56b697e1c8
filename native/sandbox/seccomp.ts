/**
 * seccomp: which system calls this thread, and all that comes of it, may make.
 * https://docs.kernel.org/userspace-api/seccomp_filter.html
 */
import { ptr } from "bun:ffi";
import { checked, prctl } from "./libc.ts";
import {
  ABSENT,
  type Architecture,
  AUDIT_ARCHITECTURE,
  architecture,
  BY_ARGUMENT,
  numbersOf,
  OF_SOCKETS,
  REFUSED,
  X32_CALLS_FROM,
} from "./system-calls.ts";

const PR_SET_SECCOMP = 22;
const SECCOMP_MODE_FILTER = 2;

/** One instruction of a filter: code, jumps if true and if false (so many further), operand. */
type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, operand: number];

/** Where the filter finds what is called; of an argument its lower half, which is all that the kernel takes of an `int`. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number) => 16 + 8 * index;

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const ifEqual = (value: number, skip: number): Instruction => [0x15, skip, 0, value];
/** Each skips so many instructions unless its condition holds. */
const unlessEqual = (value: number, skip: number): Instruction => [0x15, 0, skip, value];
const unlessAtLeast = (value: number, skip: number): Instruction => [0x35, 0, skip, value];
const unlessBits = (bits: number, skip: number): Instruction => [0x45, 0, skip, bits];
const answer = (action: number): Instruction => [0x06, 0, 0, action];

const ALLOW = answer(0x7fff0000);
const KILL = answer(0x80000000);
const REFUSE = answer(0x00050000 | 1 /* EPERM */);
const BE_ABSENT = answer(0x00050000 | 38 /* ENOSYS */);

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
/** Asked for addresses of the machine when a name is looked up. */
const AF_NETLINK = 16;
const CLONE_THREAD = 0x10000;
/** Both type into a terminal, as if a person had. */
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;

/**
 * Refuses this thread the system calls of `system-calls.ts`: the network, other processes, mounts, the kernel's own.
 * @param localSockets whether Unix sockets may be made. @param network whether those of the Internet may, too.
 * @throws if the kernel takes no filter.
 */
export function restrictCalls({
  localSockets,
  network = false,
}: {
  localSockets: boolean;
  network?: boolean | undefined;
}): void {
  const families = network ? [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] : localSockets ? [AF_UNIX] : [];
  const filter = encode(instructions(architecture(), process.pid, families));
  const program = new DataView(new ArrayBuffer(16));
  program.setUint16(0, filter.byteLength / 8, true);
  program.setBigUint64(8, BigInt(ptr(filter)), true);
  checked("seccomp", prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ptr(program)));
}

function instructions(arch: Architecture, pid: number, families: readonly number[]): Instruction[] {
  const refused = [...numbersOf(REFUSED, arch), ...(families.length > 0 ? [] : numbersOf(OF_SOCKETS, arch))];
  const numberOf = (call: keyof typeof BY_ARGUMENT) => BY_ARGUMENT[call][arch === "x64" ? 0 : 1];
  const onlyTo = (call: keyof typeof BY_ARGUMENT, argumentIndex: number, ...values: number[]) =>
    byArgument(numberOf(call), argumentIndex, [
      ...values.flatMap((value) => [unlessEqual(value, 1), ALLOW]),
      REFUSE,
    ]);
  return [
    load(ARCHITECTURE),
    ifEqual(AUDIT_ARCHITECTURE[arch], 1),
    KILL,
    load(NUMBER),
    unlessAtLeast(X32_CALLS_FROM, 1),
    KILL,
    ...refused.flatMap((number) => [unlessEqual(number, 1), REFUSE]),
    ...numbersOf(ABSENT, arch).flatMap((number) => [unlessEqual(number, 1), BE_ABSENT]),
    ...onlyTo("socket", 0, ...families),
    ...onlyTo("socketpair", 0, AF_UNIX),
    // Threads, but no processes.
    ...byArgument(numberOf("clone"), 0, [unlessBits(CLONE_THREAD, 1), ALLOW, REFUSE]),
    // Signals to itself: its number stays when it executes the program that follows.
    ...(["kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"] as const).flatMap((call) =>
      onlyTo(call, 0, pid),
    ),
    ...onlyTo("prlimit64", 0, 0, pid),
    ...byArgument(numberOf("ioctl"), 1, [
      unlessEqual(TIOCSTI, 1),
      REFUSE,
      unlessEqual(TIOCLINUX, 1),
      REFUSE,
      ALLOW,
    ]),
    ALLOW,
  ];
}

/** For one call: what its argument decides. */
function byArgument(number: number, index: number, decision: readonly Instruction[]): Instruction[] {
  return [unlessEqual(number, decision.length + 1), load(argument(index)), ...decision];
}

function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  for (const [index, [code, jumpTrue, jumpFalse, operand]] of program.entries()) {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, jumpTrue);
    bytes.setUint8(index * 8 + 3, jumpFalse);
    bytes.setUint32(index * 8 + 4, operand, true);
  }
  return new Uint8Array(bytes.buffer);
}
