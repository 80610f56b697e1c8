/** Small real packs under other names: the starter's model, said to be for other languages, whole or damaged. */
import { constants, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeLanguageIdentification } from "../engine/models/language-identification.ts";
import { writePunctuation } from "../engine/models/punctuation.ts";

const STARTER = join(import.meta.dir, "../../models/starter-en");

export interface PackOptions {
  version?: string;
  /** A model that no recognizer loads, of the right size. */
  broken?: boolean;
}

/** Installs a pack as `tiro models install` does: it appears whole, by a rename. */
export function installPack(
  modelsDir: string,
  id: string,
  languages: string[],
  { version = "1.0.0", broken = false }: PackOptions = {},
): void {
  const manifest = JSON.parse(readFileSync(join(STARTER, "pack.json"), "utf8"));
  const folder = join(modelsDir, `.${id}-${version}.tmp`);
  mkdirSync(folder, { recursive: true });
  for (const name of ["model.onnx", "tokens.txt", "words.bin", "check.wav", "MODEL_CARD.md"])
    copyFileSync(join(STARTER, name), join(folder, name), constants.COPYFILE_FICLONE);
  if (broken) writeFileSync(join(folder, "model.onnx"), Buffer.alloc(manifest.files.model.bytes, "x"));
  writeFileSync(join(folder, "pack.json"), JSON.stringify({ ...manifest, id, version, languages }));
  renameSync(folder, join(modelsDir, `${id}-${version}`));
}

/** A pack that hears one and the same language in all speech: en, de, fr or zh. */
export function installIdentification(modelsDir: string, language: string): void {
  const folder = join(modelsDir, ".identification.tmp");
  mkdirSync(folder, { recursive: true });
  writeLanguageIdentification(folder, language);
  const file = fileIn(folder);
  const manifest = {
    id: "own-identification",
    version: "1.0.0",
    description: "Hears one language.",
    kind: "whisper_language_identification",
    languages: ["en", "de", "fr", "zh"],
    sample_rate: 16_000,
    files: { encoder: file("encoder.onnx"), decoder: file("decoder.onnx") },
    licence: "Apache-2.0",
    source: "Made by a test.",
  };
  writeFileSync(join(folder, "pack.json"), JSON.stringify(manifest));
  renameSync(folder, join(modelsDir, "own-identification-1.0.0"));
}

/** A pack that sets marks by words alone, in the languages given; its model is as `PackOptions` say. */
export function installPunctuation(
  modelsDir: string,
  id: string,
  languages: string[],
  { version = "1.0.0", broken = false }: PackOptions = {},
): void {
  const folder = join(modelsDir, `.${id}.tmp`);
  mkdirSync(folder, { recursive: true });
  writePunctuation(folder);
  if (broken) writeFileSync(join(folder, "model.onnx"), "x".repeat(1000));
  const file = fileIn(folder);
  const manifest = {
    id,
    version,
    description: "Sets marks by words alone.",
    kind: "online_punctuation",
    languages,
    sample_rate: 16_000,
    files: { model: file("model.onnx"), bpe_vocab: file("bpe.vocab") },
    licence: "Apache-2.0",
    source: "Made by a test.",
  };
  writeFileSync(join(folder, "pack.json"), JSON.stringify(manifest));
  renameSync(folder, join(modelsDir, `${id}-${version}`));
}

function fileIn(folder: string) {
  return (path: string) => {
    const content = readFileSync(join(folder, path));
    const sha256 = new Bun.CryptoHasher("sha256").update(content).digest("hex");
    return { path, sha256, bytes: content.byteLength };
  };
}

export function uninstallPack(modelsDir: string, id: string, version = "1.0.0"): void {
  rmSync(join(modelsDir, `${id}-${version}`), { recursive: true });
}
