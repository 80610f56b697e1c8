/** A word as it was recognized, in a recording or while it is spoken. */
export interface Word {
  text: string;
  /** Seconds from the start of the recording. */
  startSeconds: number;
  endSeconds: number;
  /** Of its tokens, if the model returns its scores; or of the whole word, if an alignment says how sure it is. */
  logProbs?: number[] | undefined;
  /** The share of its time, 0 to 1, in which voice activity detection heard no speech. */
  noSpeechShare?: number | undefined;
}
