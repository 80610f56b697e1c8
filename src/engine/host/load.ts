/** Loads what a host needs and proves that it works, telling how far it is. */
import { open, readFile } from "node:fs/promises";
import { limits } from "../../config/limits.ts";
import { ENGINE_SAMPLE_RATE } from "../engine.ts";
import type { HostInit, Opening } from "../protocol.ts";
import { StarterEar } from "./alignment/starter-ear.ts";
import type { Decoder, Punctuate } from "./backends/backend.ts";
import { backendFor, keepLittleMemory, punctuationFor, speechDetectors } from "./backends/registry.ts";
import { DecodeQueue } from "./decode-queue.ts";
import { GuardedDecoder } from "./guards/guarded-decoder.ts";
import { HostLiveStream } from "./live/host-live-stream.ts";
import type { SegmentationOptions } from "./segmenter.ts";
import { type OpenDetector, ORDINARY_SPEECH_THRESHOLD, VAD_WINDOW_SAMPLES } from "./speech-detector.ts";
import { HostStream, type StreamEvents, type StreamParts } from "./stream.ts";
import { TextStream } from "./text-stream.ts";

const WARM_UP_TEXT = "how are you today i am fine thank you";
const READ_BLOCK_BYTES = 4 * 1024 * 1024;

export type Progress = (stage: "reading" | "loading" | "warming", doneBytes: number) => void;

/** A host's handlers of streams. */
export interface HostParts {
  openStream(opening: Opening, events: StreamEvents): HostStream | HostLiveStream | TextStream;
  decodes: DecodeQueue;
  /** Rises while a decode gets on, if a library reports it. */
  stepsDone(): number;
}

/** @throws when a file or library is missing; a model that its library dislikes may end the process instead. */
export async function loadParts(init: HostInit, progress: Progress): Promise<HostParts> {
  const files = [init.model, init.marks, init.alignment].flatMap((model) =>
    Object.values(model?.files ?? {}),
  );
  const doneBytes = await readThrough([...files, init.vadModelPath], progress);
  progress("loading", doneBytes);
  // On a GPU the library itself takes what is small, and what is large is there.
  if (init.provider === "cpu") await keepLittleMemory(init);
  const decodes = new DecodeQueue(init.parallelDecodes);
  const warming = () => progress("warming", doneBytes);
  const openOnlyMarks = await punctuationFor(init.model, init);
  if (openOnlyMarks) {
    const onlyMarks = openOnlyMarks();
    warming();
    requireAnswer(onlyMarks);
    const openStream = (opening: Opening, events: StreamEvents) => new TextStream(opening, onlyMarks, events);
    return { openStream, decodes, stepsDone: () => 0 };
  }
  const openMarks = init.marks && (await punctuationFor(init.marks, init));
  const marks = openMarks && withFirstText(openMarks);
  const parts = await loadRecognition(init, decodes, warming);
  return {
    openStream: (opening, events) => {
      if (opening.isText && marks) return new TextStream(opening, marks, events);
      const { live } = opening;
      return live
        ? new HostLiveStream({ ...opening, live }, parts, events)
        : new HostStream(opening, parts, events);
    },
    decodes,
    stepsDone: () => parts.decoder.stepsDone ?? 0,
  };
}

/** 11 MiB that a process does without until somebody needs marks; loading takes 60 ms of a core. */
function withFirstText(open: () => Punctuate): Punctuate {
  let opened: Punctuate | null = null;
  return (text) => {
    opened ??= open();
    return opened(text);
  };
}

function requireAnswer(punctuate: Punctuate): void {
  if (punctuate(WARM_UP_TEXT).trim() === "") throw new Error("the model answers nothing");
}

