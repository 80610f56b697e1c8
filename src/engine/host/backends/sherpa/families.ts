/**
 * The configuration of each model family for sherpa-onnx 1.13.8: one table from a model's files and options to the library's
 * configuration. The names on the left are the pack's, those on the right the library's.
 */
import { dirname } from "node:path";
import type { HostInit } from "../../../protocol.ts";
import type { KindCapabilities } from "../backend.ts";

type Value = string | number | boolean;
type Members = Readonly<Record<string, string>>;

export interface Family {
  /** Member of the library's model configuration that names the family; none if it is the model's type. */
  readonly member: string;
  /** Files by role → the library's member for their path. */
  readonly files: Members;
  /** A tokenizer's folder stands for a `tokens` file. */
  readonly tokenizer?: true;
  readonly options?: Members;
  /** Options of the recognizer as a whole. */
  readonly decoding?: Members;
  /** Members of the model configuration that this family always has. */
  readonly always?: Readonly<Record<string, string>>;
  /** How the language of one recording reaches the model. */
  readonly language?: LanguageWay;
  /** How a recording's hotwords do; by `search` only with a word model. */
  readonly hotwords?: "graph" | "prompt" | "search";
  /** A word model can go with it, which is ours and not the library's. */
  readonly words?: true;
  /** It hears speech as it comes: a model of the library's online recognizer. */
  readonly streaming?: true;
}

interface LanguageWay {
  readonly set: Exclude<KindCapabilities["language"], "none">;
  /** The library's members in the family's part of the configuration. */
  readonly members: readonly string[];
  /** From ISO 639 as packs write it. */
  readonly name: (language: string) => string;
}

const MODEL: Members = { model: "model" };
const ENCODER_DECODER: Members = { encoder: "encoder", decoder: "decoder" };
const GENERATION: Members = {
  max_new_tokens: "maxNewTokens",
  temperature: "temperature",
  top_p: "topP",
  seed: "seed",
};
const SEARCH = {
  method: "decodingMethod",
  max_active_paths: "maxActivePaths",
  blank_penalty: "blankPenalty",
} as const;
const TRANSDUCER = {
  member: "transducer",
  files: { ...ENCODER_DECODER, joiner: "joiner" },
  decoding: { ...SEARCH, hotwords_score: "hotwordsScore" },
  hotwords: "graph",
} as const;

/** The models call Mandarin by its ISO 639-1 code. */
const iso6391 = (language: string) => (language === "cmn" ? "zh" : language);
const english = new Intl.DisplayNames("en", { type: "language" });

/** By the kind of the pack. */
export const FAMILIES: Readonly<Record<string, Family>> = {
  nemo_ctc: { member: "nemoCtc", files: MODEL, words: true, hotwords: "search" },
  zipformer_ctc: { member: "zipformerCtc", files: MODEL },
  wenet_ctc: { member: "wenetCtc", files: MODEL },
  telespeech_ctc: { member: "", files: { model: "teleSpeechCtc" }, always: { modelType: "telespeech_ctc" } },
  omnilingual_ctc: { member: "omnilingual", files: MODEL },
  dolphin_ctc: { member: "dolphin", files: MODEL },
  fire_red_ctc: { member: "fireRedAsrCtc", files: MODEL },
  med_asr_ctc: { member: "medasr", files: MODEL },
  transducer: { ...TRANSDUCER, always: { modelType: "transducer" } },
  nemo_transducer: { ...TRANSDUCER, always: { modelType: "nemo_transducer" } },
  paraformer: { member: "paraformer", files: MODEL },
  sense_voice: {
    member: "senseVoice",
    files: MODEL,
    options: { language: "language", inverse_text_normalization: "useInverseTextNormalization" },
  },
  whisper: {
    member: "whisper",
    files: ENCODER_DECODER,
    options: {
      language: "language",
      task: "task",
      tail_paddings: "tailPaddings",
      token_times: "enableTokenTimestamps",
    },
    language: { set: "recognizer", members: ["language"], name: iso6391 },
  },
  moonshine: {
    member: "moonshine",
    files: {
      preprocessor: "preprocessor",
      encoder: "encoder",
      uncached_decoder: "uncachedDecoder",
      cached_decoder: "cachedDecoder",
    },
  },
  moonshine_v2: { member: "moonshine", files: { encoder: "encoder", merged_decoder: "mergedDecoder" } },
  fire_red_aed: { member: "fireRedAsr", files: ENCODER_DECODER },
  canary: {
    member: "canary",
    files: ENCODER_DECODER,
    options: { language: "srcLang", punctuation: "usePnc" },
    language: { set: "recognizer", members: ["srcLang", "tgtLang"], name: iso6391 },
  },
  cohere_transcribe: {
    member: "cohereTranscribe",
    files: ENCODER_DECODER,
    options: { language: "language", punctuation: "usePunct", inverse_text_normalization: "useItn" },
    language: { set: "stream", members: ["language"], name: iso6391 },
  },
  qwen3_asr: {
    member: "qwen3Asr",
    files: { conv_frontend: "convFrontend", ...ENCODER_DECODER },
    tokenizer: true,
    options: { max_total_tokens: "maxTotalLen", ...GENERATION },
    // Its prompt says the language in English words.
    language: { set: "stream", members: [], name: (language) => english.of(iso6391(language)) ?? language },
    hotwords: "prompt",
  },
  funasr_nano: {
    member: "funasrNano",
    files: { encoder_adaptor: "encoderAdaptor", language_model: "llm", embedding: "embedding" },
    tokenizer: true,
    options: { language: "language", inverse_text_normalization: "itn", ...GENERATION },
  },
  streaming_transducer: {
    member: "transducer",
    files: { ...ENCODER_DECODER, joiner: "joiner" },
    decoding: SEARCH,
    streaming: true,
  },
  streaming_zipformer_ctc: { member: "zipformer2Ctc", files: MODEL, streaming: true },
  streaming_nemo_ctc: { member: "nemoCtc", files: MODEL, streaming: true },
  streaming_paraformer: { member: "paraformer", files: ENCODER_DECODER, streaming: true },
};

