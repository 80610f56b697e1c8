/** The kinds of packs: which files each has, and which options of decoding. */
import { z } from "zod";
import { limits } from "../config/limits.ts";

/** Relative, inside the pack, no way out of it. */
const insidePath = z
  .string()
  .max(limits.packPathChars)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/, "must be a path inside the pack");

const packFile = z.strictObject({
  path: insidePath,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hex digits"),
  bytes: z.number().int().min(1),
});

export type PackFile = z.output<typeof packFile>;

const language = z.string().regex(/^[a-z]{2,3}$/, "must be an ISO 639 code");

/** Shown in lists, logs and on terminals, so nothing of it breaks a line, moves the cursor or turns the writing round. */
const shownText = (maxChars: number) =>
  z
    .string()
    .min(1)
    .max(maxChars)
    .regex(
      /^[^\p{Cc}\p{Zl}\p{Zp}\u{202a}-\u{202e}\u{2066}-\u{2069}]*$/u,
      "must be one line without control characters",
    );

const common = {
  id: z
    .string()
    .max(limits.packIdChars)
    .regex(/^[a-z0-9]+(-[a-z0-9._]+)*$/, "must be lower-case words with hyphens"),
  version: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/, "must be three numbers with points"),
  description: shownText(limits.packTextChars),
  sample_rate: z.literal(16_000),
  /** Files that a model file reads by itself, such as the weights of a model over 2 GB. They keep their names. */
  external_data: z.array(packFile).max(limits.packExternalFiles).default([]),
  /** The text about the model: origin, accuracy, limits. */
  card: packFile.optional(),
  /** SPDX identifier, or the licence's name. */
  licence: shownText(limits.packLicenceChars),
  source: shownText(limits.packTextChars),
  /** Integer weights are for processors; on a GPU they can be slower than floats. */
  best_on: z.enum(["cpu", "gpu"]).optional(),
};

type Shape = Readonly<Record<string, z.ZodType>>;

const tokensOf = <F extends Shape>(files: F) => ({ ...files, tokens: packFile });
const oneModel = tokensOf({ model: packFile });
const encoderDecoder = tokensOf({ encoder: packFile, decoder: packFile });
/** The tokenizers of language models read a folder of files with fixed names. */
const tokenizerFolder = { vocab: packFile, merges: packFile, tokenizer_config: packFile };

const yesOrNo = z.boolean();
const yes = yesOrNo.default(true);
const no = yesOrNo.default(false);
const anyLanguage = language.optional();
const task = z.enum(["transcribe", "translate"]).default("transcribe");
/** Whether the model writes punctuation and capitals by itself. */
const punctuated = no;

const transducerOptions = {
  punctuated,
  method: z.enum(["greedy_search", "modified_beam_search"]).default("greedy_search"),
  max_active_paths: z.number().int().min(1).max(64).default(4),
  blank_penalty: z.number().min(0).max(20).default(0),
  /** How much a hotword's tokens gain; needs `modified_beam_search`. */
  hotwords_score: z.number().min(0).max(20).default(1.5),
  /** How hotwords become tokens; the units with `bpe` need the file `bpe_vocab`. */
  modeling_unit: z.enum(["bpe", "bbpe", "cjkchar", "cjkchar+bpe"]).optional(),
};
const transducerFiles = tokensOf({
  encoder: packFile,
  decoder: packFile,
  joiner: packFile,
  bpe_vocab: packFile.optional(),
});
/** Of models that hear speech as it comes. */
const streaming = {
  punctuated,
  /** After so much silence the model returns all that it heard: its window and what it holds back. */
  tail_seconds: z.number().min(0.1).max(4).default(0.8),
};
const generation = {
  max_new_tokens: z.number().int().min(1).max(4096).optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
};

/** By what was measured for this recognizer, whose scores are nobody else's (`bun run bench:confidence`). */
const confidence = z
  .strictObject({
    /** Words below it are likely wrong: for people to look at. */
    unsure_below: z.number().min(0).max(1),
    /** Words from it on are hardly ever wrong. */
    sure_from: z.number().min(0).max(1),
  })
  .refine(
    ({ unsure_below, sure_from }) => unsure_below <= sure_from,
    "unsure_below must not be above sure_from",
  );

export type ConfidenceBounds = z.output<typeof confidence>;

/** Shared by all kinds, as everything else is that more than one has: a schema costs a start some microseconds. */
const recognition = {
  ...common,
  languages: z.array(language).min(1).max(limits.packLanguages),
  /** A recording and what the model makes of it: warm-up, `tiro doctor`, functional health. */
  check: z.strictObject({ audio: packFile, text: z.string().min(1).max(limits.packTextChars) }).optional(),
};
const decoding = {
  feature_dim: z.number().int().min(1).max(1024).default(80),
  longest_input_seconds: z.number().min(1).max(limits.decodeSeconds),
  /** The meaning of its words' confidences; without it they have none, and no word is called sure or unsure. */
  confidence: confidence.optional(),
};

const recognizer = <K extends string, F extends Shape, O extends Shape>(name: K, files: F, options: O) =>
  z.strictObject({
    ...recognition,
    kind: z.literal(name),
    /** The recognizer's files, by role. */
    files: z.strictObject(files),
    decoding: z.strictObject({ ...decoding, ...options }),
  });

