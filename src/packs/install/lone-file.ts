/** A model that is one file without a pack around it: Whisper in whisper.cpp's format, which says itself what it holds. */
import { statSync } from "node:fs";
import { basename, extname } from "node:path";
import { limits } from "../../config/limits.ts";
import { OperatorError } from "../../lib/errors.ts";
import { STORAGE } from "../../lib/whisper-file/layout.ts";
import {
  checkWhisperFile,
  isWhisperFile,
  languagesOf,
  readWhisperSizes,
  WhisperFileError,
} from "../../lib/whisper-file/read.ts";
import { type CatalogueEntry, catalogueEntry } from "../catalogue.ts";
import { type Pack, packFiles } from "../load-pack.ts";

const KIND = "whisper_ggml";

/**
 * An entry as of the catalogue for the file; its own entry if that is of the same name and languages.
 * Null for anything else than such a model.
 * @throws OperatorError `pack_damaged` if it only begins as one.
 */
export function loneFileEntry(path: string): CatalogueEntry | null {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile() || !isWhisperFile(path)) return null;
  const sizes = undamaged(path, () => readWhisperSizes(path));
  const languages = [...languagesOf(sizes)];
  const name = basename(path, extname(path));
  const id = idOf(name);
  const known = catalogueEntry(id);
  if (known?.kind === KIND && String(known.languages) === String(languages)) return known;
  const layers = `${sizes.audioLayers} and ${sizes.textLayers} layers of ${sizes.audioWidth}`;
  return {
    id,
    version: "1.0.0",
    description: `Whisper model in whisper.cpp's format: ${layers}, ${STORAGE[sizes.storage]?.name} weights.`,
    kind: KIND,
    languages,
    licence: "not confirmed",
    licence_note: "The licence was not confirmed: read it where the file came from.",
    sources: [`file:///${basename(path)}`],
    megabytes: null,
    sha256: null,
    files: { model: `${id}.bin` },
    decoding: { longest_input_seconds: 30 },
    best_on: "cpu",
  };
}

/** @throws OperatorError `pack_damaged` if the pack's model is cut short, or not what its header says. */
export function requireWholeModel(pack: Pack): void {
  const { model } = packFiles(pack);
  if (pack.manifest.kind === KIND && model !== undefined) undamaged(model, () => checkWhisperFile(model));
}

function undamaged<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof WhisperFileError)) throw cause;
    throw new OperatorError("pack_damaged", "The model is damaged.", {
      cause,
      hint: `${basename(path)}: ${cause.message}. Nothing was installed; copy it again.`,
    });
  }
}

/** Lower-case words with hyphens. */
function idOf(name: string): string {
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9._]+/)
    .filter((word) => /[a-z0-9]/.test(word));
  const [first = "", ...others] = words;
  return (
    [first.replace(/[^a-z0-9]/g, ""), ...others].join("-").slice(0, limits.packIdChars) || "whisper-ggml"
  );
}
