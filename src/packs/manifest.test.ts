import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { testFolder } from "../../test/support/folders.ts";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { packModel } from "../recognition/model-of-pack.ts";
import { type Capabilities, capabilitiesOf } from "./capabilities.ts";
import { loadPack, packFiles, requireRecognizer } from "./load-pack.ts";
import { isRecognizer, manifestFiles, manifestSchema, packBytes } from "./manifest.ts";

const file = (path: string, bytes = 1) => ({ path, sha256: "0".repeat(64), bytes });

function filesOf(...roles: string[]) {
  return Object.fromEntries(roles.map((role) => [role, file(`${role}.onnx`)]));
}

const tokenizer = {
  vocab: file("tokenizer/vocab.json"),
  merges: file("tokenizer/merges.txt"),
  tokenizer_config: file("tokenizer/tokenizer_config.json"),
};

function manifestOf(kind: string, files: object, decoding: object = {}, more: object = {}) {
  return {
    id: "x",
    version: "1.0.0",
    description: "For a test.",
    kind,
    languages: ["de", "en"],
    sample_rate: 16_000,
    files,
    licence: "MIT",
    source: "made up",
    decoding: { longest_input_seconds: 20, ...decoding },
    ...more,
  };
}

const model = filesOf("model", "tokens");
const pair = filesOf("encoder", "decoder", "tokens");
const transducer = filesOf("encoder", "decoder", "joiner", "tokens");
const beam = { method: "modified_beam_search", modeling_unit: "cjkchar" };
const PLAIN: Capabilities = {
  tokenTimes: true,
  hotwords: false,
  punctuation: false,
  detectsLanguage: false,
  languageChoice: "none",
  longestInputSeconds: 20,
};
const UNTIMED = { ...PLAIN, tokenTimes: false };

const RECOGNIZERS: [kind: string, files: object, decoding: object, can: Capabilities][] = [
  ["nemo_ctc", model, {}, PLAIN],
  ["nemo_ctc", filesOf("model", "tokens", "words"), {}, { ...PLAIN, hotwords: true }],
  ["zipformer_ctc", model, { punctuated: true }, { ...PLAIN, punctuation: true }],
  ["wenet_ctc", model, {}, PLAIN],
  ["streaming_transducer", transducer, { method: "modified_beam_search" }, PLAIN],
  ["streaming_zipformer_ctc", model, { tail_seconds: 1.5 }, PLAIN],
  ["streaming_nemo_ctc", model, { punctuated: true }, { ...PLAIN, punctuation: true }],
  ["streaming_paraformer", pair, {}, UNTIMED],
  ["telespeech_ctc", model, { feature_dim: 40 }, PLAIN],
  ["omnilingual_ctc", model, {}, PLAIN],
  ["dolphin_ctc", model, {}, PLAIN],
  ["fire_red_ctc", model, {}, PLAIN],
  ["med_asr_ctc", model, {}, PLAIN],
  ["paraformer", model, {}, PLAIN],
  ["paraformer", model, { token_times: false }, UNTIMED],
  ["transducer", transducer, {}, PLAIN],
  ["transducer", transducer, beam, { ...PLAIN, hotwords: true }],
  [
    "transducer",
    { ...transducer, bpe_vocab: file("bpe.vocab") },
    { ...beam, modeling_unit: "bpe" },
    { ...PLAIN, hotwords: true },
  ],
  ["nemo_transducer", transducer, { punctuated: true }, { ...PLAIN, punctuation: true }],
  ["sense_voice", model, {}, { ...PLAIN, punctuation: true, detectsLanguage: true }],
  ["sense_voice", model, { language: "en" }, { ...PLAIN, punctuation: true }],
  ["whisper", pair, {}, { ...UNTIMED, punctuation: true, detectsLanguage: true, languageChoice: "optional" }],
  [
    "whisper",
    pair,
    { token_times: true, language: "de" },
    { ...PLAIN, punctuation: true, languageChoice: "optional" },
  ],
  [
    "moonshine",
    filesOf("preprocessor", "encoder", "uncached_decoder", "cached_decoder", "tokens"),
    {},
    { ...UNTIMED, punctuation: true },
  ],
  ["moonshine_v2", filesOf("encoder", "merged_decoder", "tokens"), {}, { ...UNTIMED, punctuation: true }],
  ["fire_red_aed", pair, {}, UNTIMED],
  ["canary", pair, {}, { ...UNTIMED, punctuation: true, languageChoice: "required" }],
  ["cohere_transcribe", pair, { punctuation: false }, { ...UNTIMED, languageChoice: "required" }],
  [
    "qwen3_asr",
    { ...filesOf("conv_frontend", "encoder", "decoder"), ...tokenizer },
    { hotwords: true },
    { ...UNTIMED, punctuation: true, hotwords: true, languageChoice: "optional" },
  ],
  [
    "funasr_nano",
    { ...filesOf("encoder_adaptor", "language_model", "embedding"), ...tokenizer },
    {},
    { ...UNTIMED, punctuation: true },
  ],
];

