import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { loadAddon } from "../../src/engine/host/backends/load-addon.ts";
import { openDetectors } from "../../src/engine/host/backends/silero.ts";
import { VAD_WINDOW_SAMPLES } from "../../src/engine/host/speech-detector.ts";
import { committedClips, joined, silence } from "./support.ts";

/** Of sherpa-onnx's add-on. */
interface Sherpa {
  createVoiceActivityDetector(config: object, bufferSeconds: number): object;
  voiceActivityDetectorAcceptWaveform(detector: object, samples: Float32Array): void;
  voiceActivityDetectorIsDetected(detector: object): boolean;
}

const libraries = prepareNativeLibraries({ dataDir: join(tmpdir(), "tiro-engine-tests") });
const openDetector = openDetectors(libraries);
const clips = committedClips().map(({ samples }) => joined(samples, silence(1)));
const [first = new Int16Array(), ...others] = clips;

function windowsOf(samples: Int16Array): Float32Array[] {
  const windows = Math.floor(samples.length / VAD_WINDOW_SAMPLES);
  return Array.from({ length: windows }, (_, i) =>
    Float32Array.from(
      samples.subarray(i * VAD_WINDOW_SAMPLES, (i + 1) * VAD_WINDOW_SAMPLES),
      (sample) => sample / 32_768,
    ),
  );
}

function sherpaDetector(threshold: number) {
  const addon = loadAddon<Sherpa>(libraries.sherpaAddonPath);
  const sileroVad = {
    model: libraries.vadModelPath,
    threshold,
    minSilenceDuration: 0.001,
    minSpeechDuration: 0.001,
    windowSize: VAD_WINDOW_SAMPLES,
    maxSpeechDuration: 3600,
  };
  const detector = addon.createVoiceActivityDetector({ sileroVad, sampleRate: 16_000, numThreads: 1 }, 60);
  // It waits for the samples that it hears with the first window.
  addon.voiceActivityDetectorAcceptWaveform(detector, new Float32Array(64));
  return (window: Float32Array) => {
    addon.voiceActivityDetectorAcceptWaveform(detector, window);
    return addon.voiceActivityDetectorIsDetected(detector);
  };
}

test.each([0.2, 0.5, 0.8])("at %p it decides as sherpa-onnx does", (threshold) => {
  const windows = windowsOf(joined(...clips));
  const ours = openDetector(threshold);
  const decided = windows.map((window) => ours.isSpeech(window));
  expect(decided).toEqual(windows.map(sherpaDetector(threshold)));
  expect(decided.filter(Boolean).length).toBeGreaterThan(windows.length / 4);
});

test("one hears nothing of what another does", () => {
  const windows = windowsOf(first);
  const alone = openDetector(0.5);
  const decided = windows.map((window) => alone.isSpeech(window));
  const disturbances = others.map((samples) => ({
    detector: openDetector(0.5),
    windows: windowsOf(samples),
  }));
  const among = openDetector(0.5);
  const again = windows.map((window, i) => {
    for (const { detector, windows: other } of disturbances)
      if (other[i]) detector.isSpeech(other[i] as Float32Array);
    return among.isSpeech(window);
  });
  expect(again).toEqual(decided);
});
