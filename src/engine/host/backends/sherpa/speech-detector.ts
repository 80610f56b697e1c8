/** Silero's voice-activity model, as sherpa-onnx runs it. */
import type { HostInit } from "../../../protocol.ts";
import { type SpeechDetector, VAD_WINDOW_SAMPLES } from "../../speech-detector.ts";
import { type Addon, type Handle, openAddon } from "./addon.ts";

/**
 * From version 5 on, Silero hears each window together with the 64 samples before it, and sherpa-onnx waits for
 * them at the start. Priming with as many zeros makes each later window of 512 samples give one decision.
 */
const VAD_CONTEXT_SAMPLES = 64;

/**
 * sherpa-onnx copies the whole running utterance at every window, so its cost grows with the square of an
 * utterance: 83 × real time on long speech. Flushed every second (30 windows), it is 319 × (measured here).
 */
const VAD_FLUSH_WINDOWS = 30;
/** More than is ever kept between two flushes: each detector reserves so much. */
const BUFFER_SECONDS = 4;

/** The library ends the process when it dislikes the model. @throws when the library does not load. */
export function openDetectors({
  sherpaAddonPath,
  vadModelPath,
}: Pick<HostInit, "sherpaAddonPath" | "vadModelPath">): (threshold: number) => SpeechDetector {
  const addon = openAddon(sherpaAddonPath);
  return (threshold) => new SileroDetector(addon, vadModelPath, threshold);
}

class SileroDetector implements SpeechDetector {
  readonly #addon: Addon;
  readonly #handle: Handle;
  #windowsSinceFlush = 0;

  constructor(addon: Addon, modelPath: string, threshold: number) {
    this.#addon = addon;
    this.#handle = addon.createVoiceActivityDetector(
      {
        // Durations under a window: every window's own decision comes out, one window late. Zero would not do:
        // the C API takes it for "not given" and puts 0.5 s and 0.25 s in its place.
        sileroVad: {
          model: modelPath,
          threshold,
          minSilenceDuration: 0.001,
          minSpeechDuration: 0.001,
          windowSize: VAD_WINDOW_SAMPLES,
          maxSpeechDuration: 3600,
        },
        sampleRate: 16_000,
        numThreads: 1,
        provider: "cpu",
      },
      BUFFER_SECONDS,
    );
    this.reset();
  }

  reset(): void {
    this.#addon.voiceActivityDetectorReset(this.#handle);
    this.#addon.voiceActivityDetectorAcceptWaveform(this.#handle, new Float32Array(VAD_CONTEXT_SAMPLES));
    this.#windowsSinceFlush = 0;
  }

  isSpeech(window: Float32Array): boolean {
    this.#addon.voiceActivityDetectorAcceptWaveform(this.#handle, window);
    const speech = this.#addon.voiceActivityDetectorIsDetected(this.#handle);
    if (++this.#windowsSinceFlush >= VAD_FLUSH_WINDOWS) {
      this.#windowsSinceFlush = 0;
      this.#addon.voiceActivityDetectorFlush(this.#handle);
      this.#addon.voiceActivityDetectorClear(this.#handle);
    }
    return speech;
  }
}
