/** The use cases of a recording's sound and making as the doors see them. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import type { ChoosablePack } from "../../recognition/choose.ts";
import { streamSounds } from "../../store/recordings/stream-sounds.ts";
import type { SpooledFile } from "../../store/uploads/spool.ts";
import { Idempotency } from "../../work/idempotency.ts";
import type { Answer } from "../../work/request.ts";
import { type Sound, soundOf, type Wave, waveOf } from "../audio/read-sound.ts";
import { SoundUpkeep } from "../audio/upkeep.ts";
import { findFolder, requireKeeping } from "../library/access.ts";
import type { RecordingImport } from "../transcript/import.ts";
import type { Recording, TranscriptSegment } from "../wire.ts";
import { cancelRecognition, recognizeAnew } from "./again.ts";
import type {
  Call,
  MakingDeps,
  MakingOptions,
  NewRecordingCall,
  RecognitionWishes,
  RecordingWishes,
} from "./deps.ts";
import { type JobWishes, makeFromJob } from "./from-job.ts";
import { makeFromStream } from "./from-stream.ts";
import { type ImportCall, importTranscript } from "./import.ts";
import { ImportedSound } from "./imported-sound.ts";
import { forgetSound, makeLostStreams, noteSound } from "./lost-streams.ts";
import { makeFromFile, makeFromUpload } from "./make.ts";
import { type Part, type PartWishes, recognizePart } from "./recognize-part.ts";
import { StreamSound } from "./stream-sound.ts";

/** Live streams that become recordings. */
export interface StreamRecordings {
  /** @throws TiroError `history_unavailable`, `folder_not_found`, `recording_access_required`. */
  requireKept(principal: Principal, folderId: string | null): void;
  openSound(): StreamSound;
  /** Notes the current wishes: from then on, a kill of the server does not lose it. @throws `storage_full`, `storage_unavailable`. */
  noteSound(principal: Principal, sound: StreamSound, wishes: RecordingWishes): Promise<void>;
  /** Nothing of it stays. @throws as `noteSound`. */
  forgetSound(sound: StreamSound): Promise<void>;
  /** Takes the sound over. */
  fromStream(call: Call & { wishes: RecordingWishes }, sound: StreamSound): Promise<Recording>;
}

/** Every method throws TiroErrors of the contract; the making ones also the call's signal's reason. */
export interface MakingUseCases extends StreamRecordings {
  /** For refusing a call before its upload was read. */
  requireKeeping(principal: Principal): void;
  fromUpload(call: NewRecordingCall, uploadId: string): Promise<Answer>;
  fromFile(call: NewRecordingCall, file: { file: SpooledFile; fileName: string | null }): Promise<Answer>;
  fromJob(call: Pick<Call, "principal">, asked: { jobId: string; wishes: JobWishes }): Promise<Answer>;
  /** @param uploadId of its sound; null if there is none. */
  import(call: ImportCall, asked: RecordingImport, uploadId: string | null): Promise<Answer>;
  cancel(principal: Principal, id: string): Promise<Recording>;
  retry(call: Call & { wishes: RecognitionWishes }, id: string): Promise<Recording>;
  /** Again, with nothing stored. */
  recognizePart(call: Call & { wishes: PartWishes }, id: string, part: Part): Promise<TranscriptSegment[]>;
  /** Packs by which a part can be recognized again. */
  recognizers(): readonly ChoosablePack[];
  sound(principal: Principal, id: string): Sound;
  wave(principal: Principal, id: string, asked: Parameters<typeof waveOf>[3]): Wave;
  /** Once, before the first request. */
  start(): Promise<void>;
  /** Regular upkeep, at once. */
  upkeep: SoundUpkeep;
  close(): Promise<void>;
}

export function createMakingUseCases(options: MakingOptions): MakingUseCases {
  const { db, clock } = options;
  const deps: MakingDeps = { ...options, idempotency: new Idempotency(db, clock) };
  const upkeep = new SoundUpkeep(deps);
  const importedSound = new ImportedSound(deps);
  const closing = new AbortController();
  let lostStreams = Promise.resolve();
  return {
    requireKeeping: (principal) => requireKeeping(db, principal),
    fromUpload: (call, uploadId) => makeFromUpload(deps, call, uploadId),
    fromFile: (call, file) => makeFromFile(deps, call, file),
    fromJob: (call, asked) => makeFromJob(deps, call, asked),
    requireKept: (principal, folderId) => {
      requireKeeping(db, principal);
      if (folderId !== null) findFolder(db, principal, folderId, "editor");
    },
    openSound: () => new StreamSound(deps.audioFiles),
    noteSound: (principal, sound, wishes) => noteSound(deps, principal, sound, wishes),
    forgetSound: (sound) => forgetSound(deps, sound),
    fromStream: (call, sound) => makeFromStream(deps, call, sound),
    import: async (call, asked, uploadId) => {
      const answer = await importTranscript(deps, call, asked, uploadId);
      if (uploadId !== null) void importedSound.run();
      return answer;
    },
    cancel: (principal, id) => cancelRecognition(deps, { principal }, id),
    retry: (call, id) => recognizeAnew(deps, call, id),
    recognizePart: (call, id, part) => recognizePart(deps, call, id, part),
    recognizers: () => options.packs(),
    sound: (principal, id) => soundOf(deps, principal, id),
    wave: (principal, id, asked) => waveOf(deps, principal, id, asked),
    start: async () => {
      const lost = streamSounds(db);
      await upkeep.start();
      importedSound.start();
      lostStreams = makeLostStreams(deps, lost, closing.signal);
    },
    upkeep,
    close: async () => {
      closing.abort();
      await Promise.all([upkeep.close(), importedSound.close(), lostStreams]);
    },
  };
}
