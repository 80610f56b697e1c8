/**
 * The bare loop that tiro is compared with, for whisper.cpp: one process, the library's own functions, the same windows, segments
 * and decodes as tiro's, nothing else. A second look at silences that are none belongs to these: it finds short
 * segments, and for Whisper each is as much work as half a minute. `bun ggml-loop.ts WAV VAD THREADS PARALLEL MODEL
 * LIBRARY` prints one JSON line.
 */
import { tmpdir } from "node:os";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { limits } from "../../src/config/limits.ts";
import { cString, type Handle, openWhisperLibrary } from "../../src/engine/host/backends/ggml/library.ts";
import { readTokens } from "../../src/engine/host/backends/ggml/tokens.ts";
import { openDetectors } from "../../src/engine/host/backends/silero.ts";
import { Listener } from "../../src/engine/host/listener.ts";
import { segmentationFor } from "../../src/engine/host/load.ts";
import { SampleBuffer } from "../../src/engine/host/sample-buffer.ts";
import type { Segment } from "../../src/engine/host/segmenter.ts";
import { VAD_WINDOW_SAMPLES } from "../../src/engine/host/speech-detector.ts";
import { RATE, timeLoop } from "./loop.ts";

const MOST_TOKENS = 1_000;
const LEAST_SAMPLES = 1.2 * RATE;

const [wavPath = "", vadModel = "", threads, parallel, model = "", path = ""] = process.argv.slice(2);
const { sherpaAddonPath, decoderCallsPath } = prepareNativeLibraries({ dataDir: tmpdir() });
const library = openWhisperLibrary(decoderCallsPath, path);
const openDetector = openDetectors({ sherpaAddonPath, vadModelPath: vadModel });
const context = library.load_model(cString(model)) as Handle;
const open = () => library.open_place(context, Number(threads), 1, 0, 0.6) as Handle;
const places = Array.from({ length: Number(parallel) }, open);
const english = cString("en");
const text = Buffer.alloc(100 * MOST_TOKENS);
const numbers = new Float64Array(4 * MOST_TOKENS);
/** Buffers that the library reads meanwhile. */
const used = new Set<Float32Array>();

await timeLoop(
  wavPath,
  vadModel,
  places.length,
  async (segment) => {
    const samples = new Float32Array(Math.max(segment.length, LEAST_SAMPLES));
    samples.set(segment);
    used.add(samples);
    const place = places.pop() as Handle;
    await library.start_decode(place, samples, english, null);
    if (library.failure_of(place) !== 0) throw new Error("a decode failed");
    const count = library.read_tokens(place, text, numbers);
    places.push(place);
    used.delete(samples);
    return readTokens(text, numbers, count).text;
  },
  segmentsHeard,
);

/** As a host hears them. */
function* segmentsHeard(recording: Float32Array): Generator<Segment> {
  const audio = new SampleBuffer(0);
  audio.append(new Uint8Array(Int16Array.from(recording, (sample) => 32_768 * sample).buffer));
  const listener = new Listener(audio, openDetector, segmentationFor(limits.decodeSeconds));
  while (listener.heardUntilSample + VAD_WINDOW_SAMPLES <= audio.endSample) yield* listener.hearWindow();
  yield* listener.finish();
}
