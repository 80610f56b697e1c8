/**
 * `moonshine-tiny-en` as an executable carries it: networks and tokens are compressed, which saves 7 MB, and unpacked by
 * `src/packs/moonshine/embedded.ts`.
 */
import { readFileSync, statSync } from "node:fs";
import { moonshineFiles } from "../../src/packs/moonshine/files.ts";

const COMPRESSED = /(?:\.onnx|tokens\.txt)$/;

export function asCarried(path: string): Uint8Array {
  const content = readFileSync(path);
  return COMPRESSED.test(path) ? Bun.zstdCompressSync(content, { level: 19 }) : content;
}

/** Before compression, by name. */
export function moonshineBytes(): Record<string, number> {
  return Object.fromEntries(moonshineFiles().map(({ name, source }) => [name, statSync(source).size]));
}
