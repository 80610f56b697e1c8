/** Where the files of `moonshine-tiny-en` come from: inside the executable, or out of the packages of a clone. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isCompiled } from "../../lib/self-command.ts";
import type { CarriedFile } from "../../lib/unpack.ts";
import { writeWhole } from "../../lib/write-whole.ts";
import { manifestFiles, manifestSchema } from "../manifest.ts";
import { lighterDecoder } from "./lighter-decoder.ts";
import { tellingDoubt } from "./telling-doubt.ts";
import { moonshineTokens } from "./tokens.ts";

/** Not part of literal paths: a bundler would write the absolute path of this machine in their place. */
const ROOT = "../../..";
const NETWORKS_PACKAGE = "@moonshine-ai/moonshine-js";
const VOCABULARY_PACKAGE = "llama-tokenizer-js";

const DECODER = "decoder_model_merged.onnx";
/** As its package has it: the one network that is changed. */
const PUBLISHED_DECODER_SHA256 = "eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367";

let assembled: readonly CarriedFile[] | null = null;

/** @throws Error in a clone as `assembleMoonshine` does. */
export function moonshineFiles(): readonly CarriedFile[] {
  if (isCompiled()) return require("./embedded.ts").embedded;
  assembled ??= assembleMoonshine(NETWORKS_PACKAGE, join(import.meta.dir, ROOT, "node_modules/.cache/tiro"));
  return assembled;
}

/**
 * All of the pack in one folder, because a recognizer's process may read no other; put together once.
 * @param networks the package that holds both networks, by name or path.
 * @throws Error if a package is missing, or holds another file than `pack.json` names.
 */
export function assembleMoonshine(networks: string, cache: string): CarriedFile[] {
  const written = join(import.meta.dir, ROOT, "models/moonshine-tiny-en");
  const manifest = readFileSync(join(written, "pack.json"));
  const folder = join(cache, `moonshine-tiny-en-${sha256(manifest).slice(0, 12)}`);
  const named = manifestFiles(manifestSchema.parse(JSON.parse(manifest.toString())));
  const files = ["pack.json", ...named.map(({ path }) => path)].map((name) => ({
    name,
    source: join(folder, name),
  }));
  const networkFolder = join(packageFolder(networks), "dist/model/tiny/quantized");
  const vocabulary = packageFolder(VOCABULARY_PACKAGE);
  if (files.every(({ source }) => existsSync(source))) return files;
  mkdirSync(folder, { recursive: true });
  for (const { path, sha256: expected } of named) {
    const content = path.endsWith(".onnx")
      ? networkFrom(networkFolder, path)
      : path === "tokens.txt"
        ? Buffer.from(moonshineTokens(require(vocabulary).default.vocabById))
        : readFileSync(join(written, path));
    requireContent(path, content, expected);
    writeWhole(join(folder, path), content);
  }
  writeWhole(join(folder, "pack.json"), manifest);
  return files;
}

function networkFrom(folder: string, name: string): Uint8Array {
  const published = readFileSync(join(folder, name));
  if (name !== DECODER) return published;
  requireContent(name, published, PUBLISHED_DECODER_SHA256);
  return tellingDoubt(lighterDecoder(published));
}

function requireContent(name: string, content: Uint8Array, expected: string): void {
  const found = sha256(content);
  if (found !== expected)
    throw new Error(`moonshine-tiny-en: ${name} has the SHA-256 ${found} instead of ${expected}`);
}

function packageFolder(name: string): string {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch (cause) {
    const message = `The package ${name}, of which the English recognizer is made, is missing: run bun install.`;
    throw new Error(message, { cause });
  }
}

function sha256(content: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(content).digest("hex");
}
