/** What comes into the library and leaves it as files, and how speakers were called in it. */
import type { Principal } from "../accounts/authentication/principal.ts";
import type { RecordingDeps } from "./deps.ts";
import type { ExportOptions } from "./exports/exported-transcript.ts";
import { exportRecording, exportRecordings, type RecordingFile } from "./transcript/export.ts";
import { importRecording, type RecordingImport } from "./transcript/import.ts";
import { speakerNames } from "./transcript/speaker-names.ts";
import type { Recording } from "./wire.ts";

export interface RecordingFiles {
  export(principal: Principal, id: string, options: ExportOptions): Promise<RecordingFile>;
  /** As one zip archive, while it is read. */
  exportMany(
    principal: Principal,
    ids: readonly string[],
    options: ExportOptions,
  ): Promise<ReadableStream<Uint8Array>>;
  import(principal: Principal, asked: RecordingImport): Promise<Recording>;
  /** That begin like this, the last used first. */
  speakerNames(principal: Principal, prefix: string): string[];
}

export function recordingFiles(deps: RecordingDeps): RecordingFiles {
  const { db } = deps;
  return {
    export: (principal, id, options) => exportRecording(db, principal, id, options),
    exportMany: (principal, ids, options) => exportRecordings(db, principal, ids, options),
    import: (principal, asked) => importRecording(deps, principal, asked),
    speakerNames: (principal, prefix) => speakerNames(db, principal, prefix),
  };
}
