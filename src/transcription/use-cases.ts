/** The transcription use cases as the doors see them. */

import type { Principal } from "../accounts/authentication/principal.ts";
import { limits } from "../config/limits.ts";
import { Cursors } from "../lib/cursor.ts";
import { Recurring } from "../lib/recurring.ts";
import { createMeter } from "../metering/meter.ts";
import { whenWritable } from "../store/database/write-lock.ts";
import { installationSecret } from "../store/secrets/installation-secrets.ts";
import type { UploadStore } from "../store/uploads/spool.ts";
import { Idempotency } from "../work/idempotency.ts";
import { RememberedAnswers } from "../work/remembered-answers.ts";
import type { Answer, CreateRequest, TranscriptionJob, TranscriptionJobList } from "../work/request.ts";
import { createInspectionQueue } from "../work/turns.ts";
import { assertAdmitted } from "./admission.ts";
import { createTranscription } from "./create-transcription.ts";
import type { TranscriptionDeps, TranscriptionOptions } from "./deps.ts";
import type { Follower } from "./following.ts";
import { type JobFigures, jobFigures } from "./job-figures.ts";
import { cancelJob, createJob, getJob, getResult, type JobListRequest, listJobs } from "./jobs.ts";
import { keepsNothing, staysInMemory } from "./policy.ts";
import { sweep } from "./sweep.ts";
import { transcribe } from "./transcribe.ts";
import { Works } from "./works.ts";

export type { Answer, CreateRequest, TranscriptionJob, TranscriptionJobList } from "../work/request.ts";
export type { TranscriptionOptions } from "./deps.ts";

/** Every method throws TiroErrors of the contract; the creating ones also the request signal's reason. */
export interface TranscriptionUseCases {
  /**
   * Whether the account may have anything transcribed now. The creating methods ask by themselves; this is for
   * refusing a call before its upload was read.
   */
  assertAdmitted(accountId: string): void;
  /** Where the uploads of the account's jobs go: the spool, or, under zero retention, memory. */
  uploads(accountId: string): UploadStore;
  /** The same for a call that waits for its result: also memory for the app of a person of whom nothing may be kept. */
  uploadsOfCall(principal: Principal): UploadStore;
  /** The synchronous route. @param follower of one who wants more than the formatted text. */
  create(request: CreateRequest, follower?: Follower): Promise<Answer>;
  /** 202 with a job. */
  createJob(request: CreateRequest): Promise<Answer>;
  getJob(accountId: string, jobId: string): TranscriptionJob;
  getResult(accountId: string, jobId: string): Answer;
  cancelJob(accountId: string, jobId: string): Promise<TranscriptionJob>;
  listJobs(accountId: string, page: JobListRequest): TranscriptionJobList;
  /** How the stored jobs of all accounts stand. */
  jobFigures(): JobFigures;
  /** Once, at start, after the spool was swept and before the first request: takes stored jobs up again. */
  recover(): Promise<void>;
  /** Does what time brings about; called by itself each minute after `recover`. */
  sweep(): Promise<void>;
  /** Stops all work; stored jobs continue at the next start. */
  close(): Promise<void>;
}

export function createTranscriptionUseCases(options: TranscriptionOptions): TranscriptionUseCases {
  const { db, clock, logger, config } = options;
  const idempotency = new Idempotency(db, clock);
  const meter = createMeter(config.billing);
  const deps: TranscriptionDeps = {
    ...options,
    inspections: createInspectionQueue(config.transcription.queue_length),
    cursors: new Cursors(installationSecret(db, "cursors"), clock, limits),
    idempotency,
    works: new Works({ db, clock, logger, idempotency, meter, events: options.events }, (work) =>
      transcribe(deps, work),
    ),
    unstoredResults: new RememberedAnswers(clock),
    meter,
  };
  const sweeper = new Recurring({
    everyMs: limits.sweepEveryMs,
    failure: "transcription_sweep_failed",
    logger,
    work: () => sweep(deps),
  });
  const storeFor = (accountId: string, isInMemory: boolean) =>
    isInMemory ? options.memoryFiles.forParty(accountId) : options.spool;
  return {
    assertAdmitted: (accountId) => assertAdmitted(deps, accountId, 0),
    uploads: (accountId) => storeFor(accountId, keepsNothing(db, accountId)),
    uploadsOfCall: (principal) => storeFor(principal.accountId, staysInMemory(db, principal)),
    create: (request, follower) => createTranscription(deps, request, follower ?? null),
    createJob: (request) => createJob(deps, request),
    getJob: (accountId, jobId) => getJob(deps, accountId, jobId),
    getResult: (accountId, jobId) => getResult(deps, accountId, jobId),
    cancelJob: (accountId, jobId) => whenWritable(db, () => cancelJob(deps, accountId, jobId)),
    listJobs: (accountId, page) => listJobs(deps, accountId, page),
    jobFigures: () => jobFigures(deps),
    sweep: () => sweep(deps),
    recover: async () => {
      await sweep(deps);
      sweeper.repeat();
    },
    close: async () => {
      await sweeper.close();
      await deps.works.close();
    },
  };
}