test.each(RECOGNIZERS)("%s is a recognizer, and what it can do follows", (kind, files, decoding, can) => {
  const manifest = manifestSchema.parse(manifestOf(kind, files, decoding));
  if (!isRecognizer(manifest)) throw new Error("it is no recognizer");
  expect(capabilitiesOf(manifest)).toEqual(can);
});

test("a model of one language neither detects nor is told any", () => {
  const manifest = manifestSchema.parse(manifestOf("whisper", pair, {}, { languages: ["en"] }));
  expect(isRecognizer(manifest) && capabilitiesOf(manifest)).toMatchObject({
    detectsLanguage: false,
    languageChoice: "none",
  });
});

const TOOLS: [kind: string, files: object][] = [
  ["silero_vad", filesOf("model")],
  ["ten_vad", filesOf("model")],
  ["pyannote_segmentation", filesOf("model")],
  ["speaker_embedding", filesOf("model")],
  ["whisper_language_identification", filesOf("encoder", "decoder")],
  ["online_punctuation", filesOf("model", "bpe_vocab")],
  ["offline_punctuation", filesOf("model")],
];

test.each(TOOLS)("%s stands beside recognition, and needs no language", (kind, files) => {
  const { decoding: _, ...manifest } = manifestOf(kind, files, {}, { languages: [] });
  expect(isRecognizer(manifestSchema.parse(manifest))).toBe(false);
  expect(manifestSchema.safeParse({ ...manifest, decoding: {} }).success).toBe(false);
});

const CONTRADICTIONS: [string, object, string][] = [
  ["a family's file missing", manifestOf("whisper", filesOf("encoder", "tokens")), "decoder"],
  ["a file of another family", manifestOf("nemo_ctc", { ...model, joiner: file("j") }), "joiner"],
  ["an option of another family", manifestOf("nemo_ctc", model, { task: "translate" }), "task"],
  ["one file in two roles", manifestOf("nemo_ctc", { model: file("m"), tokens: file("m") }), "twice"],
  [
    "hotwords without the search that hears them",
    manifestOf("transducer", transducer, { modeling_unit: "cjkchar" }),
    "modified_beam_search",
  ],
  [
    "word pieces without their vocabulary",
    manifestOf("transducer", transducer, { ...beam, modeling_unit: "bpe" }),
    "bpe_vocab is needed",
  ],
  [
    "a vocabulary that nothing reads",
    manifestOf("transducer", { ...transducer, bpe_vocab: file("b") }, beam),
    "needs a modeling_unit with bpe",
  ],
  [
    "a tokenizer in two folders",
    manifestOf("qwen3_asr", {
      ...filesOf("conv_frontend", "encoder", "decoder"),
      ...tokenizer,
      merges: file("merges.txt"),
    }),
    "in one folder",
  ],
  [
    "more bytes than a pack may have",
    manifestOf("nemo_ctc", { ...model, model: file("m", limits.packBytes) }),
    "bytes together",
  ],
];

