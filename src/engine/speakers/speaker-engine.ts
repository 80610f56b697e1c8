/** What the rest of the program knows of telling speakers apart. No word here names a library. */

/** The networks as the engine loads them; file paths are absolute. */
export interface SpeakerModelSpec {
  /** `id@version` of the packs, for logs and results. */
  id: string;
  /** Who speaks when inside one window, told apart but not by name. */
  segmentation: string;
  /** What a voice sounds like, as a vector. */
  embedding: string;
  /** The length of audio that the segmentation network hears at once. */
  windowSeconds: number;
}

/** A stretch of the recording. */
export interface Span {
  startSeconds: number;
  endSeconds: number;
}

/** One of those who speak in a window. Whether it is one of the window before is not known yet. */
export interface LocalSpeaker {
  /** In order of time, without overlap. */
  spans: Span[];
  /** How long nobody else speaks: what the embedding tells is worth as much. */
  soloSeconds: number;
  /** Of length 1; null where there is too little to hear. */
  embedding: Float32Array | null;
}

/** Windows overlap; of what each tells, that between `ownFromSeconds` and `ownUntilSeconds` counts. */
export interface SpeakerWindow {
  ownFromSeconds: number;
  ownUntilSeconds: number;
  speakers: LocalSpeaker[];
}

export interface SpeakerAnalysis {
  /** In order of time; what they own covers the recording without gaps. */
  windows: SpeakerWindow[];
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
   * than the engine works, and memory does not grow with it but for what is told. Errors of `audio` itself come out
   * unchanged. A crash is repaired by sending the unfinished part once more; a second one rejects with
   * `engine_unavailable`.
   */
  analyse(audio: AsyncIterable<Int16Array>, options?: AnalyseOptions): Promise<SpeakerAnalysis>;
  close(): void;
}
