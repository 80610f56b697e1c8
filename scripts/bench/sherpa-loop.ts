/**
 * What tiro is measured against: one process, sherpa-onnx-node's own classes, the same windows, segments and
 * decodes as tiro's, nothing else. Where the model needs the search for words, that is part of a decode; WORDS is
 * empty otherwise. `bun sherpa-loop.ts WAV MODEL TOKENS WORDS VAD THREADS PARALLEL` prints one JSON line.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { limits } from "../../src/config/limits.ts";
import { type Segment, Segmenter } from "../../src/engine/host/segmenter.ts";
import { findWords } from "../../src/engine/host/word-search/find-words.ts";
import type { Spelt } from "../../src/engine/host/word-search/spelt-scores.ts";
import { WordModel } from "../../src/engine/host/word-search/word-model.ts";

interface SherpaNode {
  Vad: new (
    config: object,
    bufferSeconds: number,
  ) => { acceptWaveform(samples: Float32Array): void; isDetected(): boolean; flush(): void; clear(): void };
  OfflineRecognizer: new (
    config: object,
  ) => {
    createStream(): { acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void };
    decodeAsync(stream: object): Promise<Spelt & { text: string }>;
  };
}

const RATE = 16_000;
const WINDOW = 512;
const FLUSH_WINDOWS = 30;
const ms = (milliseconds: number) => (milliseconds * RATE) / 1000;

const [wavPath = "", model, tokens, wordsPath, vadModel, threads, parallel] = process.argv.slice(2);
const wordModel = wordsPath ? new WordModel(readFileSync(wordsPath)) : null;
const sherpa = createRequire(import.meta.url)("sherpa-onnx-node") as SherpaNode;
const recognizer = new sherpa.OfflineRecognizer({
  featConfig: { sampleRate: RATE, featureDim: 80 },
  modelConfig: { nemoCtc: { model }, tokens, numThreads: Number(threads), provider: "cpu", debug: 0 },
  decodingMethod: "greedy_search",
});

async function recognize(audio: Float32Array): Promise<number> {
  const running = new Set<Promise<void>>();
  let words = 0;
  const decode = async (segment: Segment) => {
    while (running.size >= 2 * Number(parallel)) await Promise.race(running);
    const stream = recognizer.createStream();
    stream.acceptWaveform({
      samples: audio.slice(segment.fromSample, segment.untilSample),
      sampleRate: RATE,
    });
    const decoding: Promise<void> = recognizer.decodeAsync(stream).then(async (heard) => {
      const { text } = wordModel ? await findWords(wordModel, heard) : heard;
      words += text.trim().split(/ +/).filter(Boolean).length;
      running.delete(decoding);
    });
    running.add(decoding);
  };
  for (const segment of segmentsOf(audio)) await decode(segment);
  await Promise.all(running);
  return words;
}

function* segmentsOf(audio: Float32Array): Generator<Segment> {
  const vad = new sherpa.Vad(
    {
      sileroVad: {
        model: vadModel,
        threshold: 0.5,
        minSilenceDuration: 0.001,
        minSpeechDuration: 0.001,
        windowSize: WINDOW,
        maxSpeechDuration: 3600,
      },
      sampleRate: RATE,
      numThreads: 1,
      provider: "cpu",
    },
    60,
  );
  const segmenter = new Segmenter(
    {
      windowSamples: WINDOW,
      maxSamples: limits.decodeSeconds * RATE,
      padBeforeSamples: ms(limits.padBeforeMs),
      padAfterSamples: ms(limits.padAfterMs),
      pauseSamples: ms(limits.segmentPauseMs),
      edgeSamples: ms(limits.segmentEdgeMs),
    },
    0,
  );
  for (let at = 0, windows = 1; at + WINDOW <= audio.length; at += WINDOW, windows++) {
    const window = audio.subarray(at, at + WINDOW);
    vad.acceptWaveform(window);
    segmenter.push(vad.isDetected(), level(window));
    yield* segmenter.take();
    if (windows % FLUSH_WINDOWS === 0) {
      vad.flush();
      vad.clear();
    }
  }
  segmenter.flush(audio.length);
  yield* segmenter.take();
}

function level(window: Float32Array): number {
  let squares = 0;
  for (const sample of window) squares += sample * sample;
  return Math.sqrt(squares / window.length);
}

const file = readFileSync(wavPath);
const data = file.indexOf("data", 12, "latin1") + 8;
const audio = Float32Array.from(
  { length: (file.length - data) >> 1 },
  (_, i) => file.readInt16LE(data + 2 * i) / 32_768,
);
await recognize(audio.subarray(0, 30 * RATE));
const begin = performance.now();
const words = await recognize(audio);
console.log(JSON.stringify({ seconds: (performance.now() - begin) / 1000, words }));