test.each(CONTRADICTIONS)("refuses %s", (_, manifest, reason) => {
  const parsed = manifestSchema.safeParse(manifest);
  expect(parsed.success).toBe(false);
  expect(JSON.stringify(parsed.error?.issues)).toContain(reason);
});

const chars = (count: number) => "x".repeat(count);
const external = (count: number) => Array.from({ length: count }, (_, at) => file(`part-${at}`));

const BOUNDS: [limit: keyof typeof limits, param: string, of: (size: number) => object][] = [
  ["packIdChars", "id", (n) => ({ id: chars(n) })],
  ["packTextChars", "description", (n) => ({ description: chars(n) })],
  ["packTextChars", "source", (n) => ({ source: chars(n) })],
  ["packTextChars", "check.text", (n) => ({ check: { audio: file("check.wav"), text: chars(n) } })],
  ["packLicenceChars", "licence", (n) => ({ licence: chars(n) })],
  ["packPathChars", "card.path", (n) => ({ card: file(chars(n)) })],
  ["packLanguages", "languages", (n) => ({ languages: Array(n).fill("de") })],
  ["packExternalFiles", "external_data", (n) => ({ external_data: external(n) })],
];

test.each(BOUNDS)("takes no more than %s of %s", (limit, param, of) => {
  const faults = (size: number) =>
    manifestSchema
      .safeParse(manifestOf("nemo_ctc", model, {}, of(size)))
      .error?.issues.map(({ path }) => path.join("."));
  expect(faults(limits[limit])).toBeUndefined();
  expect(faults(limits[limit] + 1)).toEqual([param]);
});

test("takes a pack of exactly the greatest size", () => {
  const manifest = manifestSchema.parse(
    manifestOf("nemo_ctc", { model: file("m", limits.packBytes - 1), tokens: file("t") }),
  );
  expect(packBytes(manifest)).toBe(limits.packBytes);
});

describe("packs on disk", () => {
  const folder = testFolder();

  function written(name: string, manifest: object) {
    const place = join(folder, name);
    const parsed = manifestSchema.parse(manifest);
    for (const { path } of manifestFiles(parsed)) {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      writeFileSync(join(place, path), "x");
    }
    writeFileSync(join(place, "pack.json"), JSON.stringify(manifest));
    return loadPack(place);
  }

  test("a model is told with its files and those options that were given", () => {
    const pack = written(
      "w",
      manifestOf("whisper", pair, { tail_paddings: 500 }, { external_data: [file("decoder.weights")] }),
    );
    const recording = { audioPath: "/r.wav", text: null };
    expect(packModel(requireRecognizer(pack), recording)).toMatchObject({
      kind: "whisper",
      files: { encoder: join(folder, "w/encoder.onnx"), decoder: join(folder, "w/decoder.onnx") },
      options: { task: "transcribe", tail_paddings: 500, token_times: false },
      longestInputSeconds: 20,
      takesHotwords: false,
      warmUpRecording: "/r.wav",
      knowsWarmUpLanguage: false,
    });
  });

  test("a pack for something else is listed with its files, and refused as a recognizer", () => {
    const { decoding: _, ...manifest } = manifestOf("silero_vad", filesOf("model"), {}, { languages: [] });
    const pack = written("v", manifest);
    expect(packFiles(pack)).toEqual({ model: join(folder, "v/model.onnx") });
    expect(() => requireRecognizer(pack)).toThrow(TiroError);
  });
});

test.each(["description", "licence", "source"])("%s is one line that a terminal shows as it is", (field) => {
  const taken = (text: string) =>
    manifestSchema.safeParse(manifestOf("whisper", pair, {}, { [field]: text })).success;
  expect(["<b>Ünïcode</b>, 日本語, =1+1", "a\nb", "a\u001b[2Jb", "a\u2028b", "a\u202eb"].map(taken)).toEqual([
    ...[true, false, false, false, false],
  ]);
});
