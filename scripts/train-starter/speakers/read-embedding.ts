/**
 * Writes the embedding of a whole recording, as sherpa-onnx computes it, into a file of 32-bit floats.
 *
 *   bun scripts/train-starter/speakers/read-embedding.ts NETWORK WAV OUT
 */
import { writeFileSync } from "node:fs";
import { readWave, SpeakerEmbeddingExtractor } from "sherpa-onnx-node";

const [network, recording, out] = process.argv.slice(2);
if (network === undefined || recording === undefined || out === undefined)
  throw new Error("Which network, which recording, and where to?");
const { samples, sampleRate } = readWave(recording);
const extractor = new SpeakerEmbeddingExtractor({ model: network, numThreads: 1 });
const stream = extractor.createStream();
stream.acceptWaveform({ samples, sampleRate });
stream.inputFinished();
const embedding: Float32Array = extractor.compute(stream);
writeFileSync(out, Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength));
