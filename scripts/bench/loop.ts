/** Shared parts of the bare loops: tiro's own windows and segments of a recording, with sherpa-onnx-node's own classes. */
import { createRequire } from "node:module";
import { limits } from "../../src/config/limits.ts";
import { type Segment, Segmenter } from "../../src/engine/host/segmenter.ts";
import { wavFloats } from "./starter.ts";

interface SherpaVad {
  Vad: new (
    config: object,
    bufferSeconds: number,
  ) => { acceptWaveform(samples: Float32Array): void; isDetected(): boolean; flush(): void; clear(): void };
}

export const RATE = 16_000;
const WINDOW = 512;
const FLUSH_WINDOWS = 30;
const ms = (milliseconds: number) => (milliseconds * RATE) / 1000;

/** The stretches of a recording that are decoded. */
type Segments = (audio: Float32Array, vadModel: string) => Iterable<Segment>;

/** Decodes segments of the recording side by side; the seconds that it took after ten seconds to warm up. */
export async function timeLoop(
  wavPath: string,
  vadModel: string,
  parallel: number,
  decode: (samples: Float32Array) => Promise<string>,
  segments: Segments = segmentsUpTo(limits.decodeSeconds),
): Promise<void> {
  const audio = wavFloats(wavPath);
  const recognize = async (part: Float32Array): Promise<number> => {
    const running = new Set<Promise<void>>();
    let words = 0;
    for (const { fromSample, untilSample } of segments(part, vadModel)) {
      while (running.size >= parallel) await Promise.race(running);
      const decoding: Promise<void> = decode(part.slice(fromSample, untilSample)).then((text) => {
        words += text.trim().split(/ +/).filter(Boolean).length;
        running.delete(decoding);
      });
      running.add(decoding);
    }
    await Promise.all(running);
    return words;
  };
  await recognize(audio.subarray(0, 10 * RATE));
  const begin = performance.now();
  const words = await recognize(audio);
  console.log(JSON.stringify({ seconds: (performance.now() - begin) / 1000, words }));
}

/** @param longestSeconds that the model hears at once. */
export function segmentsUpTo(longestSeconds: number): Segments {
  return (audio, vadModel) => segmentsOf(audio, vadModel, longestSeconds);
}

function* segmentsOf(audio: Float32Array, vadModel: string, longestSeconds: number): Generator<Segment> {
  const { Vad } = createRequire(import.meta.url)("sherpa-onnx-node") as SherpaVad;
  const vad = new Vad(
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
      maxSamples: longestSeconds * RATE,
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
