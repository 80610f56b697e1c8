/** Requirements of the machine. */
import { dirname } from "node:path";
import { carriedLibraries, prepareNativeLibraries } from "../../../native/libraries.ts";
import type { Config } from "../../config/schema.ts";
import { deviceName } from "../../engine/device.ts";
import { cpuFlags } from "../../lib/cpu-flags.ts";
import { isCompiled } from "../../lib/self-command.ts";
import { isSameContent } from "../../lib/unpack.ts";
import { type Finding, fail, ok, warn } from "./check.ts";

/** The newest symbol version that the native files ask for (better-sqlite3's; `objdump -T`). */
const GLIBC_NEEDED = "2.34";

/** Without these onnxruntime falls back to code that is several times slower. */
const FAST_CPU_FLAGS: Record<string, string[]> = {
  x64: ["avx2", "fma", "f16c"],
  arm64: ["asimd", "asimddp"],
};

export function checkCpu(arch: string = process.arch, flags: ReadonlySet<string> = cpuFlags()): Finding {
  const missing = (FAST_CPU_FLAGS[arch] ?? []).filter((flag) => !flags.has(flag));
  if (missing.length === 0) return ok(`${arch} with ${FAST_CPU_FLAGS[arch]?.join(", ")}`);
  return warn(
    `${arch} without ${missing.join(", ")}`,
    "Recognition works but is slow. In a virtual machine, let the host's CPU features through.",
  );
}

export function checkGlibc(found: string | undefined = runningGlibc()): Finding {
  if (found !== undefined && found.localeCompare(GLIBC_NEEDED, "en", { numeric: true }) >= 0)
    return ok(`${found} (at least ${GLIBC_NEEDED} is needed)`);
  return fail(
    found === undefined ? "this system has no glibc" : `${found}, but at least ${GLIBC_NEEDED} is needed`,
    "Use Debian 12, Ubuntu 22.04, RHEL 9 or a newer release; Alpine and other musl systems are not supported.",
  );
}

function runningGlibc(): string | undefined {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime;
}

/** Compares the unpacked libraries with those in the executable, byte for byte. */
export function checkLibraries(
  dataDir: string,
  { native_dir: nativeDir, provider }: Config["engine"],
): Finding {
  const { sherpaAddonPath } = prepareNativeLibraries({
    dataDir,
    provider,
    ...(nativeDir === undefined ? {} : { nativeDir }),
  });
  const device =
    provider === "cuda" ? `; for ${deviceName(provider) ?? "a GPU that the driver does not name"}` : "";
  if (!isCompiled()) return ok(`from node_modules: ${dirname(sherpaAddonPath)}${device}`);
  const { files, folder } = carriedLibraries(dataDir);
  const damaged = files.filter((file) => !isSameContent(file, folder)).map((file) => file.name);
  if (damaged.length > 0)
    return fail(
      `damaged in ${folder}: ${damaged.join(", ")}`,
      `Delete ${folder}; the next start restores it. Then check the disk.`,
    );
  const overlay = nativeDir === undefined ? "" : `, overlaid from ${nativeDir}`;
  return ok(`${files.length} files intact in ${folder}${overlay}${device}`);
}
