/**
 * The least that recognizing a recording takes: one process that hears the samples window by window and decodes
 * the very segments that tiro decodes, several at once. No HTTP, no process boundary, no queue, no words with times.
 * `bun scripts/bench/bare-loop.ts WAV PARALLEL` prints `{"seconds":…,"words":…}`; loading does not count.
 */
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { Listener } from "../../src/engine/host/listener.ts";
import { loadParts } from "../../src/engine/host/load.ts";
import { SampleBuffer } from "../../src/engine/host/sample-buffer.ts";
import type { Segment } from "../../src/engine/host/segmenter.ts";
import { VAD_WINDOW_SAMPLES } from "../../src/engine/host/sherpa.ts";
import type { StreamParts } from "../../src/engine/host/stream.ts";
import { loadPack, packCheck, packModel } from "../../src/packs/load-pack.ts";

const PACK = join(import.meta.dir, "../../models/starter-en");
const WAV_HEADER_BYTES = 44;

async function main([wav = "", parallel = "2"]: string[]): Promise<void> {
  const native = prepareNativeLibraries({ dataDir: "unused in a clone" });
  const pack = loadPack(PACK);
  const init = {
    ...native,
    model: { ...packModel(pack), warmUpRecording: packCheck(pack).audioPath },
    threads: 1,
    parallelDecodes: Number(parallel),
    provider: "cpu" as const,
    niceness: 0,
  };
  const parts = await loadParts(init, () => {});
  const audio = new SampleBuffer(0);
  audio.append((await Bun.file(wav).bytes()).subarray(WAV_HEADER_BYTES));
  const segments = segmentsOf(parts, audio);
  const begin = performance.now();
  const words = await recognize(parts, audio, segments, Number(parallel));
  console.log(JSON.stringify({ seconds: (performance.now() - begin) / 1000, words }));
  process.exit(0);
}

/** Found beforehand, so that the loop decides nothing. */
function segmentsOf(parts: StreamParts, audio: SampleBuffer): Segment[] {
  const listener = new Listener(audio, parts.detectors, parts.segmentation);
  const segments: Segment[] = [];
  while (listener.heardUntilSample < audio.endSample) segments.push(...listener.hearWindow());
  segments.push(...listener.finish());
  listener.close();
  return segments;
}

async function recognize(
  { detectors, recognizer, sampleRate }: StreamParts,
  audio: SampleBuffer,
  segments: Segment[],
  parallel: number,
): Promise<number> {
  const detector = detectors.lend(false);
  const window = new Float32Array(VAD_WINDOW_SAMPLES);
  const running = new Set<Promise<void>>();
  let heard = 0;
  let words = 0;
  const hearUntil = (sample: number) => {
    for (; heard < Math.min(sample, audio.endSample); heard += VAD_WINDOW_SAMPLES) {
      audio.window(heard, window);
      detector.isSpeech(window);
    }
  };
  for (const { fromSample, untilSample } of segments) {
    hearUntil(untilSample);
    const decode = recognizer.prepare(audio.floats(fromSample, untilSample), sampleRate);
    if (running.size >= parallel) await Promise.race(running);
    const done: Promise<void> = decode().then(({ text }) => {
      words += text.split(" ").length;
      running.delete(done);
    });
    running.add(done);
  }
  hearUntil(audio.endSample);
  await Promise.all(running);
  return words;
}

await main(process.argv.slice(2));