export const recognizerKinds = [
  // The CTC decoder with a graph is not among them: 1.13.8's C interface, and so its add-on, takes none for recordings.
  // Instead, tiro searches for words itself if such a model spells out its scores and comes with a word model.
  recognizer("nemo_ctc", { ...oneModel, words: packFile.optional() }, { punctuated }),
  recognizer("zipformer_ctc", oneModel, { punctuated }),
  recognizer("wenet_ctc", oneModel, { punctuated }),
  recognizer("telespeech_ctc", oneModel, { punctuated }),
  recognizer("omnilingual_ctc", oneModel, { punctuated }),
  recognizer("dolphin_ctc", oneModel, { punctuated }),
  recognizer("fire_red_ctc", oneModel, { punctuated }),
  recognizer("med_asr_ctc", oneModel, { punctuated }),
  recognizer("transducer", transducerFiles, transducerOptions),
  recognizer("nemo_transducer", transducerFiles, transducerOptions),
  recognizer("paraformer", oneModel, {
    punctuated,
    /** Some exports leave out when each token was spoken. */
    token_times: yes,
  }),
  recognizer("streaming_transducer", tokensOf({ encoder: packFile, decoder: packFile, joiner: packFile }), {
    ...streaming,
    method: transducerOptions.method,
    max_active_paths: transducerOptions.max_active_paths,
    blank_penalty: transducerOptions.blank_penalty,
  }),
  recognizer("streaming_zipformer_ctc", oneModel, streaming),
  recognizer("streaming_nemo_ctc", oneModel, streaming),
  recognizer("streaming_paraformer", encoderDecoder, streaming),
  recognizer("sense_voice", oneModel, {
    language: anyLanguage,
    inverse_text_normalization: yes,
  }),
  recognizer("whisper", encoderDecoder, {
    language: anyLanguage,
    task,
    /** Frames of 10 ms of silence after the audio; the recognizer's default if left out. */
    tail_paddings: z.number().int().min(1).max(3000).optional(),
    /** Needs a decoder that was exported with its attention. */
    token_times: no,
  }),
  /** whisper.cpp's file format: one file, weights of 4 to 32 bits. */
  recognizer(
    "whisper_ggml",
    { model: packFile },
    {
      language: anyLanguage,
      task,
      /** Texts that are weighed at once; 1 takes the likeliest token each time. The temperature is always 0. */
      beam_size: z.number().int().min(1).max(8).default(1),
      /** From this probability of no speech on, words that the model is not sure of are left out. */
      no_speech_threshold: z.number().min(0).max(1).default(0.6),
      /** Rare words become part of the model's prompt. */
      hotwords: yes,
    },
  ),
  recognizer(
    "moonshine",
    tokensOf({
      preprocessor: packFile,
      encoder: packFile,
      uncached_decoder: packFile,
      cached_decoder: packFile,
    }),
    { punctuated: yes },
  ),
  recognizer("moonshine_v2", tokensOf({ encoder: packFile, merged_decoder: packFile }), {
    punctuated: yes,
    /** A character after every token that the network doubts; it is no part of the text. */
    doubt_mark: z.string().length(1).optional(),
  }),
  recognizer("fire_red_aed", encoderDecoder, { punctuated }),
  recognizer("canary", encoderDecoder, {
    language: language.default("en"),
    punctuation: yes,
  }),
  recognizer("cohere_transcribe", encoderDecoder, {
    language: language.default("en"),
    punctuation: yes,
    inverse_text_normalization: yes,
  }),
  recognizer(
    "qwen3_asr",
    { conv_frontend: packFile, encoder: packFile, decoder: packFile, ...tokenizerFolder },
    {
      max_total_tokens: z.number().int().min(64).max(32_768).optional(),
      /** The words become part of the model's prompt; known to come out as text where nothing was said. */
      hotwords: no,
      ...generation,
    },
  ),
  recognizer(
    "funasr_nano",
    { encoder_adaptor: packFile, language_model: packFile, embedding: packFile, ...tokenizerFolder },
    { language: anyLanguage, inverse_text_normalization: yes, ...generation },
  ),
] as const;

/** A model that identifies the language of speech and nothing else: its pieces hold language codes. */
export const IDENTIFICATION_KIND = "whisper_language_identification";

const toolLanguages = z.array(language).max(limits.packLanguages);

/** Options beside recognition; no language if the model has none. */
const tool = <K extends string, F extends Shape>(name: K, files: F) =>
  z.strictObject({
    ...common,
    languages: toolLanguages,
    kind: z.literal(name),
    files: z.strictObject(files),
  });

/** No word that anybody says. */
const pauseWord = z.string().regex(/^[^\p{L}\p{N}\s]{1,4}$/u, "must be signs");

export const PUNCTUATION_KINDS: readonly string[] = ["online_punctuation", "offline_punctuation"];

export const toolKinds = [
  tool("silero_vad", { model: packFile }),
  tool("ten_vad", { model: packFile }),
  tool("pyannote_segmentation", { model: packFile }).extend({
    /** The network's window: its metadata's `window_size` over the sample rate. */
    window_seconds: z.number().min(2).max(30).default(10),
    /** This network's result counts only if the voice-activity detector is so sure of speech, too. */
    speech_threshold: z.number().gt(0).lt(1).optional(),
  }),
  tool("speaker_embedding", { model: packFile }).extend({
    /**
     * Cosine from which on two voices are one person's, as a part of the cosine that a voice has with itself in the
     * same recording.
     */
    same_speaker_similarity: z.number().min(-1).max(1).default(0.75),
  }),
  tool(IDENTIFICATION_KIND, { encoder: packFile, decoder: packFile }),
  /** A CNN with a BiLSTM: punctuation and capitals. */
  tool("online_punctuation", { model: packFile, bpe_vocab: packFile }).extend({
    /** If the vocabulary has words for pauses: those that stand for a short and for a long one. */
    pause_words: z.strictObject({ short: pauseWord, long: pauseWord }).optional(),
  }),
  /** A CT-Transformer: punctuation. */
  tool("offline_punctuation", { model: packFile }),
] as const;
