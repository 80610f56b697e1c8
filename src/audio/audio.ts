/** The interface to media files: 16 kHz mono samples come out, or a clear error. */

export const SAMPLE_RATE = 16_000;

export interface DecodeOptions {
  /** Recordings longer than this end with `audio_too_long` as soon as that is certain. */
  maxDurationSeconds: number;
  /** How long the decoder may keep its reader waiting, all in all, in milliseconds; then it is killed: `request_timeout`. */
  deadlineMs: number;
  /** The same until the decoder says what the file is. */
  inspectionDeadlineMs?: number;
  /** Called with the processor time, in milliseconds, each decoder took when it ends. */
  onWorked?: (workedMs: number) => void;
  /**
   * Awaited before a decoder is started, so that a few at once look into files; left when it has said what the file is.
   * A file that needs no decoder needs no place.
   */
  takePlace?: () => Promise<{ end(): void }>;
  signal?: AbortSignal;
}

export interface AudioInfo {
  /** Such as `wav`, `flac`, `mp3`, `mp4`, `ogg`, `webm`; found from the content, never from a name. */
  container: string;
  codec: string;
  /** Of the file, not of the samples that come out. */
  sampleRate: number;
  channels: number;
  /** As the file states it; null if it does not say. The true one is known when the samples end. */
  statedDurationSeconds: number | null;
}

/** An opened recording. `samples` can be read once; it yields blocks of at most one second, in order. */
export interface AudioSource {
  info: AudioInfo;
  /**
   * Leaving the loop early or `close()` ends the decoder and frees all that it held.
   * @throws TiroError `invalid_audio`, `audio_too_short`, `audio_too_long` if the fault shows.
   */
  samples: AsyncIterable<Int16Array>;
  close(): Promise<void>;
}
