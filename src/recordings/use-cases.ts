/** The use cases of recordings as the doors see them. */
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import type { Principal } from "../accounts/authentication/principal.ts";
import { limits } from "../config/limits.ts";
import { Cursors } from "../lib/cursor.ts";
import { whenWritable } from "../store/database/write-lock.ts";
import { installationSecret } from "../store/secrets/installation-secrets.ts";
import type { RecordingDeps, RecordingOptions } from "./deps.ts";
import { type BulkChange, changeMany } from "./library/bulk.ts";
import { changeRecording, type RecordingChange } from "./library/change.ts";
import { hideForGood } from "./library/erase.ts";
import { publishRecording } from "./library/events.ts";
import { getRecording, listRecordings, type RecordingFilters, type RecordingPage } from "./library/list.ts";
import { toRecording } from "./library/to-wire.ts";
import { LibraryUpkeep } from "./library/upkeep.ts";
import { readTranscript, type TranscriptPage } from "./transcript/read.ts";
import { saveTranscript } from "./transcript/save.ts";
import type {
  BulkResult,
  Recording,
  RecordingList,
  RecordingTranscript,
  SavedTranscript,
  TranscriptSave,
} from "./wire.ts";

/** Every method throws TiroErrors of the contract. */
export interface RecordingUseCases {
  list(principal: Principal, filters: RecordingFilters, page: RecordingPage): RecordingList;
  get(principal: Principal, id: string): Recording;
  change(principal: Principal, id: string, change: RecordingChange): Promise<Recording>;
  changeMany(
    changes: ChangeDeps,
    principal: Principal,
    asked: { ids: readonly string[]; change: BulkChange },
  ): Promise<BulkResult>;
  /** For good, and off the disk once it is answered unless another process reads the database. */
  erase(changes: ChangeDeps, principal: Principal, id: string): Promise<void>;
  readTranscript(principal: Principal, id: string, page: TranscriptPage): Promise<RecordingTranscript>;
  saveTranscript(principal: Principal, id: string, save: TranscriptSave): Promise<SavedTranscript>;
  /** Once, before the first request. */
  start(): void;
  /** What time brings about, at once. */
  upkeep: LibraryUpkeep;
  close(): Promise<void>;
}

export function createRecordingUseCases(options: RecordingOptions): RecordingUseCases {
  const { db, clock } = options;
  const cursors = new Cursors(installationSecret(db, "cursors"), clock, limits);
  const deps: RecordingDeps = { ...options, cursors };
  const upkeep = new LibraryUpkeep(deps);
  return {
    list: (principal, filters, page) => listRecordings(deps, principal, filters, page),
    get: (principal, id) => getRecording(deps, principal, id),
    change: async (principal, id, change) => {
      const recording = await whenWritable(db, () => changeRecording(deps, principal, id, change));
      publishRecording(deps, recording, "changed");
      return toRecording(db, recording);
    },
    changeMany: async (changes, principal, asked) => {
      const { result, changed, erased } = await whenWritable(db, () =>
        changeMany(deps, changes, principal, asked),
      );
      for (const recording of changed) publishRecording(deps, recording, "changed");
      for (const { recording, audience } of erased) publishRecording(deps, recording, "removed", audience);
      if (erased.length > 0) await upkeep.eraseHidden();
      return result;
    },
    erase: async (changes, principal, id) => {
      const { recording, audience } = await whenWritable(db, () => hideForGood(changes, principal, id));
      publishRecording(deps, recording, "removed", audience);
      await upkeep.eraseHidden();
    },
    readTranscript: (principal, id, page) => readTranscript(deps, principal, id, page),
    saveTranscript: async (principal, id, save) => {
      const { saved, recording, isChanged } = await whenWritable(db, () =>
        saveTranscript(deps, principal, id, save),
      );
      if (isChanged) publishRecording(deps, recording, "changed");
      return saved;
    },
    start: () => upkeep.start(),
    upkeep,
    close: () => upkeep.close(),
  };
}
