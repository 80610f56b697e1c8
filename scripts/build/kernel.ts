/** `bun run kernel`: compiles the resampler's inner loop. The result is checked in, so that nothing but Bun is needed to run. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "assemblyscript/asc";

const FOLDER = join(import.meta.dir, "../../src/audio/resampling");

/** The WebAssembly module of `kernel.as.ts`. @throws Error with the compiler's messages. */
export async function compileKernel(): Promise<Uint8Array> {
  let wasm: Uint8Array | undefined;
  const options = ["-O3", "--runtime", "stub", "--enable", "simd", "--noAssert"];
  const { error, stderr } = await main(["kernel.as.ts", "--outFile", "kernel.wasm", ...options], {
    readFile: (name) => (name === "kernel.as.ts" ? readFileSync(join(FOLDER, name), "utf8") : null),
    writeFile: (_, content) => {
      wasm = content as Uint8Array;
    },
    listFiles: () => [],
  });
  if (error || !wasm) throw new Error(`kernel.as.ts does not compile: ${stderr}`, { cause: error });
  return wasm;
}

if (import.meta.main) writeFileSync(join(FOLDER, "kernel.wasm"), await compileKernel());
