/**
 * Live recognition with the recognizer in the box, or another pack: recordings sent as fast as they were spoken, by one stream
 * and by several at once. How long after its end a word is seen in grey and is final, how late the text of an utterance is
 * after the silence that ends it, what a stream costs, how often grey words change, and how many words are wrong beside a
 * decode of the whole.
 *
 *   bun run bench:live [--streams 1,4,8] [--beside 4] [--dictations 16] [--memory 4,8,16] [--starter | --pack FOLDER | --streaming]
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ModelEngine } from "../../src/engine/engine.ts";
import { modelIn, startModel } from "../../test/engine/models/engine.ts";
import { sharedClips, startEngine } from "../../test/engine/support.ts";
import { countErrors } from "./accuracy/count-errors.ts";
import { recognized, startMoonshine, startPack, textOf } from "./alignment/moonshine.ts";
import { measureBeside, measureDictationsBeside } from "./live/beside.ts";
import { measureMemory } from "./live/memory.ts";
import { hearSpeakers, normalized, wrongShare } from "./live/speakers.ts";
import { writeStreamingNetwork } from "./live/streaming-network.ts";

const { values } = parseArgs({
  options: {
    streams: { type: "string", default: "1,4,8" },
    beside: { type: "string", default: "" },
    dictations: { type: "string", default: "" },
    memory: { type: "string", default: "" },
    starter: { type: "boolean", default: false },
    pack: { type: "string" },
    streaming: { type: "boolean", default: false },
  },
});
const counts = (list: string) => list.split(",").filter(Boolean).map(Number);

/** Persons only: a program's voice says nothing about how fast people can be followed. */
const clips = sharedClips().filter(({ file }) => !/^(synth|conversation)/.test(file));
if (clips.length === 0) throw new Error("no recordings of real voices beside the clone");
const start = () => {
  if (values.streaming) return startStreaming();
  if (values.pack !== undefined) return startPack(values.pack);
  return values.starter ? startEngine() : startMoonshine();
};
const speech = clips.map(({ samples }) => samples);
await measureMemory(start, counts(values.memory), speech);
const engine = start();
await engine.ready();
try {
  const whole = [];
  for (const { samples, text } of clips)
    whole.push(countErrors(normalized(text), normalized(textOf(await recognized(engine, samples)))));
  console.log(`${clips.length} recordings, decoded whole: ${wrongShare(whole)} of words wrong`);
  for (const streams of counts(values.streams)) await hearSpeakers(engine, clips, streams);
  for (const streams of counts(values.beside)) await measureBeside(engine, clips, streams);
  for (const streams of counts(values.dictations)) await besideDictations(engine, streams);
} finally {
  await engine.close();
}

/** Dictations go to the recognizer in the box, as a site with a streaming pack has them. */
async function besideDictations(streaming: ModelEngine, streams: number): Promise<void> {
  const dictating = startMoonshine();
  try {
    await dictating.ready();
    await measureDictationsBeside(streaming, dictating, clips, streams);
  } finally {
    await dictating.close();
  }
}

function startStreaming() {
  const folder = mkdtempSync(join(tmpdir(), "tiro-streaming-"));
  writeStreamingNetwork(folder);
  const files = { model: "model.onnx", tokens: "tokens.txt" };
  const options = { tail_seconds: 0.8, punctuated: false };
  return startModel(modelIn(folder, "streaming_nemo_ctc", files, { options }));
}
