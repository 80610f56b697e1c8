/** Who follows a recording through its transcription, to keep more of it than its formatted text. */
import type { AudioSource } from "../audio/audio.ts";
import type { Transcription } from "./transcription.ts";

/** Of one recording; asked for with each attempt. */
export interface Follower {
  /** Whether what is kept takes the result's place: then no formatted one is stored. */
  readonly keepsResult: boolean;
  /** Whether its seconds are in the ledger already. */
  readonly isPaidFor: boolean;
  /** An attempt begins with the audio: what it hands on is read in the place of the source. */
  begin(source: AudioSource): AudioSource;
  /** Words that are settled, and how much of the recording is done with. */
  heard(doneSeconds: number, text: string): void;
  /** Awaited once all is recognized, before the transaction, for what takes long. */
  beforeCommit(transcription: Transcription): Promise<void>;
  /** In the transaction that stores the result. Called again where that is repeated. */
  commit(transcription: Transcription): void;
  /** The outcome of the attempt. */
  end(): Promise<void>;
}

/** The follower of a stored job; null if nobody follows it. */
export type FollowerOf = (jobId: string) => Follower | null;
