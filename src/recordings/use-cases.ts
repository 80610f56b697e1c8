/** The use cases of recordings as the doors see them. */
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import type { Principal } from "../accounts/authentication/principal.ts";
import { limits } from "../config/limits.ts";
import { Cursors } from "../lib/cursor.ts";
import { whenWritable } from "../store/database/write-lock.ts";
import { recordingByNumber } from "../store/recordings/recordings.ts";
import type { ShareRole } from "../store/recordings/shares.ts";
import { installationSecret } from "../store/secrets/installation-secrets.ts";
import type { RecordingDeps, RecordingOptions } from "./deps.ts";
import { type RecordingFiles, recordingFiles } from "./files.ts";
import { type BulkChange, changeMany } from "./library/bulk.ts";
import { changeRecording, type RecordingChange } from "./library/change.ts";
import { hideForGood } from "./library/erase.ts";
import { publishFolder, publishRecording } from "./library/events.ts";
import { addFolder, changeFolder, listFolders, removeFolder } from "./library/folders.ts";
import { getRecording, listRecordings, type RecordingFilters, type RecordingPage } from "./library/list.ts";
import {
  listShares,
  peopleBeside,
  putShare,
  removeShare,
  type SharedThing,
  type Told,
} from "./library/shares.ts";
import { toRecording } from "./library/to-wire.ts";
import { LibraryUpkeep } from "./library/upkeep.ts";
import { readTranscript, type TranscriptPage } from "./transcript/read.ts";
import { listRevisions, readRevision, restoreRevision } from "./transcript/revisions.ts";
import { saveTranscript } from "./transcript/save.ts";
import type {
  BulkResult,
  PeopleList,
  Recording,
  RecordingFolder,
  RecordingFolderList,
  RecordingList,
  RecordingTranscript,
  SavedTranscript,
  Share,
  TranscriptRevisionList,
  TranscriptSave,
} from "./wire.ts";

/** Every method throws TiroErrors of the contract. */
export interface RecordingUseCases extends RecordingFiles {
  list(principal: Principal, filters: RecordingFilters, page: RecordingPage): Promise<RecordingList>;
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
  listFolders(principal: Principal): RecordingFolderList;
  addFolder(principal: Principal, name: string): Promise<RecordingFolder>;
  changeFolder(principal: Principal, id: string, name: string): Promise<RecordingFolder>;
  removeFolder(principal: Principal, id: string): Promise<void>;
  peopleBeside(principal: Principal, query: string): PeopleList;
  listShares(principal: Principal, thing: SharedThing): Share[];
  putShare(
    changes: ChangeDeps,
    principal: Principal,
    thing: SharedThing,
    share: { userId: string; role: ShareRole },
  ): Promise<Share>;
  removeShare(changes: ChangeDeps, principal: Principal, thing: SharedThing, userId: string): Promise<void>;
  listRevisions(principal: Principal, id: string, page: TranscriptPage): Promise<TranscriptRevisionList>;
  readRevision(
    principal: Principal,
    id: string,
    page: TranscriptPage & { revision: number },
  ): Promise<RecordingTranscript>;
  restoreRevision(principal: Principal, id: string, revision: number): Promise<SavedTranscript>;
  /** Once, before the first request. */
  start(): void;
  /** Regular upkeep, at once. */
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
    saveTranscript: async (principal, id, asked) => {
      const { saved, recording, isChanged } = await saveTranscript(deps, principal, id, asked);
      if (isChanged) publishRecording(deps, recording, "changed");
      return saved;
    },
    ...foldersAndShares(deps),
    listRevisions: (principal, id, page) => whenWritable(db, () => listRevisions(deps, principal, id, page)),
    readRevision: (principal, id, page) => readRevision(deps, principal, id, page),
    restoreRevision: (principal, id, revision) =>
      restoreRevision(deps, principal, id, revision, (recording) =>
        publishRecording(deps, recording, "changed"),
      ),
    ...recordingFiles(deps),
    start: () => upkeep.start(),
    upkeep,
    close: () => upkeep.close(),
  };
}

type FoldersAndShares = Pick<
  RecordingUseCases,
  | "listFolders"
  | "addFolder"
  | "changeFolder"
  | "removeFolder"
  | "peopleBeside"
  | "listShares"
  | "putShare"
  | "removeShare"
>;

function foldersAndShares(deps: RecordingDeps): FoldersAndShares {
  const { db } = deps;
  const tell = ({ thing, audience }: Told) => {
    if ("folder" in thing) return publishFolder(deps, audience);
    const recording = recordingByNumber(db, thing.recording);
    if (recording !== null) publishRecording(deps, recording, "changed", audience);
  };
  return {
    listFolders: (principal) => listFolders(deps, principal),
    addFolder: async (principal, name) => {
      const folder = await whenWritable(db, () => addFolder(deps, principal, name));
      publishFolder(deps, [principal.accountId]);
      return folder;
    },
    changeFolder: async (principal, id, name) => {
      const { folder, audience } = await whenWritable(db, () => changeFolder(deps, principal, id, name));
      publishFolder(deps, audience);
      return folder;
    },
    removeFolder: async (principal, id) => {
      const audience = await whenWritable(db, () => removeFolder(deps, principal, id));
      publishFolder(deps, audience);
    },
    peopleBeside: (principal, query) => peopleBeside(db, principal, query),
    listShares: (principal, thing) => listShares(db, principal, thing),
    putShare: async (changes, principal, thing, asked) => {
      const { share, ...told } = await whenWritable(db, () => putShare(changes, principal, thing, asked));
      tell(told);
      return share;
    },
    removeShare: async (changes, principal, thing, userId) => {
      tell(await whenWritable(db, () => removeShare(changes, principal, thing, userId)));
    },
  };
}
