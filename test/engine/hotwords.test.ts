/** Hotwords on their way to sherpa-onnx, with a transducer that wavers between two names. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limits } from "../../src/config/limits.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { ModelSpec } from "../../src/engine/model-spec.ts";
import { recognizeRecording } from "../../src/transcription/recognize-recording.ts";
import { modelIn, startModel } from "./models/engine.ts";
import { writeTransducer } from "./models/transducers.ts";
import { blocks, clip } from "./support.ts";

const PIECES = ["▁", "▁A", "A", "B", "E", "N"];
const SPOKEN = {
  tokens: ["<blk>", "<unk>", ...PIECES],
  frames: [{ "▁A": 8 }, { N: 8 }, { N: 8 }, { E: 8, A: 7.5 }, { N: 8 }],
};
const FILES = {
  encoder: "encoder.onnx",
  decoder: "decoder.onnx",
  joiner: "joiner.onnx",
  tokens: "tokens.txt",
};

let folder = "";
let wavering: Engine;
let greedy: Engine;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tiro-hotwords-"));
  writeTransducer(folder, SPOKEN);
  writeFileSync(join(folder, "bpe.vocab"), ["<unk>", ...PIECES].map((piece) => `${piece}\t-2\n`).join(""));
  const options: ModelSpec["options"] = {
    method: "modified_beam_search",
    modeling_unit: "bpe",
    hotwords_score: 3,
  };
  const files = { ...FILES, bpe_vocab: "bpe.vocab" };
  wavering = startModel(modelIn(folder, "transducer", files, { options, takesHotwords: true }));
  greedy = startModel(modelIn(folder, "transducer", FILES));
  await Promise.all([wavering.ready(), greedy.ready()]);
});
afterAll(async () => {
  await Promise.all([wavering.close(), greedy.close()]);
  rmSync(folder, { recursive: true, force: true });
});

async function heard(engine: Engine, hotwords: string[]) {
  const audio = blocks(clip("synth_10_rms.wav").samples);
  const { pieces, hotwordsUsed } = await engine.recognize(audio, { lane: "batch", hotwords });
  return { text: pieces.map(({ text }) => text).join(" "), hotwordsUsed };
}

test("a recording's hotwords decide what its own model wavers about, and no other recording's", async () => {
  expect(await heard(wavering, [])).toEqual({ text: "ANNEN", hotwordsUsed: false });
  expect(await heard(wavering, ["Annan"])).toEqual({ text: "ANNAN", hotwordsUsed: true });
  const both = await Promise.all([
    heard(wavering, ["Annan"]),
    heard(wavering, []),
    heard(wavering, ["Bern"]),
  ]);
  expect(both.map(({ text }) => text)).toEqual(["ANNAN", "ANNEN", "ANNEN"]);
});

test("a model that takes none is told none", async () => {
  expect(await heard(greedy, ["Annan"])).toEqual({ text: "ANNEN", hotwordsUsed: false });
});

const NASTY = [
  "Annan :x",
  ":1e999",
  "#nan",
  "@",
  "/",
  "//",
  "\n:\n",
  "\u0000",
  "😀",
  "ß",
  "Ａnnan",
  "a".repeat(100),
  "<unk>",
  "▁A",
];

test("hotwords that sherpa-onnx would end on do not reach it", async () => {
  const [before] = wavering.status().processes;
  expect((await heard(wavering, NASTY)).text).toBe("ANNEN");
  expect((await heard(wavering, [...NASTY, "Annan"])).text).toBe("ANNAN");
  expect(wavering.status().processes[0]?.pid).toBe(before?.pid as number);
});

test("as many as may be, each as long as may be, are taken", async () => {
  const words = Array.from(
    { length: limits.hotwords },
    (_, i) => "ANEB"[i % 4]?.repeat(limits.hotwordChars) ?? "",
  );
  expect((await heard(wavering, words)).text).toBe("ANNEN");
});

/** The way of a transcription and of a dictation, whose words are cut to the limits. */
async function transcribed(engine: Engine, prompt: string | null, hotwords: string[] = []): Promise<string> {
  const source = { samples: blocks(clip("synth_10_rms.wav").samples), close: async () => {} };
  const options = { language: null, prompt, hotwords };
  return (await recognizeRecording(engine, source as never, options)).text;
}

test("a prompt's and a dictionary's words go the same way; what is beyond the limits is left out", async () => {
  const others = Array.from({ length: limits.hotwords - 1 }, (_, i) => `BEEN${"N".repeat(i % 50)}`);
  expect(await transcribed(wavering, "Meeting with Annan, and others")).toBe("ANNAN");
  expect(await transcribed(wavering, null, ["B".repeat(limits.hotwordChars + 1), "Annan"])).toBe("ANNAN");
  expect(await transcribed(wavering, null, [...others, "Annan"])).toBe("ANNAN");
  expect(await transcribed(wavering, null, [...others, "BABE", "Annan"])).toBe("ANNEN");
});
