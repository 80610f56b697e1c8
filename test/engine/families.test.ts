/**
 * Every family of models through the engine host and sherpa-onnx, with a tiny model of each that was written for it: loaded,
 * given its options, and decoded for real. Two families are not here, because they cannot be made in a few lines: Qwen3-ASR
 * and FunASR Nano read a byte-pair tokenizer with special tokens out of three files and run a decoder with a cache
 * of fixed layout. Their options are checked in `src/engine/host/backends/sherpa/families.test.ts`.
 */
import { describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Recognition } from "../../src/engine/engine.ts";
import type { ModelSpec } from "../../src/engine/model-spec.ts";
import { testFolder } from "../support/folders.ts";
import { CTC_WRITERS } from "./models/ctc.ts";
import { ENCODER_DECODER_WRITERS } from "./models/encoder-decoders.ts";
import { modelIn, startModel } from "./models/engine.ts";
import { type Frame, writeNemoTransducer, writeTransducer } from "./models/transducers.ts";
import { blocks, clip, joined, silence } from "./support.ts";

const place = testFolder();

const ONE = { model: "model.onnx", tokens: "tokens.txt" };
const PAIR = { encoder: "encoder.onnx", decoder: "decoder.onnx", tokens: "tokens.txt" };
const JOINED = { ...PAIR, joiner: "joiner.onnx" };

const FRAMES: Frame[] = [{ "▁A": 8 }, { N: 8 }, { E: 8 }];
const spoken = { tokens: ["<blk>", "<unk>", "▁A", "E", "N"], frames: FRAMES };
const nemo = { tokens: ["▁A", "E", "N", "<blk>"], frames: FRAMES };

interface Tiny {
  kind: ModelSpec["kind"];
  name?: string;
  write: (folder: string) => void;
  files: Record<string, string>;
  spec?: Partial<ModelSpec>;
  /** Its text for every stretch of speech; null if unknown. */
  text: string | null;
  /** Whether it says when each token was spoken. */
  timed: boolean;
}

const random = (kind: ModelSpec["kind"], spec: Partial<ModelSpec> = {}): Tiny => ({
  kind,
  write: CTC_WRITERS[kind] as Tiny["write"],
  files: ONE,
  spec,
  text: null,
  timed: true,
});
const written = (
  kind: keyof typeof ENCODER_DECODER_WRITERS,
  files: Record<string, string>,
  text: string,
  spec: Partial<ModelSpec> = {},
): Tiny => ({
  kind,
  write: ENCODER_DECODER_WRITERS[kind],
  files,
  spec: { tokenTimes: false, ...spec },
  text,
  timed: false,
});

const FAMILIES: Tiny[] = [
  random("nemo_ctc", { options: { punctuated: true } }),
  random("zipformer_ctc"),
  random("wenet_ctc"),
  random("telespeech_ctc", { featureDim: 40 }),
  random("omnilingual_ctc"),
  random("dolphin_ctc"),
  random("fire_red_ctc"),
  random("med_asr_ctc", { featureDim: 128 }),
  { ...random("paraformer", { tokenTimes: false, options: { token_times: false } }), timed: false },
  random("sense_voice", { options: { language: "ko", inverse_text_normalization: true } }),
  {
    kind: "transducer",
    write: (folder) => writeTransducer(folder, spoken),
    files: JOINED,
    text: "ANE",
    timed: true,
  },
  {
    kind: "nemo_transducer",
    write: (folder) => writeNemoTransducer(folder, nemo),
    files: JOINED,
    text: "ANE",
    timed: true,
  },
  {
    kind: "nemo_transducer",
    name: "nemo_transducer with durations",
    write: (folder) => writeNemoTransducer(folder, nemo, 3),
    files: JOINED,
    text: "ANE",
    timed: true,
  },
  written("whisper", PAIR, "hello world", {
    options: { task: "transcribe", tail_paddings: 300, token_times: false },
  }),
  written("fire_red_aed", PAIR, "guten tag"),
  written("canary", PAIR, "guten tag", { options: { language: "de", punctuation: false } }),
  written("cohere_transcribe", PAIR, "guten tag", {
    featureDim: 128,
    options: { language: "de", punctuation: true, inverse_text_normalization: false },
  }),
  written(
    "moonshine",
    {
      preprocessor: "preprocessor.onnx",
      encoder: "encoder.onnx",
      uncached_decoder: "uncached.onnx",
      cached_decoder: "cached.onnx",
      tokens: "tokens.txt",
    },
    "guten tag",
  ),
  written(
    "moonshine_v2",
    { encoder: "encoder.onnx", merged_decoder: "decoder.onnx", tokens: "tokens.txt" },
    "guten tag",
  ),
];

