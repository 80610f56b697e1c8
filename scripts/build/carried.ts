/**
 * Files that an executable carries compressed: onnxruntime, and the networks and tokens of `moonshine-tiny-en`, which saves 27 MB.
 * `src/lib/unpack.ts` unpacks it, once. sherpa-onnx's own library stays as it is, so that `inspect.ts` can look into it.
 */
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { moonshineFiles } from "../../src/packs/moonshine/files.ts";

/** For these files better than 19 would do, in a twentieth of its time. */
const LEVEL = 12;
const COMPRESSED = /(?:\/libonnxruntime\.so|\/moonshine-tiny-en-[0-9a-f]+\/(?:.*\.onnx|tokens\.txt))$/;

export function asCarried(path: string): Uint8Array {
  const content = readFileSync(path);
  return COMPRESSED.test(path) ? Bun.zstdCompressSync(content, { level: LEVEL }) : content;
}

/** The sizes of the compressed files before, by name. */
export function unpackedBytes(onnxRuntime: string): Record<string, number> {
  const paths = [onnxRuntime, ...moonshineFiles().map(({ source }) => source)];
  const compressed = paths.filter((path) => COMPRESSED.test(path));
  return Object.fromEntries(compressed.map((path) => [basename(path), statSync(path).size]));
}