/** @throws if sherpa-onnx has no such family. */
export function familyOf(kind: string): Family {
  const family = FAMILIES[kind];
  if (!family) throw new Error(`sherpa-onnx recognizes with no model of the kind ${kind}`);
  return family;
}

/** Options of the pack's manifest that do not go to the library. */
const NOT_FOR_THE_LIBRARY = new Set([
  "doubt_mark",
  "punctuated",
  "hotwords",
  "modeling_unit",
  "tail_seconds",
  "token_times",
]);
const TOKENIZER_ROLES = ["vocab", "merges", "tokenizer_config"];

/**
 * The library's whole configuration. @param language overrides the pack's own, for families that take it in the configuration.
 * @throws if a file is missing, or a file or option is not the family's.
 */
export function recognizerConfig(
  { model, threads, provider }: HostInit,
  language: string | null = null,
): object {
  const family = familyOf(model.kind);
  checkRoles(model.kind, family, model.files);
  const options = libraryOptions(model.kind, family, model.options);
  const parts = {
    ...paths(family.files, model.files),
    ...options.model,
    ...languageMembers(family, model, language),
  };
  const { tokens = "", bpe_vocab: bpeVocab, vocab } = model.files;
  const { modeling_unit: modelingUnit } = model.options;
  return {
    featConfig: { sampleRate: model.sampleRate, featureDim: model.featureDim },
    modelConfig: {
      ...(family.member === ""
        ? parts
        : { [family.member]: { ...parts, ...(vocab && { tokenizer: dirname(vocab) }) } }),
      ...family.always,
      ...(modelingUnit && { modelingUnit }),
      ...(bpeVocab && { bpeVocab }),
      tokens,
      numThreads: threads,
      provider,
      debug: 0,
    },
    decodingMethod: "greedy_search",
    ...options.decoding,
  };
}

function languageMembers(family: Family, { options }: HostInit["model"], language: string | null) {
  const chosen = language ?? options.language;
  if (!family.language || typeof chosen !== "string") return {};
  const name = family.language.name(chosen);
  return Object.fromEntries(family.language.members.map((member) => [member, name]));
}

function checkRoles(kind: string, family: Family, files: Record<string, string>): void {
  const needed = [...Object.keys(family.files), ...(family.tokenizer ? TOKENIZER_ROLES : ["tokens"])];
  const missing = needed.filter((role) => files[role] === undefined);
  if (missing.length > 0) throw new Error(`a model of the kind ${kind} needs the file ${missing.join(", ")}`);
  const extra = [...(family.hotwords === "graph" ? ["bpe_vocab"] : []), ...(family.words ? ["words"] : [])];
  const allowed = [...needed, ...extra];
  const strange = Object.keys(files).filter((role) => !allowed.includes(role));
  if (strange.length > 0) throw new Error(`a model of the kind ${kind} has no file ${strange.join(", ")}`);
}

function libraryOptions(kind: string, family: Family, options: Record<string, Value>) {
  const model: Record<string, string | number> = {};
  const decoding: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(options)) {
    const told = name === "language" ? iso6391(String(value)) : numberOrText(value);
    const [own, whole] = [family.options?.[name], family.decoding?.[name]];
    if (own) model[own] = told;
    else if (whole) decoding[whole] = told;
    else if (!NOT_FOR_THE_LIBRARY.has(name))
      throw new Error(`a model of the kind ${kind} has no option ${name}`);
  }
  return { model, decoding };
}

/** The library's members for yes and no are integers. */
function numberOrText(value: Value): number | string {
  return typeof value === "boolean" ? Number(value) : value;
}

function paths(members: Members, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([role, member]) => [member, files[role] ?? ""]));
}
