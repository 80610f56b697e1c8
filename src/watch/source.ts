/** Where recordings come from by themselves, and where their results go: a folder, or a bucket. */
import type { SpooledFile, UploadStore } from "../store/uploads/spool.ts";

export interface Recording {
  name: string;
  /** Another where the content may be. */
  version: string;
  modifiedMs: number;
  bytes: number;
  /** Who may read it may read its result. */
  mode: number;
}

export interface RecordingSource {
  /** Each as it is met; at most `limits.watchFilesOfFolder`. @throws the errors of the file system, or of the bucket. */
  recordings(): AsyncGenerator<Recording>;
  /** To where uploads are kept. Null if it is another now than it was when it was looked at. */
  copy(recording: Recording, uploads: UploadStore): Promise<SpooledFile | null>;
  isUnchanged(name: string, version: string): Promise<boolean>;
  /** Whole or not at all. */
  write(name: string, body: string, mode: number): Promise<void>;
  /** A missing file is deleted already. */
  delete(name: string): Promise<void>;
  /** To where the settings say; existing files stay. */
  move(name: string): Promise<void>;
}

const NAMES = /\.(wav|flac|mp3|mp4|mpeg|mpga|m4a|ogg|oga|opus|webm|aac|amr)$/i;
/** Names of unfinished files by browsers, rsync and others. */
const UNFINISHED = /^\.|^~|~$/;

export function isRecordingName(name: string): boolean {
  return NAMES.test(name) && !UNFINISHED.test(name);
}
