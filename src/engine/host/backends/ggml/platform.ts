/** Where whisper.cpp's library can run: it is built for one kind of processor, and on another would end the process. */
import { cpuFlags } from "../../../../lib/cpu-flags.ts";

const NEEDED_FLAGS = ["avx2", "fma", "f16c", "bmi2"];

/**
 * @param libraryPath null if the platform has no such library.
 * @throws if the library is missing or the processor lacks what it is built for.
 */
export function requirePlatform(
  libraryPath: string | null,
  { arch = process.arch as string, flags = cpuFlags() } = {},
): string {
  if (libraryPath === null || arch !== "x64")
    throw new Error(
      `models of the kind whisper_ggml run on x86-64 alone, and this is ${arch}; install a pack of the kind whisper`,
    );
  const missing = NEEDED_FLAGS.filter((flag) => !flags.has(flag));
  if (missing.length > 0)
    throw new Error(
      `models of the kind whisper_ggml need a processor with ${NEEDED_FLAGS.join(", ")}; this one lacks ${missing.join(", ")}. ` +
        "In a virtual machine, let the host's CPU features through, or install a pack of the kind whisper",
    );
  return libraryPath;
}
