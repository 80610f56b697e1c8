/** Tells speech from everything else, window by window. Our own segmentation follows: see segmenter.ts. */
export interface SpeechDetector {
  /** @param window exactly `VAD_WINDOW_SAMPLES` samples, which follow the last ones. */
  isSpeech(window: Float32Array): boolean;
  /** Forgets all that was heard: between two recordings. */
  reset(): void;
}

/** Windows in which the detector decides; fixed by Silero's models at 16 kHz. */
export const VAD_WINDOW_SAMPLES = 512;

/** How sure a detector must be: Silero's own recommendation. */
export const ORDINARY_SPEECH_THRESHOLD = 0.5;
