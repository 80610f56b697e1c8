import { readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { z } from "zod";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import {
  isRecognizer,
  type Manifest,
  manifestFiles,
  manifestSchema,
  modelFiles,
  type RecognizerManifest,
} from "./manifest.ts";

/** A pack on disk whose manifest is valid and whose files are there with the right sizes. */
export interface Pack {
  /** `id@version`. */
  name: string;
  manifest: Manifest;
  /** Absolute, links resolved. */
  folder: string;
}

/** Speech to try a model with: 16 kHz mono PCM16 WAV, and the words in it if the model recognizes their language. */
export interface CheckRecording {
  audioPath: string;
  text: string | null;
}

/** A pack that recognizes speech. */
export interface RecognizerPack extends Pack {
  manifest: RecognizerManifest;
}

/**
 * Reads and checks a pack's folder, all but the checksums.
 * @param shownAs how the reason calls the folder.
 * @throws `no_model_installed` with the reason as hint.
 */
export function loadPack(folder: string, shownAs = folder): Pack {
  try {
    const root = realpathSync(folder);
    if (!statSync(root).isDirectory())
      throw new Error(
        'it is a single file, not a folder with a pack.json. Install it with "tiro models install"',
      );
    const manifest = readManifest(join(root, "pack.json"));
    for (const file of manifestFiles(manifest)) requireFile(root, file.path, file.bytes);
    return { name: `${manifest.id}@${manifest.version}`, manifest, folder: root };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TiroError("no_model_installed", "The model pack cannot be used.", {
      cause,
      hint: `${shownAs}: ${reason}. Copy the pack again, or choose another with models.pack.`,
    });
  }
}

/** @throws `no_model_installed` if the pack is for something else than recognition. */
export function requireRecognizer(pack: Pack): RecognizerPack {
  const { manifest } = pack;
  if (isRecognizer(manifest)) return { ...pack, manifest };
  throw new TiroError("no_model_installed", "The configured model pack does not recognize speech.", {
    hint: `${pack.name} is of the kind ${manifest.kind}: choose a pack for recognition with models.pack.`,
  });
}

/** Absolute paths of the model's files, by role. */
export function packFiles({ manifest, folder }: Pack): Record<string, string> {
  return Object.fromEntries(
    Object.entries(modelFiles(manifest)).map(([role, file]) => [role, join(folder, file.path)]),
  );
}

function readManifest(path: string): Manifest {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) throw new Error("there is no pack.json in it");
  if (file.size > limits.packManifestBytes)
    throw new Error(`pack.json is larger than ${limits.packManifestBytes} bytes`);
  return parseManifest(readFileSync(path, "utf8"));
}

/** @throws Error that says what is wrong with it. */
export function parseManifest(text: string): Manifest {
  const parsed = manifestSchema.safeParse(parsedJson(text), { jitless: true });
  if (!parsed.success) throw new Error(`pack.json is not valid: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error("pack.json is not JSON", { cause });
  }
}

/** Links inside a pack may not lead out of it either. */
function requireFile(root: string, path: string, bytes: number): void {
  const real = realpathSync(join(root, path));
  if (!real.startsWith(root + sep)) throw new Error(`${path} leads out of the pack`);
  const found = statSync(real);
  if (!found.isFile()) throw new Error(`${path} is not a file`);
  if (found.size !== bytes) throw new Error(`${path} has ${found.size} bytes instead of ${bytes}`);
}
