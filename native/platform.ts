/** Where tiro's native libraries run. From a clone, anybody's machine may call it; an executable is built for its platform. */
import { existsSync, readFileSync } from "node:fs";
import { OperatorError } from "../src/lib/errors.ts";

export interface Machine {
  platform: string;
  arch: string;
  /** The C library of the running program; a Bun for musl loads no libraries for glibc. */
  isMusl: boolean;
}

const NAMES: Readonly<Record<string, string>> = { darwin: "macOS", win32: "Windows", linux: "Linux" };
const ARCHITECTURES = ["x64", "arm64"] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

/**
 * Returns its processor's architecture.
 * @throws OperatorError `platform_unsupported` on any other than Linux with glibc, x86-64 or arm64.
 */
export function requirePlatform(machine: Machine = thisMachine()): Architecture {
  const { platform, arch, isMusl } = machine;
  const architecture = ARCHITECTURES.find((each) => each === arch);
  if (platform === "linux" && architecture && !isMusl) return architecture;
  const found = `${NAMES[platform] ?? platform} on ${arch}${isMusl ? " with musl" : ""}`;
  throw new OperatorError(
    "platform_unsupported",
    `tiro runs on Linux with glibc, on x64 (x86-64) or arm64; this is ${found}.`,
    {
      hint: "Use Debian 12, Ubuntu 22.04, RHEL 9 or a later release, also in a container or a virtual machine.",
    },
  );
}

const OWN_LIBRARIES = "/proc/self/maps";

function thisMachine(): Machine {
  const isMusl = existsSync(OWN_LIBRARIES) && /\/ld-musl-/.test(readFileSync(OWN_LIBRARIES, "latin1"));
  return { platform: process.platform, arch: process.arch, isMusl };
}
