/** Where a recording is, and what its page asks for there: the server keeps it, or this browser alone. */
import type { ExportFormat } from "../../../../recordings/exports/exported-transcript.ts";
import type { Change } from "../../../../recordings/transcript-model/changes.ts";
import type { TranscriptSegment } from "../../../../recordings/transcript-model/segments.ts";
import type { SubtitleRules } from "../../../../transcription/formats/cues.ts";
import type { Schemas } from "../../../client/api-types.ts";

export type Recording = Schemas["Recording"];
export type Segments = readonly TranscriptSegment[];
/** By speaker; null for those without a name. */
export type Names = Readonly<Record<string, string | null>>;

export interface ReadTranscript {
  revision: number;
  segments: Segments;
  names: Names;
}

export interface Save {
  /** The revision from which the changes were made. */
  base: number;
  changes: readonly Change[];
  /** Those that change. */
  names: Names;
  /** The page is left: the save continues without it. */
  isParting: boolean;
}

export interface Saved {
  revision: number;
  /** Others' changes since the base. */
  merged: readonly Change[];
  names: Names;
}

export interface Revision {
  revision: number;
  /** Whose; null of the recognizer. */
  name: string | null;
  createdAt: string;
}

export interface ExportChoice {
  format: ExportFormat;
  speakers: boolean;
  times: boolean;
  /** Those that differ from the usual ones. */
  rules: Partial<SubtitleRules>;
}

export interface Stretch {
  fromMs: number;
  toMs: number;
}

/** Each throws `ApiFault`, or the signal's reason. */
export interface Home {
  readonly id: string;
  /** The server has nothing of it, and must not get its content. */
  readonly isLocal: boolean;
  find(signal?: AbortSignal): Promise<Recording>;
  /** @param given.revision an earlier one; the newest where it is left out. */
  read(given?: { revision?: number; signal?: AbortSignal }): Promise<ReadTranscript>;
  /** @throws `revision_conflict` if others changed the same words. Nothing is stored then. */
  save(save: Save): Promise<Saved>;
  /** Newest first. */
  revisions(signal: AbortSignal): Promise<readonly Revision[]>;
  rename(name: string): Promise<Recording>;
  remove(): Promise<void>;
  /** Where it is played from, until the signal ends. */
  sound(signal: AbortSignal): Promise<string>;
  /** How loud it is, from 0 to 255; none if nobody knows. @param stretch null for all of it. */
  peaks(stretch: Stretch | null, count: number, signal: AbortSignal): Promise<readonly number[]>;
  /** Saves a file. */
  export(choice: ExportChoice): Promise<void>;
}
