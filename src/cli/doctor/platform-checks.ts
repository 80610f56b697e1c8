/** Requirements of the machine. */
import { dirname } from "node:path";
import { carriedLibraries, prepareNativeLibraries } from "../../../native/libraries.ts";
import type { Config } from "../../config/schema.ts";
import { deviceName } from "../../engine/device.ts";
import { cpuFlags } from "../../lib/cpu-flags.ts";
import { isCompiled } from "../../lib/self-command.ts";
import { isSameContent } from "../../lib/unpack.ts";
import type { CheckResult } from "./check.ts";

/** The newest symbol version that the native files ask for (better-sqlite3's; `objdump -T`). */
const GLIBC_NEEDED = "2.34";

/** Without these onnxruntime falls back to code that is several times slower. */
const FAST_CPU_FLAGS: Record<string, string[]> = {
  x64: ["avx2", "fma", "f16c"],
  arm64: ["asimd", "asimddp"],
};

export function checkCpu(arch: string = process.arch, flags: ReadonlySet<string> = cpuFlags()): CheckResult {
  const missing = (FAST_CPU_FLAGS[arch] ?? []).filter((flag) => !flags.has(flag));
  if (missing.length === 0)
    return { name: "cpu", status: "ok", detail: `${arch} with ${FAST_CPU_FLAGS[arch]?.join(", ")}` };
  return {
    name: "cpu",
    status: "warn",
    detail: `${arch} without ${missing.join(", ")}`,
    advice: "Recognition works but is slow. In a virtual machine, let the host's CPU features through.",
  };
}

export function checkGlibc(found: string | undefined = runningGlibc()): CheckResult {
  const name = "glibc";
  if (found !== undefined && found.localeCompare(GLIBC_NEEDED, "en", { numeric: true }) >= 0)
    return { name, status: "ok", detail: `${found} (at least ${GLIBC_NEEDED} is needed)` };
  return {
    name,
    status: "fail",
    detail:
      found === undefined ? "this system has no glibc" : `${found}, but at least ${GLIBC_NEEDED} is needed`,
    advice:
      "Use Debian 12, Ubuntu 22.04, RHEL 9 or a newer release; Alpine and other musl systems are not supported.",
  };
}

function runningGlibc(): string | undefined {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime;
}

/** Compares the unpacked libraries with those in the executable, byte for byte. */
export function checkLibraries(
  dataDir: string,
  { native_dir: nativeDir, provider }: Config["engine"],
): CheckResult {
  const name = "libraries";
  const { sherpaAddonPath } = prepareNativeLibraries({
    dataDir,
    provider,
    ...(nativeDir === undefined ? {} : { nativeDir }),
  });
  const device =
    provider === "cuda" ? `; for ${deviceName(provider) ?? "a GPU that the driver does not name"}` : "";
  if (!isCompiled())
    return { name, status: "ok", detail: `from node_modules: ${dirname(sherpaAddonPath)}${device}` };
  const { files, folder } = carriedLibraries(dataDir);
  const damaged = files.filter((file) => !isSameContent(file, folder)).map((file) => file.name);
  if (damaged.length > 0)
    return {
      name,
      status: "fail",
      detail: `damaged in ${folder}: ${damaged.join(", ")}`,
      advice: `Delete ${folder}; the next start restores it. Then check the disk.`,
    };
  const overlay = nativeDir === undefined ? "" : `, overlaid from ${nativeDir}`;
  return { name, status: "ok", detail: `${files.length} files intact in ${folder}${overlay}${device}` };
}
