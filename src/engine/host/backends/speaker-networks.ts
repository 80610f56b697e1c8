/** The two networks that distinguish speakers, loaded. They run on the calling thread. */
export interface SpeakerNetworks {
  /** Who speaks when in one window. @param fromSample where that begins in the recording. */
  segment(window: Float32Array, fromSample: number): WindowTurn[];
  /** The embedding of the voice in these parts of one recording; null if they are too short. */
  embed(parts: readonly Float32Array[], sampleRate: number): Float32Array | null;
}

/** One stretch of one local speaker, in seconds from the window's start. */
export interface WindowTurn {
  start: number;
  end: number;
  speaker: number;
}