async function loadRecognition(
  init: HostInit,
  decodes: DecodeQueue,
  beforeWarmUp: () => void,
): Promise<StreamParts> {
  const backend = await backendFor(init.model.kind);
  const openDetector = await speechDetectors(init);
  const recognizer = await backend.load(init);
  const decoder = init.alignment ? await guarded(recognizer, init, init.alignment) : recognizer;
  beforeWarmUp();
  await warmUp(init, decoder, openDetector);
  return {
    decoder,
    decodes,
    openDetector,
    segmentation: segmentationFor(init.model.longestInputSeconds),
    tokenTimes: init.model.tokenTimes || init.alignment !== null,
    sampleRate: ENGINE_SAMPLE_RATE,
  };
}

/** Without its word model the starter spells its scores out. @throws as `Backend.load`. */
async function guarded(
  recognizer: Decoder,
  init: HostInit,
  starter: NonNullable<HostInit["alignment"]>,
): Promise<Decoder> {
  const { words = "", ...files } = starter.files;
  const backend = await backendFor(starter.kind);
  const network = await backend.load({ ...init, model: { ...starter, files } });
  return new GuardedDecoder(recognizer, new StarterEar(network, words));
}

export function segmentationFor(longestInputSeconds: number): SegmentationOptions {
  const samples = (ms: number) => (ms * ENGINE_SAMPLE_RATE) / 1000;
  return {
    windowSamples: VAD_WINDOW_SAMPLES,
    maxSamples: Math.floor(Math.min(limits.decodeSeconds, longestInputSeconds) * ENGINE_SAMPLE_RATE),
    padBeforeSamples: samples(limits.padBeforeMs),
    padAfterSamples: samples(limits.padAfterMs),
    pauseSamples: samples(limits.segmentPauseMs),
    edgeSamples: samples(limits.segmentEdgeMs),
  };
}

/**
 * Brings the files into the page cache, block by block: the one part of loading whose progress can be reported,
 * and on a slow disk the longest.
 */
async function readThrough(paths: string[], progress: Progress): Promise<number> {
  const block = Buffer.allocUnsafe(READ_BLOCK_BYTES);
  let doneBytes = 0;
  for (const path of paths) {
    const file = await open(path);
    try {
      for (;;) {
        const { bytesRead } = await file.read(block);
        if (bytesRead === 0) break;
        doneBytes += bytesRead;
        progress("reading", doneBytes);
      }
    } finally {
      await file.close();
    }
  }
  return doneBytes;
}

/** Real speech through detector and model, so that the first caller does not pay for first-time work. */
async function warmUp(init: HostInit, decoder: Decoder, openDetector: OpenDetector): Promise<void> {
  const speech = wavSamples(await readFile(init.model.warmUpRecording));
  const detector = openDetector(ORDINARY_SPEECH_THRESHOLD);
  for (let at = 0; at + VAD_WINDOW_SAMPLES <= speech.length; at += VAD_WINDOW_SAMPLES) {
    detector.isSpeech(speech.subarray(at, at + VAD_WINDOW_SAMPLES));
  }
  const [language = null, ...others] = init.model.languages;
  const { text } = await decoder.prepare(speech, ENGINE_SAMPLE_RATE, {
    // The network beside a recognizer warms up only with speech that is known to be its language.
    language: init.alignment && others.length === 0 ? language : null,
    hotwords: [],
  })();
  if (text.trim() === "" && init.model.knowsWarmUpLanguage)
    throw new Error("the model recognized nothing in the warm-up recording");
}

/** The samples of a 16 kHz mono PCM16 WAV file, which the pack's warm-up recording is. */
function wavSamples(file: Buffer): Float32Array {
  let at = 12;
  while (at + 8 <= file.length) {
    const bytes = file.readUInt32LE(at + 4);
    if (file.toString("latin1", at, at + 4) === "data") {
      const count = Math.min(bytes, file.length - at - 8) >> 1;
      return Float32Array.from({ length: count }, (_, i) => file.readInt16LE(at + 8 + 2 * i) / 32_768);
    }
    at += 8 + bytes + (bytes & 1);
  }
  throw new Error("the warm-up recording is no WAV file");
}
