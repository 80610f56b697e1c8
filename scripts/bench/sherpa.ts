/** sherpa-onnx-node's own recognizer, as the bare loops use it. */
import { createRequire } from "node:module";
import type { Spelt } from "../../src/engine/host/word-search/spelt-scores.ts";
import { RATE } from "./loop.ts";

interface SherpaNode {
  OfflineRecognizer: new (
    config: object,
  ) => {
    createStream(): { acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void };
    decodeAsync(stream: object): Promise<Spelt & { text: string }>;
  };
}

type Decode = (samples: Float32Array) => Promise<Spelt & { text: string }>;

/** @param model as `modelConfig` names its files. */
export function greedyDecoder(model: object, threads: number): Decode {
  const sherpa = createRequire(import.meta.url)("sherpa-onnx-node") as SherpaNode;
  const recognizer = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: RATE, featureDim: 80 },
    modelConfig: { ...model, numThreads: threads, provider: "cpu", debug: 0 },
    decodingMethod: "greedy_search",
  });
  return (samples) => {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate: RATE });
    return recognizer.decodeAsync(stream);
  };
}
