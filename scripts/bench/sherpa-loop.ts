/**
 * The bare loop that tiro is compared with: one process, sherpa-onnx-node's own classes, the same windows, segments and
 * decodes as tiro's, nothing else. If the model needs the search for words, that is part of a decode; WORDS is
 * empty otherwise. `bun sherpa-loop.ts WAV VAD THREADS PARALLEL MODEL TOKENS WORDS` prints one JSON line.
 */
import { readFileSync } from "node:fs";
import { findWords } from "../../src/engine/host/word-search/find-words.ts";
import { WordModel } from "../../src/engine/host/word-search/word-model.ts";
import { timeLoop } from "./loop.ts";
import { greedyDecoder } from "./sherpa.ts";

const [wavPath = "", vadModel = "", threads, parallel, model, tokens, wordsPath] = process.argv.slice(2);
const wordModel = wordsPath ? new WordModel(readFileSync(wordsPath)) : null;
const decode = greedyDecoder({ nemoCtc: { model }, tokens }, Number(threads));

await timeLoop(wavPath, vadModel, 2 * Number(parallel), async (samples) => {
  const heard = await decode(samples);
  return (wordModel ? await findWords(wordModel, heard) : heard).text;
});
