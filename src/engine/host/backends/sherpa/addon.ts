/**
 * The native functions of sherpa-onnx that the host uses, typed. sherpa-onnx-node's own wrapper finds its
 * addon by a path relative to itself, which a compiled executable does not have; hence the addon by its path.
 */
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { IDENTIFICATION_KIND } from "../../../engine.ts";
import type { HostInit } from "../../../protocol.ts";
import { type DecodeBatch, openBatchLibrary } from "./batch-library.ts";
import type { RecognizerInit } from "./families.ts";
import { LanguageIdentifier } from "./language-identifier.ts";
import { type Decoder, Recognizer } from "./recognizer.ts";

/** Beside the add-on, which needs it too. */
const C_API = "libsherpa-onnx-c-api.so";

export type Handle = { readonly handle: unique symbol };

export interface Addon {
  createOfflineRecognizer(config: object): Handle;
  /** @param hotwords only for transducers that search with a beam: any other model ends the process. */
  createOfflineStream(recognizer: Handle, hotwords?: string): Handle;
  offlineStreamSetOption(stream: Handle, name: string, value: string): void;
  /** Must not meet a decode under way. */
  offlineRecognizerSetConfig(recognizer: Handle, config: object): void;
  acceptWaveformOffline(stream: Handle, wave: { samples: Float32Array; sampleRate: number }): void;
  decodeOfflineStreamAsync(recognizer: Handle, stream: Handle): Promise<string>;
  getOfflineStreamResultAsJson(stream: Handle): string;
  createSpokenLanguageIdentification(config: object): Handle;
  createSpokenLanguageIdentificationOfflineStream(identification: Handle): Handle;
  /** ISO 639 as Whisper writes it. */
  spokenLanguageIdentificationCompute(identification: Handle, stream: Handle): string;
  createVoiceActivityDetector(config: object, bufferSeconds: number): Handle;
  voiceActivityDetectorAcceptWaveform(detector: Handle, samples: Float32Array): void;
  voiceActivityDetectorIsDetected(detector: Handle): boolean;
  voiceActivityDetectorClear(detector: Handle): void;
  voiceActivityDetectorReset(detector: Handle): void;
  voiceActivityDetectorFlush(detector: Handle): void;
}

/** Windows in which the detector decides; fixed by Silero's models at 16 kHz. */
export const VAD_WINDOW_SAMPLES = 512;

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

export class Sherpa {
  readonly #addon: Addon;

  /** @throws when the library or one that it needs does not load. */
  constructor(addonPath: string) {
    const module = { exports: {} };
    process.dlopen(module, addonPath, constants.dlopen.RTLD_NOW);
    this.#addon = module.exports as Addon;
  }

  /** Ends the process when sherpa-onnx dislikes the model: that is its way. */
  createDecoder(init: HostInit): Decoder {
    return isRecognizer(init)
      ? new Recognizer(this.#addon, init, this.#batches(init))
      : new LanguageIdentifier(this.#addon, init);
  }

  /** Opened only where it is used: it is compiled at run time. */
  #batches({ batch, sherpaAddonPath }: HostInit): DecodeBatch | null {
    return batch > 1 ? openBatchLibrary(join(dirname(sherpaAddonPath), C_API)) : null;
  }

  createDetector(modelPath: string, threshold: number): SpeechDetector {
    return new SpeechDetector(this.#addon, modelPath, threshold);
  }
}

function isRecognizer(init: HostInit): init is RecognizerInit {
  return init.model.kind !== IDENTIFICATION_KIND;
}

/** Tells speech from everything else, window by window. Our own segmentation follows: see segmenter.ts. */
export class SpeechDetector {
  readonly #handle: Handle;
  #windowsSinceFlush = 0;

  constructor(
    private readonly addon: Addon,
    modelPath: string,
    threshold: number,
  ) {
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
      60,
    );
    this.reset();
  }

  /** Forgets all that was heard: between two recordings. */
  reset(): void {
    this.addon.voiceActivityDetectorReset(this.#handle);
    this.addon.voiceActivityDetectorAcceptWaveform(this.#handle, new Float32Array(VAD_CONTEXT_SAMPLES));
    this.#windowsSinceFlush = 0;
  }

  /** @param window exactly `VAD_WINDOW_SAMPLES` samples, which follow the last ones. */
  isSpeech(window: Float32Array): boolean {
    this.addon.voiceActivityDetectorAcceptWaveform(this.#handle, window);
    const speech = this.addon.voiceActivityDetectorIsDetected(this.#handle);
    if (++this.#windowsSinceFlush >= VAD_FLUSH_WINDOWS) {
      this.#windowsSinceFlush = 0;
      this.addon.voiceActivityDetectorFlush(this.#handle);
      this.addon.voiceActivityDetectorClear(this.#handle);
    }
    return speech;
  }
}
