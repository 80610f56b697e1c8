/** The packs that ship inside the product. */
import { dirname, join, resolve } from "node:path";
import checkAudio from "../../models/starter-en/check.wav" with { type: "file" };
import card from "../../models/starter-en/MODEL_CARD.md" with { type: "file" };
import model from "../../models/starter-en/model.onnx" with { type: "file" };
import manifestFile from "../../models/starter-en/pack.json" with { type: "file" };
import tokens from "../../models/starter-en/tokens.txt" with { type: "file" };
import words from "../../models/starter-en/words.bin" with { type: "file" };
import punctuationVocabulary from "../../models/starter-punctuation-en/bpe.vocab" with { type: "file" };
import punctuationCard from "../../models/starter-punctuation-en/MODEL_CARD.md" with { type: "file" };
import punctuationModel from "../../models/starter-punctuation-en/model.onnx" with { type: "file" };
import punctuationManifest from "../../models/starter-punctuation-en/pack.json" with { type: "file" };
import embeddingCard from "../../models/starter-speaker-embedding/MODEL_CARD.md" with { type: "file" };
import embeddingModel from "../../models/starter-speaker-embedding/model.onnx" with { type: "file" };
import embeddingManifest from "../../models/starter-speaker-embedding/pack.json" with { type: "file" };
import segmentationCard from "../../models/starter-speaker-segmentation/MODEL_CARD.md" with { type: "file" };
import segmentationModel from "../../models/starter-speaker-segmentation/model.onnx" with { type: "file" };
import segmentationManifest from "../../models/starter-speaker-segmentation/pack.json" with { type: "file" };
import { isCompiled } from "../lib/self-command.ts";
import { type CarriedFile, contentTag, unpackFiles } from "../lib/unpack.ts";
import { type CheckRecording, loadPack, type RecognizerPack, requireRecognizer } from "./load-pack.ts";
import { moonshineFiles } from "./moonshine/files.ts";

/** TypeScript takes the type of a JSON import from the file's content, whatever the attribute says. */
const asPath = (manifest: unknown) => manifest as string;

/** Small, and the only one in the box that gives times and scores. */
export const STARTER_PACK_ID = "starter-en";
/** Hears real voices. */
export const MOONSHINE_PACK_ID = "moonshine-tiny-en";
export const BUILTIN_SEGMENTATION_ID = "starter-speaker-segmentation";
export const BUILTIN_EMBEDDING_ID = "starter-speaker-embedding";

/** Those of which the repository holds every file. */
const CARRIED: Readonly<Record<string, readonly CarriedFile[]>> = {
  [STARTER_PACK_ID]: [
    { name: "MODEL_CARD.md", source: card },
    { name: "check.wav", source: checkAudio },
    { name: "model.onnx", source: model },
    { name: "pack.json", source: asPath(manifestFile) },
    { name: "tokens.txt", source: tokens },
    { name: "words.bin", source: words },
  ],
  "starter-punctuation-en": [
    { name: "MODEL_CARD.md", source: punctuationCard },
    { name: "bpe.vocab", source: punctuationVocabulary },
    { name: "model.onnx", source: punctuationModel },
    { name: "pack.json", source: asPath(punctuationManifest) },
  ],
  [BUILTIN_SEGMENTATION_ID]: [
    { name: "MODEL_CARD.md", source: segmentationCard },
    { name: "model.onnx", source: segmentationModel },
    { name: "pack.json", source: asPath(segmentationManifest) },
  ],
  [BUILTIN_EMBEDDING_ID]: [
    { name: "MODEL_CARD.md", source: embeddingCard },
    { name: "model.onnx", source: embeddingModel },
    { name: "pack.json", source: asPath(embeddingManifest) },
  ],
};

/** Every pack that ships inside the product, by id. */
export const builtinPackIds: readonly string[] = [MOONSHINE_PACK_ID, ...Object.keys(CARRIED)];

export function builtinPackFiles(id: string): readonly CarriedFile[] {
  const files = id === MOONSHINE_PACK_ID ? moonshineFiles() : CARRIED[id];
  if (!files) throw new Error(`${id} is not built in`);
  return files;
}

/**
 * The folder of a built-in pack, unpacked first where it comes out of the executable.
 * @throws OperatorError if the data folder cannot take it.
 */
export function builtinPackFolder(dataDir: string, id: string = STARTER_PACK_ID): string {
  const files = builtinPackFiles(id);
  if (!isCompiled()) return dirname((files[0] as CarriedFile).source);
  const folder = join(resolve(dataDir), "models", ".builtin", `${id}-${contentTag(files)}`);
  unpackFiles(files, folder);
  return folder;
}

/** The pack's own recording, or, if it has none or is on another machine, the built-in pack's, which is English. */
export function checkRecording(
  { manifest, folder }: Pick<RecognizerPack, "manifest"> & { folder: string | null },
  dataDir: string,
): CheckRecording {
  const { check, languages } = manifest;
  if (check && folder !== null) return { audioPath: join(folder, check.audio.path), text: check.text };
  const builtin = requireRecognizer(loadPack(builtinPackFolder(dataDir)));
  if (!builtin.manifest.check) throw new Error("the built-in pack has no recording");
  const { audio, text } = builtin.manifest.check;
  return { audioPath: join(builtin.folder, audio.path), text: languages.includes("en") ? text : null };
}
