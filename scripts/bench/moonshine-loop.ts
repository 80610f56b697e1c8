/**
 * What tiro with Moonshine is measured against: one process, sherpa-onnx-node's own classes, the same windows, segments and
 * decodes as tiro's by both networks, Moonshine's and the starter's, nothing else.
 * `bun moonshine-loop.ts WAV VAD THREADS PARALLEL ENCODER DECODER TOKENS STARTER STARTER_TOKENS LONGEST_SECONDS` prints one JSON line.
 */
import { createRequire } from "node:module";
import { RATE, segmentsUpTo, timeLoop } from "./loop.ts";

interface SherpaNode {
  OfflineRecognizer: new (
    config: object,
  ) => {
    createStream(): { acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void };
    decodeAsync(stream: object): Promise<{ text: string }>;
  };
}

const [
  wavPath = "",
  vadModel = "",
  threads,
  parallel,
  encoder,
  mergedDecoder,
  tokens,
  starter,
  starterTokens,
  longest,
] = process.argv.slice(2);
const sherpa = createRequire(import.meta.url)("sherpa-onnx-node") as SherpaNode;
const loaded = (model: object) =>
  new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: RATE, featureDim: 80 },
    modelConfig: { ...model, numThreads: Number(threads), provider: "cpu", debug: 0 },
    decodingMethod: "greedy_search",
  });
const recognizer = loaded({ moonshine: { encoder, mergedDecoder }, tokens });
const network = loaded({ nemoCtc: { model: starter }, tokens: starterTokens });

async function decode(by: typeof recognizer, samples: Float32Array): Promise<string> {
  const stream = by.createStream();
  stream.acceptWaveform({ samples, sampleRate: RATE });
  return (await by.decodeAsync(stream)).text;
}

await timeLoop(
  wavPath,
  vadModel,
  2 * Number(parallel),
  async (samples) => {
    const text = await decode(recognizer, samples);
    await decode(network, samples);
    return text;
  },
  segmentsUpTo(Number(longest)),
);
