/**
 * If nobody speaks: sounds that are made here, through the voice-activity detector, the segmentation network alone,
 * and the speaker engine that asks both.
 */
import { afterAll, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { configSchema } from "../../src/config/schema.ts";
import { openAddon } from "../../src/engine/host/backends/sherpa/addon.ts";
import { openDetectors } from "../../src/engine/host/backends/silero.ts";
import { Listener } from "../../src/engine/host/listener.ts";
import { segmentationFor } from "../../src/engine/host/load.ts";
import { SampleBuffer } from "../../src/engine/host/sample-buffer.ts";
import { VAD_WINDOW_SAMPLES } from "../../src/engine/host/speech-detector.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { loadPack, packFiles } from "../../src/packs/load-pack.ts";
import { openSpeakers } from "../../src/recognition/open-speakers.ts";
import { blocks, SAMPLE_RATE } from "./support.ts";

const SECONDS = 10;
const MOST_FALSE_SPEECH = 0.05;

const dataDir = join(tmpdir(), "tiro-engine-tests");
const libraries = prepareNativeLibraries({ dataDir });
const openDetector = openDetectors(libraries);
const { engine } = openSpeakers(configSchema.parse({ data: { dir: dataDir } }), libraries, silentLogger);
afterAll(() => engine.close());

/** Numbers from -1 to 1, the same every time. */
function noiseOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** @param sound -1 to 1 at each sample. */
const recorded = (sound: (at: number) => number) =>
  Int16Array.from({ length: SECONDS * SAMPLE_RATE }, (_, at) => Math.round(12_000 * sound(at)));

/** Air that swells and falls, with the tones of a motor. */
function ventilator(): Int16Array {
  const noise = noiseOf(1);
  let air = 0;
  return recorded((at) => {
    air += 0.06 * (noise() - air);
    const seconds = at / SAMPLE_RATE;
    const blades = 0.2 * Math.sin(2 * Math.PI * 118 * seconds) + 0.1 * Math.sin(2 * Math.PI * 236 * seconds);
    return (1.5 * air + blades) * (0.7 + 0.3 * Math.sin(2 * Math.PI * 0.4 * seconds));
  });
}

/** Keys at uneven distances over a quiet room. */
function typing(): Int16Array {
  const noise = noiseOf(2);
  let [next, strength] = [0, 0];
  return recorded((at) => {
    if (at >= next) {
      strength = 0.5 + 0.4 * noise();
      next = at + SAMPLE_RATE * (0.15 + 0.1 * noise());
    }
    strength *= 0.997;
    return (0.004 + strength) * noise();
  });
}

/** A melody of plucked notes over chords. */
function music(): Int16Array {
  const melody = [0, 4, 7, 12, 11, 7, 4, 2, 5, 9, 12, 14, 12, 9, 7, 5];
  const tone = (semitones: number, seconds: number, fall: number) =>
    [1, 0.5, 0.3, 0.2, 0.1].reduce(
      (sum, part, overtone) =>
        sum + part * Math.sin(2 * Math.PI * 220 * 2 ** (semitones / 12) * (overtone + 1) * seconds),
      0,
    ) * Math.exp(-fall * seconds);
  return recorded((at) => {
    const seconds = at / SAMPLE_RATE;
    const [beat, bar] = [Math.floor(seconds / 0.3), Math.floor(seconds / 2.4)];
    const root = [0, 5, 7, 0][bar % 4] as number;
    const chord = [0, 4, 7].reduce((sum, step) => sum + tone(root + step - 12, seconds % 2.4, 0.8), 0);
    return 0.3 * tone((melody[beat % 16] as number) + 12, seconds % 0.3, 4) + 0.1 * chord;
  });
}

const SOUNDS = { ventilator: ventilator(), typing: typing(), music: music() };

test.each(Object.entries(SOUNDS))("%s is no speech to the voice-activity detector", (_, samples) => {
  const audio = new SampleBuffer(0);
  audio.append(new Uint8Array(samples.buffer));
  const listener = new Listener(audio, openDetector, segmentationFor(28));
  const segments = [];
  while (listener.heardUntilSample < samples.length) segments.push(...listener.hearWindow());
  segments.push(...listener.finish());
  const speech = segments.flatMap(({ activity }) => activity.speech.filter(Boolean));
  expect((speech.length * VAD_WINDOW_SAMPLES) / samples.length).toBeLessThan(MOST_FALSE_SPEECH);
});

test.each(Object.entries(SOUNDS))("%s is nobody to the segmentation network alone", (_, samples) => {
  const model = (name: string) =>
    String(packFiles(loadPack(join(import.meta.dir, `../../models/starter-speaker-${name}`))).model);
  const addon = openAddon(libraries.sherpaAddonPath);
  const diarization = addon.createOfflineSpeakerDiarization({
    segmentation: { pyannote: { model: model("segmentation") }, numThreads: 1 },
    embedding: { model: model("embedding"), numThreads: 1 },
    clustering: { numClusters: 1 },
    minDurationOn: 0.001,
    minDurationOff: 0.001,
  });
  const heard = Float32Array.from(samples, (sample) => sample / 32_768);
  const turns = addon.offlineSpeakerDiarizationProcess(diarization, heard);
  const seconds = turns.reduce((sum, { start, end }) => sum + end - start, 0);
  expect(seconds / SECONDS).toBeLessThan(MOST_FALSE_SPEECH);
});

test.each(Object.entries(SOUNDS))("%s is nobody to the speaker engine", async (_, samples) => {
  const { stretches } = await engine.analyse(blocks(samples));
  const seconds = stretches.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
  expect(seconds / SECONDS).toBeLessThan(MOST_FALSE_SPEECH);
});
