/** Transcription and the library of recordings: each has the parts of the other that it gets here. */
import type { Config } from "../config/schema.ts";
import type { Logger } from "../lib/logger.ts";
import type { AudioFiles } from "../recordings/audio/audio-files.ts";
import { requireKeeping } from "../recordings/library/access.ts";
import type { MakingOptions } from "../recordings/making/deps.ts";
import { followerOf } from "../recordings/making/follow-jobs.ts";
import { withRecordings } from "../recordings/making/job-events.ts";
import { RunningRecordings } from "../recordings/making/progress.ts";
import { createMakingUseCases, type MakingUseCases } from "../recordings/making/use-cases.ts";
import { createRecordingUseCases, type RecordingUseCases } from "../recordings/use-cases.ts";
import type { TranscriptionOptions } from "../transcription/deps.ts";
import { JobsUnderWay } from "../transcription/jobs-under-way.ts";
import { isPackSent } from "../transcription/packs/arrivals.ts";
import { createTranscriptionUseCases, type TranscriptionUseCases } from "../transcription/use-cases.ts";
import type { EventHub } from "../work/events/hub.ts";
import { ResumableUploads } from "../work/uploads/resumable-uploads.ts";

export interface Library {
  transcription: TranscriptionUseCases;
  jobsUnderWay: JobsUnderWay;
  /** Files that come in parts. */
  uploads: ResumableUploads;
  recordings: RecordingUseCases;
  making: MakingUseCases;
}

type Parts = Omit<TranscriptionOptions, "logger" | "config" | "events" | "followerOf"> & {
  audioFiles: AudioFiles;
  packs: MakingOptions["packs"];
};

export function createLibrary(
  { config, logger }: { config: Config; logger: Logger },
  parts: Parts,
  events: EventHub,
  taken: AsyncDisposableStack,
): Library {
  const { db } = parts;
  const dataDir = config.data.dir;
  const running = new RunningRecordings();
  const common: Omit<MakingOptions, "uploads" | "transcription"> = {
    ...parts,
    logger,
    config,
    events,
    running,
  };
  const jobsUnderWay = new JobsUnderWay(withRecordings(db, events));
  const transcription = createTranscriptionUseCases({
    ...parts,
    logger,
    config,
    events: jobsUnderWay,
    followerOf: (jobId) => followerOf(common, jobId),
  });
  taken.defer(() => transcription.close());
  const uploads = new ResumableUploads({
    ...{ ...parts, logger, config, dataDir },
    assertMayStore: (principal, metadata) => {
      if (!isPackSent(db, principal, metadata)) requireKeeping(db, principal);
    },
  });
  taken.defer(() => uploads.close());
  const progressOf = (jobId: string | null) => running.of(jobId);
  const recordings = createRecordingUseCases({ ...parts, logger, dataDir, events, progressOf });
  taken.defer(() => recordings.close());
  const making = createMakingUseCases({ ...common, uploads, transcription });
  taken.defer(() => making.close());
  return { transcription, jobsUnderWay, uploads, recordings, making };
}
