/** The workers as the rest of the program sees them. */

/** `refused` until it is started anew, and for a minute if it lied; `unseen`: not heard of since this program started. */
export type WorkerState = "unseen" | "ready" | "draining" | "lost" | "refused";

export interface WorkerView {
  name: string;
  state: WorkerState;
  /** Why it is refused, or what is wrong with it: a sentence for the operator. */
  problem: string | null;
  version: string | null;
  provider: "cpu" | "cuda" | null;
  /** The GPU's name. */
  device: string | null;
  cores: number | null;
  capacity: WorkerCapacity;
  /** Streams of all kinds that are open on it. */
  streams: number;
  /** How long ago it was heard of last. */
  lastSeenMs: number | null;
  /** How far its clock is ahead of this machine's. */
  skewSeconds: number | null;
  packs: readonly AnnouncedPack[];
  figures: WorkerFigures;
}

/** How many streams a worker takes at once. */
export interface WorkerCapacity {
  recordings: number;
  live: number;
  speakers: number;
}

export interface WorkerFigures {
  /** Of the recordings that it settled, since this program started. */
  audioSeconds: number;
  /** Streams that it did not finish. */
  lostStreams: number;
  /** Between the last heartbeat and its answer. */
  roundTripMs: number | null;
}

export interface AnnouncedPack {
  /** `id@version` */
  id: string;
  /** SHA-256 of the manifest, in hex: it names the hash of every file. */
  checksum: string;
  /** The text of `pack.json`; empty for what has none. */
  manifest: string;
}
