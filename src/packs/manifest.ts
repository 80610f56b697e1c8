/** A model pack's `pack.json`. Kinds, files and options are those of sherpa-onnx 1.13.8 and of whisper.cpp 1.7.4. */
import { posix } from "node:path";
import { z } from "zod";
import { limits } from "../config/limits.ts";
import { type PackFile, recognizerKinds, toolKinds } from "./kinds.ts";

export const manifestSchema = z
  .discriminatedUnion("kind", [...recognizerKinds, ...toolKinds])
  .superRefine((manifest, context) => {
    for (const message of contradictionsOf(manifest)) context.addIssue({ code: "custom", message });
  });

export type RecognizerManifest = z.output<(typeof recognizerKinds)[number]>;
export type Manifest = RecognizerManifest | z.output<(typeof toolKinds)[number]>;

const RECOGNIZERS: ReadonlySet<string> = new Set(recognizerKinds.map(({ shape }) => shape.kind.value));

export function isRecognizer(manifest: Manifest): manifest is RecognizerManifest {
  return isRecognizerKind(manifest.kind);
}

export function isRecognizerKind(kind: string): boolean {
  return RECOGNIZERS.has(kind);
}

/** Whether it hears speech as it comes, and need not decode it again and again while it grows. */
export function isStreaming({ kind }: { kind: string }): boolean {
  return kind.startsWith("streaming_");
}

/** The model's files by role, without those that this pack has not. */
export function modelFiles(manifest: Manifest): Record<string, PackFile> {
  return Object.fromEntries(
    Object.entries(manifest.files).flatMap(([role, file]) => (file ? [[role, file]] : [])),
  );
}

/** Every file that the pack names. */
export function manifestFiles(manifest: Manifest): PackFile[] {
  const check = isRecognizer(manifest) ? manifest.check?.audio : undefined;
  const others = [manifest.card, check].filter((file) => file !== undefined);
  return [...Object.values(modelFiles(manifest)), ...manifest.external_data, ...others];
}

export function packBytes(manifest: Manifest): number {
  return manifestFiles(manifest).reduce((sum, { bytes }) => sum + bytes, 0);
}

function contradictionsOf(manifest: Manifest): string[] {
  const paths = manifestFiles(manifest).map(({ path }) => path);
  return [
    ...(new Set(paths).size < paths.length ? ["files: one is named twice"] : []),
    ...(packBytes(manifest) > limits.packBytes
      ? [`files: more than ${limits.packBytes} bytes together`]
      : []),
    ...hotwordContradictions(manifest),
    ...tokenizerContradictions(manifest),
  ];
}

function hotwordContradictions(manifest: Manifest): string[] {
  if (manifest.kind !== "transducer" && manifest.kind !== "nemo_transducer") return [];
  const { modeling_unit: unit, method } = manifest.decoding;
  const hasVocabulary = manifest.files.bpe_vocab !== undefined;
  if (unit !== undefined && method !== "modified_beam_search")
    return ["decoding.modeling_unit is for hotwords, which need the method modified_beam_search"];
  if (unit?.includes("bpe") && !hasVocabulary) return [`files.bpe_vocab is needed for the unit ${unit}`];
  if (!unit?.includes("bpe") && hasVocabulary) return ["files.bpe_vocab needs a modeling_unit with bpe"];
  return [];
}

/** The recognizer gets a folder, and finds these names in it. */
const TOKENIZER_NAMES = {
  vocab: "vocab.json",
  merges: "merges.txt",
  tokenizer_config: "tokenizer_config.json",
} as const;

function tokenizerContradictions(manifest: Manifest): string[] {
  if (!("tokenizer_config" in manifest.files)) return [];
  const { files } = manifest;
  const folder = posix.dirname(files.vocab.path);
  return Object.entries(TOKENIZER_NAMES)
    .filter(([role, name]) => files[role as keyof typeof TOKENIZER_NAMES].path !== posix.join(folder, name))
    .map(([role, name]) => `files.${role} must be ${name}, in one folder with the tokenizer's other files`);
}
