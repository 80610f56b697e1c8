/** `bun run kernel`: compiles the resampler's inner loop. The result is checked in: running tiro takes no compiler. */
import { basename, dirname, join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const SOURCE = join(ROOT, "src/audio/resampling/kernel.as.ts");
const COMPILER = join(ROOT, "node_modules/assemblyscript/bin/asc.js");
const OPTIONS = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd"];

/** Writes the WebAssembly module. @throws Error with the compiler's messages. */
export function compileKernel(outfile: string): void {
  const command = [process.execPath, COMPILER, basename(SOURCE), "--outFile", outfile, ...OPTIONS];
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd: dirname(SOURCE) });
  if (exitCode !== 0) throw new Error(`the resampler's kernel does not compile: ${stderr}`);
}

if (import.meta.main) compileKernel(SOURCE.replace(/as\.ts$/, "wasm"));
