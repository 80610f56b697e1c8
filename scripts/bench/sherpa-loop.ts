/**
 * What tiro is measured against: one process, sherpa-onnx-node's own classes, the same windows, segments and
 * decodes as tiro's, nothing else. Where the model needs the search for words, that is part of a decode; WORDS is
 * empty otherwise. `bun sherpa-loop.ts WAV VAD THREADS PARALLEL MODEL TOKENS WORDS` prints one JSON line.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { findWords } from "../../src/engine/host/word-search/find-words.ts";
import type { Spelt } from "../../src/engine/host/word-search/spelt-scores.ts";
import { WordModel } from "../../src/engine/host/word-search/word-model.ts";
import { RATE, timeLoop } from "./loop.ts";

interface SherpaNode {
  OfflineRecognizer: new (
    config: object,
  ) => {
    createStream(): { acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void };
    decodeAsync(stream: object): Promise<Spelt & { text: string }>;
  };
}

const [wavPath = "", vadModel = "", threads, parallel, model, tokens, wordsPath] = process.argv.slice(2);
const wordModel = wordsPath ? new WordModel(readFileSync(wordsPath)) : null;
const sherpa = createRequire(import.meta.url)("sherpa-onnx-node") as SherpaNode;
const recognizer = new sherpa.OfflineRecognizer({
  featConfig: { sampleRate: RATE, featureDim: 80 },
  modelConfig: { nemoCtc: { model }, tokens, numThreads: Number(threads), provider: "cpu", debug: 0 },
  decodingMethod: "greedy_search",
});

await timeLoop(wavPath, vadModel, 2 * Number(parallel), async (samples) => {
  const stream = recognizer.createStream();
  stream.acceptWaveform({ samples, sampleRate: RATE });
  const heard = await recognizer.decodeAsync(stream);
  return (wordModel ? await findWords(wordModel, heard) : heard).text;
});
