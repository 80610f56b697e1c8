import { describe, expect, test } from "bun:test";
import type { HostInit } from "../../../protocol.ts";
import { recognizerConfig } from "./families.ts";

/** sherpa-onnx's configuration, literally: it does not check names, and ignores an unknown one. */
function told(
  kind: string,
  files: Record<string, string>,
  options: object = {},
  language: string | null = null,
): object {
  const model = { kind, files, options, sampleRate: 16_000, featureDim: 80 };
  const { modelConfig, decodingMethod, ...rest } = recognizerConfig(
    { model, threads: 2, provider: "cpu" } as unknown as HostInit,
    language,
  ) as {
    modelConfig: Record<string, unknown>;
    decodingMethod: string;
  };
  const { tokens, numThreads, provider, debug, ...family } = modelConfig;
  expect({ numThreads, provider, debug }).toEqual({ numThreads: 2, provider: "cpu", debug: 0 });
  expect(tokens).toBe(files.tokens ?? "");
  const { featConfig, ...others } = rest as { featConfig: object };
  expect(featConfig).toEqual({ sampleRate: 16_000, featureDim: 80 });
  return { ...family, ...(decodingMethod !== "greedy_search" && { decodingMethod }), ...others };
}

const one = { model: "/m", tokens: "/t" };
const pair = { encoder: "/e", decoder: "/d", tokens: "/t" };
const tokenizer = {
  vocab: "/p/tok/vocab.json",
  merges: "/p/tok/merges.txt",
  tokenizer_config: "/p/tok/tokenizer_config.json",
};

const TOLD: [kind: string, files: Record<string, string>, options: object, config: object][] = [
  ["nemo_ctc", one, { punctuated: true }, { nemoCtc: { model: "/m" } }],
  ["zipformer_ctc", one, {}, { zipformerCtc: { model: "/m" } }],
  ["wenet_ctc", one, {}, { wenetCtc: { model: "/m" } }],
  ["streaming_zipformer_ctc", one, { tail_seconds: 0.8 }, { zipformer2Ctc: { model: "/m" } }],
  ["streaming_nemo_ctc", one, {}, { nemoCtc: { model: "/m" } }],
  ["streaming_paraformer", pair, {}, { paraformer: { encoder: "/e", decoder: "/d" } }],
  [
    "streaming_transducer",
    { ...pair, joiner: "/j" },
    { method: "modified_beam_search", max_active_paths: 8, blank_penalty: 0.5 },
    {
      transducer: { encoder: "/e", decoder: "/d", joiner: "/j" },
      decodingMethod: "modified_beam_search",
      maxActivePaths: 8,
      blankPenalty: 0.5,
    },
  ],
  ["telespeech_ctc", one, {}, { teleSpeechCtc: "/m", modelType: "telespeech_ctc" }],
  ["omnilingual_ctc", one, {}, { omnilingual: { model: "/m" } }],
  ["dolphin_ctc", one, {}, { dolphin: { model: "/m" } }],
  ["fire_red_ctc", one, {}, { fireRedAsrCtc: { model: "/m" } }],
  ["med_asr_ctc", one, {}, { medasr: { model: "/m" } }],
  ["paraformer", one, { token_times: true }, { paraformer: { model: "/m" } }],
  [
    "sense_voice",
    one,
    { language: "cmn", inverse_text_normalization: false },
    { senseVoice: { model: "/m", language: "zh", useInverseTextNormalization: 0 } },
  ],
  [
    "transducer",
    { ...pair, joiner: "/j", bpe_vocab: "/b" },
    {
      method: "modified_beam_search",
      max_active_paths: 8,
      blank_penalty: 0.5,
      hotwords_score: 2,
      modeling_unit: "bpe",
    },
    {
      transducer: { encoder: "/e", decoder: "/d", joiner: "/j" },
      modelType: "transducer",
      modelingUnit: "bpe",
      bpeVocab: "/b",
      decodingMethod: "modified_beam_search",
      maxActivePaths: 8,
      blankPenalty: 0.5,
      hotwordsScore: 2,
    },
  ],
  [
    "nemo_transducer",
    { ...pair, joiner: "/j" },
    {},
    { transducer: { encoder: "/e", decoder: "/d", joiner: "/j" }, modelType: "nemo_transducer" },
  ],
  [
    "whisper",
    pair,
    { task: "translate", tail_paddings: 50, token_times: true },
    {
      whisper: {
        encoder: "/e",
        decoder: "/d",
        task: "translate",
        tailPaddings: 50,
        enableTokenTimestamps: 1,
      },
    },
  ],
  [
    "moonshine",
    { preprocessor: "/p", encoder: "/e", uncached_decoder: "/u", cached_decoder: "/c", tokens: "/t" },
    {},
    { moonshine: { preprocessor: "/p", encoder: "/e", uncachedDecoder: "/u", cachedDecoder: "/c" } },
  ],
  [
    "moonshine_v2",
    { encoder: "/e", merged_decoder: "/m", tokens: "/t" },
    {},
    { moonshine: { encoder: "/e", mergedDecoder: "/m" } },
  ],
  ["fire_red_aed", pair, {}, { fireRedAsr: { encoder: "/e", decoder: "/d" } }],
  [
    "canary",
    pair,
    { language: "de", punctuation: true },
    { canary: { encoder: "/e", decoder: "/d", srcLang: "de", tgtLang: "de", usePnc: 1 } },
  ],
  [
    "cohere_transcribe",
    pair,
    { language: "en", punctuation: false, inverse_text_normalization: true },
    { cohereTranscribe: { encoder: "/e", decoder: "/d", language: "en", usePunct: 0, useItn: 1 } },
  ],
  [
    "qwen3_asr",
    { conv_frontend: "/c", encoder: "/e", decoder: "/d", ...tokenizer },
    { max_total_tokens: 600, max_new_tokens: 77, temperature: 0.3, top_p: 0.4, seed: 9, hotwords: true },
    {
      qwen3Asr: {
        convFrontend: "/c",
        encoder: "/e",
        decoder: "/d",
        tokenizer: "/p/tok",
        maxTotalLen: 600,
        maxNewTokens: 77,
        temperature: 0.3,
        topP: 0.4,
        seed: 9,
      },
    },
  ],
  [
    "funasr_nano",
    { encoder_adaptor: "/a", language_model: "/l", embedding: "/e", ...tokenizer },
    { language: "cmn", inverse_text_normalization: true, seed: 1 },
    {
      funasrNano: {
        encoderAdaptor: "/a",
        llm: "/l",
        embedding: "/e",
        tokenizer: "/p/tok",
        language: "zh",
        itn: 1,
        seed: 1,
      },
    },
  ],
];

describe("what sherpa-onnx is told of", () => {
  test.each(TOLD)("sherpa-onnx is told how to load %s", (kind, files, options, config) => {
    expect(told(kind, files, options)).toEqual(config);
  });

  test("a recording's language, in place of the pack's", () => {
    expect(told("whisper", pair, { language: "de" }, "cmn")).toEqual({
      whisper: { encoder: "/e", decoder: "/d", language: "zh" },
    });
    expect(told("canary", pair, { language: "de", punctuation: true }, "fr")).toMatchObject({
      canary: { srcLang: "fr", tgtLang: "fr" },
    });
  });
});
