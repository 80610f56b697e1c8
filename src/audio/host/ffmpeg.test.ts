import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../config/limits.ts";

const MODULE = readFileSync(join(import.meta.dir, "ffmpeg.wasm"));
const NOTICES = readFileSync(join(import.meta.dir, "../../../native/licences/carried.md"), "utf8");
const PAGE_BYTES = 64 * 1024;

test("the module takes memory up to its limit and no more", () => {
  const module = new WebAssembly.Module(MODULE);
  const names = WebAssembly.Module.imports(module);
  const ofNamespace = (namespace: string) => names.filter((one) => one.module === namespace);
  const imports = Object.fromEntries(
    names.map(({ module }) => [
      module,
      Object.fromEntries(ofNamespace(module).map(({ name }) => [name, () => 8])),
    ]),
  );
  const memory = new WebAssembly.Instance(module, imports).exports.memory as WebAssembly.Memory;
  memory.grow((limits.mediaModuleBytes - memory.buffer.byteLength) / PAGE_BYTES);
  expect(memory.buffer.byteLength).toBe(limits.mediaModuleBytes);
  expect(() => memory.grow(1)).toThrow();
});

test("the module is the one that the notices name", () => {
  expect(NOTICES).toContain(new Bun.CryptoHasher("sha256").update(MODULE).digest("hex"));
});
