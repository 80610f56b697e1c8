/** Separates speech from everything else, window by window. Our own segmentation follows: see segmenter.ts. */
export interface SpeechDetector {
  /** @param window exactly `VAD_WINDOW_SAMPLES` samples, which follow the last ones. */
  isSpeech(window: Float32Array): boolean;
}

/** A detector for one recording or stream. @param threshold how sure it must be, 0 to 1. */
export type OpenDetector = (threshold: number) => SpeechDetector;

/** Windows in which the detector decides; fixed by Silero's models at 16 kHz. */
export const VAD_WINDOW_SAMPLES = 512;

/** How sure a detector must be: Silero's own recommendation. */
export const ORDINARY_SPEECH_THRESHOLD = 0.5;
/** The threshold of the second look at a clear signal without speech. */
export const KEEN_SPEECH_THRESHOLD = 0.2;
