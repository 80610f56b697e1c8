/** Dependencies of making recordings, and the wishes for a new one. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import type { Config } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { ChoosablePack } from "../../recognition/choose.ts";
import type { Db } from "../../store/db.ts";
import type { Spool } from "../../store/uploads/spool.ts";
import type { OpenAudio } from "../../transcription/deps.ts";
import type { TranscriptionUseCases } from "../../transcription/use-cases.ts";
import type { EventSink } from "../../work/events/hub.ts";
import type { Idempotency } from "../../work/idempotency.ts";
import type { ResumableUploads } from "../../work/uploads/resumable-uploads.ts";
import type { AudioFiles } from "../audio/audio-files.ts";
import type { RunningRecordings } from "./progress.ts";

/** Given from outside. */
export interface MakingOptions {
  db: Db;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  spool: Spool;
  audioFiles: AudioFiles;
  uploads: ResumableUploads;
  transcription: TranscriptionUseCases;
  openAudio: OpenAudio;
  running: RunningRecordings;
  /** That can be asked for by their id. */
  packs: () => readonly ChoosablePack[];
  config: Pick<Config, "recordings" | "media">;
}

export interface MakingDeps extends MakingOptions {
  idempotency: Idempotency;
}

/** How it is recognized, as the transcription routes take it. */
export interface RecognitionWishes {
  language?: string | undefined;
  prompt?: string | undefined;
  diarize?: boolean | undefined;
}

export interface RecordingWishes extends RecognitionWishes {
  name?: string | undefined;
  folderId?: string | null | undefined;
  tags?: readonly string[] | undefined;
}

/** As whom, and for how long it is waited. */
export interface Call {
  principal: Principal;
  requestId: string;
  signal: AbortSignal;
}

export interface NewRecordingCall extends Call {
  idempotencyKey: string | null;
  wishes: RecordingWishes;
}
