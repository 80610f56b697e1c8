/** The transcription use cases as the doors see them. */
import { limits } from "../config/limits.ts";
import { Cursors } from "../lib/cursor.ts";
import { Recurring } from "../lib/recurring.ts";
import { createMeter } from "../metering/meter.ts";
import { installationSecret } from "../store/secrets.ts";
import type { Spool } from "../store/spool.ts";
import { Idempotency } from "../work/idempotency.ts";
import { RememberedAnswers } from "../work/remembered-answers.ts";
import type { Answer, CreateRequest, TranscriptionJob, TranscriptionJobList } from "../work/request.ts";
import { createInspectionQueue } from "../work/turns.ts";
import { assertAdmitted } from "./admission.ts";
import { createTranscription } from "./create-transcription.ts";
import type { TranscriptionContext, TranscriptionDeps } from "./deps.ts";
import { cancelJob, createJob, getJob, getResult, listJobs, recoverJobs } from "./jobs.ts";
import { keepsNothing } from "./policy.ts";
import { sweep } from "./sweep.ts";
import { Works } from "./works.ts";

export type { Answer, CreateRequest, TranscriptionJob, TranscriptionJobList } from "../work/request.ts";
export type { TranscriptionDeps } from "./deps.ts";

/** Every method throws TiroErrors of the contract; the creating ones also the request signal's reason. */
export interface TranscriptionService {
  /**
   * Whether the account may have anything transcribed now. The creating methods ask by themselves; this is for
   * refusing a call before its upload was read.
   */
  assertAdmitted(accountId: string): void;
  /** Where the account's uploads go: the spool, or, under zero retention, memory. */
  uploads(accountId: string): Pick<Spool, "create">;
  /** The synchronous route. */
  create(request: CreateRequest): Promise<Answer>;
  /** 202 with a job. */
  createJob(request: CreateRequest): Promise<Answer>;
  getJob(accountId: string, jobId: string): TranscriptionJob;
  getResult(accountId: string, jobId: string): Answer;
  cancelJob(accountId: string, jobId: string): TranscriptionJob;
  listJobs(accountId: string, page: { cursor?: string; limit?: number }): TranscriptionJobList;
  /** Once, at start, after the spool was swept and before the first request: takes stored jobs up again. */
  recover(): Promise<void>;
  /** Does what time brings about; called by itself each minute after `recover`. */
  sweep(): void;
  /** Stops all work; stored jobs go on at the next start. */
  close(): Promise<void>;
}

export function createTranscriptionService(deps: TranscriptionDeps): TranscriptionService {
  const context: TranscriptionContext = {
    ...deps,
    inspections: createInspectionQueue(deps.config.transcription.queue_length),
    cursors: new Cursors(installationSecret(deps.db, "cursors"), deps.clock, limits),
    idempotency: new Idempotency(deps.db, deps.clock),
    works: new Works(),
    unstoredResults: new RememberedAnswers(deps.clock),
    meter: createMeter(deps.config.billing),
  };
  const sweeper = new Recurring({
    everyMs: limits.sweepEveryMs,
    failure: "transcription_sweep_failed",
    logger: deps.logger,
    work: () => sweep(context),
  });
  return {
    assertAdmitted: (accountId) => assertAdmitted(context, accountId, 0),
    uploads: (accountId) => (keepsNothing(deps.db, accountId) ? deps.memoryFiles : deps.spool),
    create: (request) => createTranscription(context, request),
    createJob: (request) => createJob(context, request),
    getJob: (accountId, jobId) => getJob(context, accountId, jobId),
    getResult: (accountId, jobId) => getResult(context, accountId, jobId),
    cancelJob: (accountId, jobId) => cancelJob(context, accountId, jobId),
    listJobs: (accountId, page) => listJobs(context, accountId, page),
    sweep: () => sweep(context),
    recover: async () => {
      await recoverJobs(context);
      sweep(context);
      sweeper.repeat();
    },
    close: async () => {
      sweeper.close();
      await context.works.close();
    },
  };
}
