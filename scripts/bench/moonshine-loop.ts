/**
 * The bare loop that tiro with Moonshine is compared with: one process, sherpa-onnx-node's own classes, the same windows, segments and
 * decodes as tiro's by both networks, Moonshine's and the starter's, nothing else.
 * `bun moonshine-loop.ts WAV VAD THREADS PARALLEL ENCODER DECODER TOKENS STARTER STARTER_TOKENS LONGEST_SECONDS` prints one JSON line.
 */
import { segmentsUpTo, timeLoop } from "./loop.ts";
import { greedyDecoder } from "./sherpa.ts";

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
const decode = greedyDecoder({ moonshine: { encoder, mergedDecoder }, tokens }, Number(threads));
const decodeByNetwork = greedyDecoder(
  { nemoCtc: { model: starter }, tokens: starterTokens },
  Number(threads),
);

await timeLoop(
  wavPath,
  vadModel,
  2 * Number(parallel),
  async (samples) => {
    const { text } = await decode(samples);
    await decodeByNetwork(samples);
    return text;
  },
  segmentsUpTo(Number(longest)),
);
