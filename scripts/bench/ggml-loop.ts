/**
 * What tiro is measured against with whisper.cpp: one process, the library's own functions, the same windows, segments
 * and decodes as tiro's, nothing else. `bun ggml-loop.ts WAV VAD THREADS PARALLEL MODEL LIBRARY` prints one JSON line.
 */
import { cString, type Handle, openWhisperLibrary } from "../../src/engine/host/backends/ggml/library.ts";
import { readTokens } from "../../src/engine/host/backends/ggml/tokens.ts";
import { RATE, timeLoop } from "./loop.ts";

const MOST_TOKENS = 1_000;
const LEAST_SAMPLES = 1.2 * RATE;

const [wavPath = "", vadModel = "", threads, parallel, model = "", path = ""] = process.argv.slice(2);
const library = openWhisperLibrary(path);
const context = library.load_model(cString(model));
const open = () => library.open_place(context, Number(threads), 1, 0, 0.6) as Handle;
const places = Array.from({ length: Number(parallel) }, open);
const english = cString("en");
const text = Buffer.alloc(100 * MOST_TOKENS);
const numbers = new Float64Array(4 * MOST_TOKENS);
/** What the library reads meanwhile. */
const used = new Set<Float32Array>();

await timeLoop(wavPath, vadModel, places.length, async (segment) => {
  const samples = new Float32Array(Math.max(segment.length, LEAST_SAMPLES));
  samples.set(segment);
  used.add(samples);
  const place = places.pop() as Handle;
  await (library.start_decode(null, place, samples, samples.length, english, null) as Promise<null>);
  if (library.failure_of(place) !== 0) throw new Error("a decode failed");
  const count = library.read_tokens(place, text, text.length, numbers, MOST_TOKENS);
  places.push(place);
  used.delete(samples);
  return readTokens(text, numbers, count).text;
});