function specOf({ kind, name = kind, write, files, spec }: Tiny): ModelSpec {
  const folder = join(place, name);
  mkdirSync(folder, { recursive: true });
  write(folder);
  return modelIn(folder, kind, files, spec);
}

const speech = clip("synth_10_rms.wav").samples;
const recording = joined(silence(1), speech, silence(3), speech);

test.each(FAMILIES.map((family): [string, Tiny] => [family.name ?? family.kind, family]))(
  "a %s model recognizes, and tells when",
  async (_, family) => {
    const engine = startModel(specOf(family));
    try {
      await engine.ready();
      const recognition = await engine.recognize(blocks(recording), { lane: "batch", hotwords: ["Anna"] });
      expect(recognition.pieces).toHaveLength(2);
      expect(recognition).toMatchObject({ hotwordsUsed: false, language: "en" });
      for (const piece of recognition.pieces) {
        if (family.text !== null) expect(piece.text).toBe(family.text);
        expect(piece.text).not.toBe("");
      }
      expectTimes(recognition, family.timed);
    } finally {
      await engine.close();
    }
  },
);

function expectTimes({ pieces }: Recognition, timed: boolean): void {
  let at = 0;
  for (const { words, startSeconds, endSeconds } of pieces) {
    expect(words[0]?.startSeconds).toBe(startSeconds);
    for (const word of words) {
      expect(word.startSeconds).toBeGreaterThanOrEqual(at);
      at = word.endSeconds;
    }
    expect(at).toBe(endSeconds);
    // Spread words fill the stretch between the paddings.
    if (!timed) expect(endSeconds - startSeconds).toBeGreaterThan(0.5);
  }
}

describe("the language of a recording", () => {
  test("Whisper hears it or is told it, each recording its own, also at once", async () => {
    const whisper = FAMILIES.find(({ kind }) => kind === "whisper") as Tiny;
    const engine = startModel({ ...specOf({ ...whisper, name: "languages" }), languages: ["de", "en"] });
    const said = async (language: string | null) =>
      (await engine.recognize(blocks(speech), { lane: "batch", language })).language;
    await engine.ready();
    expect(await said(null)).toBe("de");
    expect(await Promise.all(["en", null, "de", "en", null].map(said))).toEqual([
      "en",
      "de",
      "de",
      "en",
      "de",
    ]);
    await engine.close();
  });

  test("Cohere is told it with each decode, and knows Mandarin by its other name", async () => {
    const cohere = FAMILIES.find(({ kind }) => kind === "cohere_transcribe") as Tiny;
    const engine = startModel({ ...specOf({ ...cohere, name: "told" }), languages: ["de", "cmn"] });
    await engine.ready();
    for (const [asked, told] of [
      ["zh", "cmn"],
      ["cmn", "cmn"],
      ["de", "de"],
      ["fr", null],
    ] as const) {
      const { language, pieces } = await engine.recognize(blocks(speech), { lane: "batch", language: asked });
      expect(language).toBe(told);
      expect(pieces.map(({ text }) => text)).toEqual(["guten tag"]);
    }
    await engine.close();
  });
});

const REFUSED: [string, (spec: ModelSpec) => ModelSpec, string][] = [
  [
    "a missing file",
    (spec) => ({ ...spec, files: { model: spec.files.model as string } }),
    "needs the file tokens",
  ],
  [
    "a strange file",
    (spec) => ({ ...spec, files: { ...spec.files, joiner: spec.files.model as string } }),
    "has no file joiner",
  ],
  [
    "an option of another family",
    (spec) => ({ ...spec, options: { task: "translate" } }),
    "has no option task",
  ],
];
test.each(REFUSED)("%s is refused with its name", async (name, change, reason) => {
  const engine = startModel(change(specOf({ ...(FAMILIES[1] as Tiny), name })));
  const error = await engine.ready().catch((failure) => failure);
  expect(error.extras.hint).toContain(reason);
  await engine.close();
});
