/** The pack that ships inside the product. */
import { dirname, join, resolve } from "node:path";
import checkAudio from "../../models/starter-en/check.wav" with { type: "file" };
import card from "../../models/starter-en/MODEL_CARD.md" with { type: "file" };
import model from "../../models/starter-en/model.onnx" with { type: "file" };
import manifestFile from "../../models/starter-en/pack.json" with { type: "file" };
import tokens from "../../models/starter-en/tokens.txt" with { type: "file" };
import words from "../../models/starter-en/words.bin" with { type: "file" };
import { isCompiled } from "../lib/self-command.ts";
import { type CarriedFile, contentTag, unpackFiles } from "../lib/unpack.ts";
import { type CheckRecording, loadPack, type RecognizerPack, requireRecognizer } from "./load-pack.ts";

/** TypeScript takes the type of a JSON import from the file's content, whatever the attribute says. */
const manifestPath = manifestFile as unknown as string;

export const BUILTIN_PACK_ID = "starter-en";

export const builtinPackFiles: readonly CarriedFile[] = [
  { name: "MODEL_CARD.md", source: card },
  { name: "check.wav", source: checkAudio },
  { name: "model.onnx", source: model },
  { name: "pack.json", source: manifestPath },
  { name: "tokens.txt", source: tokens },
  { name: "words.bin", source: words },
];

/**
 * The folder of the built-in pack, unpacked first where it comes out of the executable.
 * Throws `storage_full` or `internal_error` where the data folder cannot take it.
 */
export function builtinPackFolder(dataDir: string): string {
  if (!isCompiled()) return dirname(manifestPath);
  const folder = join(
    resolve(dataDir),
    "models",
    ".builtin",
    `${BUILTIN_PACK_ID}-${contentTag(builtinPackFiles)}`,
  );
  unpackFiles(builtinPackFiles, folder);
  return folder;
}

/** The pack's own recording, or the built-in pack's, which is English. */
export function checkRecording({ manifest, folder }: RecognizerPack, dataDir: string): CheckRecording {
  const { check, languages } = manifest;
  if (check) return { audioPath: join(folder, check.audio.path), text: check.text };
  const builtin = requireRecognizer(loadPack(builtinPackFolder(dataDir)));
  if (!builtin.manifest.check) throw new Error("the built-in pack has no recording");
  const { audio, text } = builtin.manifest.check;
  return { audioPath: join(builtin.folder, audio.path), text: languages.includes("en") ? text : null };
}
