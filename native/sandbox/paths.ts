/** System files that every child process may read, and those that CUDA adds. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { SandboxPolicy } from "../../src/lib/sandbox.ts";
import { isCompiled } from "../../src/lib/self-command.ts";
import { type PathRule, RIGHTS } from "./landlock.ts";

/** Shared libraries, the time zone, and what the program asks about the machine when it starts. */
const SYSTEM = [
  "/lib",
  "/lib64",
  "/usr/lib",
  "/usr/lib64",
  "/etc/ld.so.cache",
  "/etc/localtime",
  "/usr/share/zoneinfo",
  "/dev/urandom",
  "/dev/random",
  "/dev/zero",
  "/proc/cpuinfo",
  "/proc/meminfo",
  "/proc/stat",
  "/proc/sys/vm",
  "/sys/devices/system",
  "/sys/fs/cgroup",
  "/sys/kernel/mm",
];
/** In a clone, what the program is made of. */
const SOURCES = ["src", "native", "models", "node_modules", "package.json", "tsconfig.json", "bunfig.toml"];

/** To find a host by its name. */
const NAMES = [
  "/etc/hosts",
  "/etc/resolv.conf",
  "/etc/nsswitch.conf",
  "/etc/gai.conf",
  "/etc/host.conf",
  "/etc/ssl",
  "/run/systemd/resolve",
];

const CUDA = [
  "/usr/local",
  "/opt/cuda",
  "/opt/nvidia",
  "/usr/share/nvidia",
  "/proc/devices",
  "/proc/driver",
  "/proc/modules",
  "/sys/bus",
  "/sys/class",
  "/sys/devices",
  "/sys/module",
];
/** Of a driver on a server, on a Jetson, and under Windows. Names such as `nvme0` are disks. */
const CUDA_DEVICES = /^(nvidia|nvhost|nvmap$|nvsciipc$|dxg$|dri$)/;

/** @param environment of the process, for what it says about CUDA. */
export function pathRules(
  {
    readable,
    writable = [],
    network = false,
    cuda,
  }: Pick<SandboxPolicy, "readable" | "writable" | "network" | "cuda">,
  environment: Readonly<Record<string, string | undefined>>,
): PathRule[] {
  return [
    ...[...SYSTEM, ...(network ? NAMES : []), ...readable].map(read),
    ...writable.map((path) => ({ path, rights: RIGHTS.keep })),
    ...(isCompiled() ? [] : cloneRules()),
    ...[process.execPath, loader()].map((path) => ({ path, rights: RIGHTS.run })),
    { path: "/dev/null", rights: RIGHTS.device },
    { path: "/proc/self", rights: RIGHTS.read, hold: true },
    ...(cuda ? cudaRules(environment) : []),
  ];
}

/**
 * The dynamic loader, which the kernel runs together with the program, as it runs in this process.
 * @throws if there is none.
 */
function loader(): string {
  const [path] = /\/\S+\/ld-linux\S+$/m.exec(readFileSync("/proc/self/maps", "utf8")) ?? [];
  if (path === undefined) throw new Error("no dynamic loader is mapped");
  return path;
}

/** Bun lists the folders above a source file when it looks for packages. */
function cloneRules(): PathRule[] {
  const root = join(import.meta.dir, "../..");
  return [{ path: root, rights: RIGHTS.list }, ...SOURCES.map((name) => read(join(root, name)))];
}

function cudaRules(environment: Readonly<Record<string, string | undefined>>): PathRule[] {
  const { LD_LIBRARY_PATH = "", CUDA_CACHE_PATH } = environment;
  const libraries = LD_LIBRARY_PATH.split(delimiter).filter((path) => path !== "");
  const devices = existsSync("/dev") ? readdirSync("/dev").filter((name) => CUDA_DEVICES.test(name)) : [];
  return [
    ...[...CUDA, ...libraries].map(read),
    ...devices.map((name) => ({ path: join("/dev", name), rights: RIGHTS.device })),
    ...(CUDA_CACHE_PATH ? [{ path: CUDA_CACHE_PATH, rights: RIGHTS.write }] : []),
  ];
}

function read(path: string): PathRule {
  return { path, rights: RIGHTS.read };
}
