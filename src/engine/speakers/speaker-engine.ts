/** The interface to distinguishing speakers. No word here names a library. */

/** A stretch of the recording. */
export interface Span {
  startSeconds: number;
  endSeconds: number;
}

/** A short part of a stretch in which nobody else speaks. */
export interface Voice extends Span {
  /** Its voice, a vector of length 1; null if there is too little to hear. */
  embedding: Float32Array | null;
  /** How much was heard for that: also of the stretch before and after this part. */
  heardSeconds: number;
}

/** Somebody speaks without a break, perhaps while others do too. The speaker is not known yet. */
export interface Stretch extends Span {
  /** In order of time; if somebody else speaks at the same time there is none. */
  voices: Voice[];
}

export interface SpeakerAnalysis {
  /** By windows in order of time, each of which reports its own part of the recording. */
  stretches: Stretch[];
  durationSeconds: number;
  modelId: string;
}

export interface AnalyseOptions {
  /** Ends the analysis; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called as audio is finished with, with seconds of audio from the start. */
  onProgress?: (doneSeconds: number) => void;
}

export interface SpeakerEngine {
  /**
   * Hears through one recording. `audio` yields blocks of 16 kHz mono samples of any length; it is pulled no faster
   * than the engine works, and memory does not grow with it but for its results. Errors of `audio` itself come out
   * unchanged. A crash is repaired by sending the unfinished part once more; a second one rejects with
   * `engine_unavailable`.
   */
  analyse(audio: AsyncIterable<Int16Array>, options?: AnalyseOptions): Promise<SpeakerAnalysis>;
  close(): void;
}
