/** The few calls of the C library that no API of Bun's covers. All are the same on x86-64 and arm64. */
import { dlopen, ptr, read } from "bun:ffi";

const SYMBOLS = {
  prctl: { args: ["i32", "u64", "u64", "u64", "u64"], returns: "i32" },
  syscall: { args: ["i64", "u64", "u64", "u64", "u64"], returns: "i64" },
  setrlimit: { args: ["i32", "ptr"], returns: "i32" },
  dup: { args: ["i32"], returns: "i32" },
  open: { args: ["ptr", "i32", "i32"], returns: "i32" },
  socket: { args: ["i32", "i32", "i32"], returns: "i32" },
  execve: { args: ["ptr", "ptr", "ptr"], returns: "i32" },
  __errno_location: { args: [], returns: "ptr" },
} as const;

const { symbols } = dlopen("libc.so.6", SYMBOLS);

export function prctl(option: number, ...args: (number | bigint)[]): number {
  const [a = 0, b = 0, c = 0, d = 0] = args;
  return symbols.prctl(option, a, b, c, d);
}

export function syscall(number: number, ...args: (number | bigint)[]): number {
  const [a = 0, b = 0, c = 0, d = 0] = args;
  return Number(symbols.syscall(number, a, b, c, d));
}

export function setrlimit(resource: number, bytes: bigint): number {
  return symbols.setrlimit(resource, ptr(BigUint64Array.of(bytes, bytes)));
}

/** A second descriptor for the same, which stays open across `execve`; those that Bun opens do not. */
export function dup(fd: number): number {
  return symbols.dup(fd);
}

/** Returns only if it fails. */
export function execve(command: readonly string[], environment: Readonly<Record<string, string>>): void {
  const path = cString(command[0] ?? "");
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const [argv, envp] = [cStrings(command), cStrings(variables)];
  symbols.execve(ptr(path), ptr(argv.pointers), ptr(envp.pointers));
  // Everything that the pointers lead to must live until here.
  void [path, argv, envp];
}

const O_RDONLY = 0;
const O_WRONLY_CREAT = 0o101;

/** @throws if the C library is refused it. */
export function nativeOpen(path: string, forWriting: boolean): void {
  succeeded(symbols.open(ptr(cString(path)), forWriting ? O_WRONLY_CREAT : O_RDONLY, 0o600));
}

/** An internet socket. @throws if the C library is refused it. */
export function nativeSocket(): void {
  const [AF_INET, SOCK_STREAM] = [2, 1];
  succeeded(symbols.socket(AF_INET, SOCK_STREAM, 0));
}

function succeeded(result: number): void {
  if (result < 0) throw Object.assign(new Error(`errno ${errno()}`), { code: `errno ${errno()}` });
}

/** Of the call that failed last. */
export function errno(): number {
  const location = symbols.__errno_location();
  return location === null ? 0 : read.i32(location);
}

/** @throws if the call failed. */
export function checked(what: string, result: number): number {
  if (result < 0) throw new Error(`${what} failed with errno ${errno()}`);
  return result;
}

function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

/** A list of pointers that ends with null, as C takes arguments and variables. */
function cStrings(texts: readonly string[]) {
  const strings = texts.map(cString);
  return { strings, pointers: BigUint64Array.from([...strings.map((each) => BigInt(ptr(each))), 0n]) };
}
