/** The blocks of a file: a stretch of text, with its data in the file. */

export interface ImportedWord {
  text: string;
  startMs: number;
  endMs: number;
  confidence?: number | undefined;
  glued?: boolean | undefined;
}

export interface ImportedBlock {
  text: string;
  /** Null if the file has no times. */
  startMs: number | null;
  endMs: number | null;
  /** As the file names them. */
  speaker: string | null;
  /** Empty if it has no times of words. */
  words: readonly ImportedWord[];
}

export interface ImportedFile {
  blocks: ImportedBlock[];
  language: string | null;
  durationMs: number | null;
  /** Names of speakers, by what blocks call them; those without are called so. */
  names: Readonly<Record<string, string | null>>;
}

/** A file that is none of its format; its message is for the person. */
export class UnreadableFile extends Error {}
