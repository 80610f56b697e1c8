import { readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { z } from "zod";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { type Manifest, manifestFiles, manifestSchema } from "./manifest.ts";

/** A pack on disk whose manifest is valid and whose files are there with the right sizes. */
export interface Pack {
  /** `id@version`. */
  name: string;
  manifest: Manifest;
  /** Absolute, links resolved. */
  folder: string;
}

/** A model as the recognizer loads it; paths are absolute. */
export interface PackModel {
  id: string;
  kind: Manifest["kind"];
  files: Record<string, string>;
  sampleRate: number;
  featureDim: number;
  languages: string[];
  longestInputSeconds: number;
  /** The pack's check recording. */
  warmUpRecording: string;
}

/** Reads and checks a pack's folder, all but the checksums. Throws `no_model_installed` with the reason as hint. */
export function loadPack(folder: string): Pack {
  try {
    const root = realpathSync(folder);
    const manifest = readManifest(join(root, "pack.json"));
    for (const file of manifestFiles(manifest)) requireFile(root, file.path, file.bytes);
    return { name: `${manifest.id}@${manifest.version}`, manifest, folder: root };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TiroError("no_model_installed", "The model pack cannot be used.", {
      cause,
      hint: `${folder}: ${reason}. Copy the pack again, or choose another with models.pack.`,
    });
  }
}

export function packModel(pack: Pack): PackModel {
  const { name, manifest, folder } = pack;
  return {
    id: name,
    kind: manifest.kind,
    files: Object.fromEntries(
      Object.entries(manifest.files).map(([role, file]) => [role, join(folder, file.path)]),
    ),
    sampleRate: manifest.sample_rate,
    featureDim: manifest.decoding.feature_dim,
    languages: manifest.languages,
    longestInputSeconds: manifest.decoding.longest_input_seconds,
    warmUpRecording: packCheck(pack).audioPath,
  };
}

/** The recording that comes with the pack (16 kHz mono PCM16 WAV) and the words in it. */
export function packCheck({ manifest, folder }: Pack): { audioPath: string; text: string } {
  return { audioPath: join(folder, manifest.check.audio.path), text: manifest.check.text };
}

function readManifest(path: string): Manifest {
  if (statSync(path).size > limits.packManifestBytes)
    throw new Error(`pack.json is larger than ${limits.packManifestBytes} bytes`);
  const parsed = manifestSchema.safeParse(JSON.parse(readFileSync(path, "utf8")));
  if (!parsed.success) throw new Error(`pack.json is not valid: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Links inside a pack may not lead out of it either. */
function requireFile(root: string, path: string, bytes: number): void {
  const real = realpathSync(join(root, path));
  if (!real.startsWith(root + sep)) throw new Error(`${path} leads out of the pack`);
  const found = statSync(real);
  if (!found.isFile()) throw new Error(`${path} is not a file`);
  if (found.size !== bytes) throw new Error(`${path} has ${found.size} bytes instead of ${bytes}`);
}
