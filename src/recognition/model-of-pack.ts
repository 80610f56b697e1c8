/** From a pack to the model as the engine loads it. */
import { limits } from "../config/limits.ts";
import { modelCost } from "../engine/model-cost.ts";
import type { ModelSpec } from "../engine/model-spec.ts";
import type { ModelCost } from "../engine/sizing.ts";
import { builtinPackFolder, checkRecording } from "../packs/builtin.ts";
import { capabilitiesOf } from "../packs/capabilities.ts";
import { IDENTIFICATION_KIND, PUNCTUATION_KINDS } from "../packs/kinds.ts";
import {
  type CheckRecording,
  loadPack,
  type Pack,
  packFiles,
  type RecognizerPack,
  requireRecognizer,
} from "../packs/load-pack.ts";
import { isRecognizer, modelFiles, packBytes } from "../packs/manifest.ts";

type Manifested = Pick<Pack, "manifest">;

export function modelOf(pack: Pack, dataDir: string): ModelSpec {
  if (pack.manifest.kind === IDENTIFICATION_KIND) return toolModel(pack, dataDir, true);
  if (isPunctuation(pack)) return toolModel(pack, dataDir, false);
  const recognizer = requireRecognizer(pack);
  return packModel(recognizer, checkRecording(recognizer, dataDir));
}

/** @param recording decoded before the model is ready. */
export function packModel(pack: RecognizerPack, recording: CheckRecording): ModelSpec {
  const {
    feature_dim: featureDim,
    longest_input_seconds: longestInputSeconds,
    confidence: _,
    ...options
  } = pack.manifest.decoding;
  const given = Object.entries(options) as [name: string, value: string | number | boolean | undefined][];
  const { tokenTimes, hotwords: takesHotwords } = capabilitiesOf(pack.manifest);
  return {
    ...commonOf(pack),
    options: Object.fromEntries(
      given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    featureDim,
    longestInputSeconds,
    tokenTimes,
    takesHotwords,
    warmUpRecording: recording.audioPath,
    knowsWarmUpLanguage: recording.text !== null,
  };
}

/** The starter, for a recognizer that needs it; null for any other. */
export function alignmentFor(pack: Manifested, dataDir: string): ModelSpec | null {
  return isAligned(pack) ? modelOf(loadPack(builtinPackFolder(dataDir)), dataDir) : null;
}

/** Of a recognizer of English that does not say when its words were said, the starter does. */
function isAligned({ manifest }: Manifested): boolean {
  return isRecognizer(manifest) && manifest.languages.includes("en") && !capabilitiesOf(manifest).tokenTimes;
}

/** The entry of a model on workers. */
export function remoteModel({ name, manifest }: Manifested & Pick<Pack, "name">) {
  const { kind, languages } = manifest;
  const files = Object.entries(modelFiles(manifest)).map(([role, { path }]) => [role, path]);
  return {
    ...{ id: name, kind, languages, files: Object.fromEntries(files) },
    takesHotwords: isRecognizer(manifest) && capabilitiesOf(manifest).hotwords,
    isAligned: isAligned({ manifest }),
  };
}

/** Its memory; the manifest also counts what a model file reads by itself. */
export function packCost(pack: Pack): ModelCost {
  const { manifest } = pack;
  const options = manifest.kind === "whisper_ggml" ? { beam_size: manifest.decoding.beam_size } : {};
  const { decodeBytes } = modelCost({ kind: manifest.kind, files: packFiles(pack), options });
  return { weightBytes: packBytes(manifest), decodeBytes };
}

export function isPunctuation({ manifest }: Manifested): boolean {
  return PUNCTUATION_KINDS.includes(manifest.kind);
}

/** @param hears the built-in pack's recording first, of which it must say something. */
function toolModel(pack: Pack, dataDir: string, hears: boolean): ModelSpec {
  const builtin = requireRecognizer(loadPack(builtinPackFolder(dataDir)));
  return {
    ...commonOf(pack),
    options: {},
    featureDim: 80,
    longestInputSeconds: limits.decodeSeconds,
    tokenTimes: false,
    takesHotwords: false,
    warmUpRecording: checkRecording(builtin, dataDir).audioPath,
    knowsWarmUpLanguage: hears,
  };
}

function commonOf(pack: Pack) {
  const { kind, sample_rate: sampleRate, languages } = pack.manifest;
  return { id: pack.name, kind, files: packFiles(pack), sampleRate, languages };
}
