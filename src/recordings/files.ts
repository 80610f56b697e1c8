/** Exports from the library, and the names of speakers. */
import type { Principal } from "../accounts/authentication/principal.ts";
import type { RecordingDeps } from "./deps.ts";
import type { ExportOptions } from "./exports/exported-transcript.ts";
import { exportRecording, exportRecordings, type RecordingFile } from "./transcript/export.ts";
import { speakerNames } from "./transcript/speaker-names.ts";

export interface RecordingFiles {
  export(principal: Principal, id: string, options: ExportOptions): Promise<RecordingFile>;
  /** As one zip archive, while it is read. */
  exportMany(
    principal: Principal,
    ids: readonly string[],
    options: ExportOptions,
  ): Promise<ReadableStream<Uint8Array>>;
  /** That begin like this, the last used first. */
  speakerNames(principal: Principal, prefix: string): string[];
}

export function recordingFiles(deps: RecordingDeps): RecordingFiles {
  const { db } = deps;
  return {
    export: (principal, id, options) => exportRecording(db, principal, id, options),
    exportMany: (principal, ids, options) => exportRecordings(db, principal, ids, options),
    speakerNames: (principal, prefix) => speakerNames(db, principal, prefix),
  };
}
