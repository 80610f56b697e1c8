/**
 * The way of a synchronous transcription: validate → idempotency → admission → work (see transcribe.ts), which the
 * caller waits for.
 */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import type { SpooledFile } from "../store/uploads/spool.ts";
import { awaitAnswer } from "../work/await-answer.ts";
import { type Claim, fingerprintOf, type Join } from "../work/idempotency.ts";
import type { Answer, CreateRequest } from "../work/request.ts";
import { assertAdmitted } from "./admission.ts";
import type { TranscriptionDeps } from "./deps.ts";
import type { Follower } from "./following.ts";
import { parseParameters, type TranscriptionParameters } from "./parameters.ts";
import { assertLanguageAllowed } from "./policy.ts";
import { Work } from "./work.ts";

const ROUTE = "POST /audio/transcriptions";

/** The synchronous route. @throws TiroErrors of the contract, or the signal's reason. */
export async function createTranscription(
  deps: TranscriptionDeps,
  request: CreateRequest,
  follower: Follower | null,
): Promise<Answer> {
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => request.file?.remove());
  const valid = validate(deps, request, ROUTE);
  const earlier = valid.claim && deps.idempotency.earlier(valid.claim, (id) => joinWork(deps, id));
  if (earlier) {
    await cleanup.disposeAsync();
    return earlier(request.signal);
  }
  assertAdmitted(deps, request.account.id, valid.file.bytes);
  deps.engine.requireAvailable?.(valid.parameters);
  const work = startWork(deps, request, { ...valid, follower });
  cleanup.move();
  return waitForAnswer(deps, work, request.signal);
}

export interface ValidRequest {
  file: SpooledFile;
  parameters: TranscriptionParameters;
  /** Null if the call has no idempotency key. */
  claim: Claim | null;
}

/** Checks all that needs no look into the file. */
export function validate(deps: TranscriptionDeps, request: CreateRequest, route: string): ValidRequest {
  const { file, fields, account, idempotencyKey: key, pack } = request;
  const installed = deps.languages();
  const parsed = parseParameters(fields, installed, deps.config.models.aliases);
  const parameters = pack === undefined ? parsed : { ...parsed, pack };
  assertLanguageAllowed(deps.db, account.id, parameters.language, installed);
  if (!file) {
    const message = "`file` is missing; send the recording as a file part.";
    throw new TiroError("invalid_request", message, { param: "file" });
  }
  if (key === null) return { file, parameters, claim: null };
  const fingerprint = fingerprintOf(parameters, file.sha256);
  return { file, parameters, claim: { scope: { accountId: account.id, route, key }, fingerprint } };
}

/** Joins the work of a job that outlived its synchronous call; one that is not taken up yet can only be polled. */
function joinWork(deps: TranscriptionDeps, jobId: string): Join {
  const work = deps.works.get(jobId);
  if (work) return (signal) => waitForAnswer(deps, work, signal);
  return () => Promise.reject(deadlinePassed(jobId));
}

function startWork(
  deps: TranscriptionDeps,
  request: CreateRequest,
  valid: ValidRequest & { follower: Follower | null },
): Work {
  const { requestId: id, account } = request;
  const work = new Work({ id, account, ...valid, createdAtMs: deps.clock.now() });
  deps.works.start(work);
  const { claim } = valid;
  if (claim) deps.idempotency.hold(claim, (signal) => waitForAnswer(deps, work, signal), work.outcome);
  return work;
}

/**
 * Waits until the work is done, the deadline passes (then it continues as a stored job), or the caller hangs up
 * (then it ends, unless an idempotency key says that its result is wanted).
 */
function waitForAnswer(deps: TranscriptionDeps, work: Work, caller: AbortSignal): Promise<Answer> {
  return awaitAnswer(work.outcome, {
    caller,
    deadlineMs: deps.config.transcription.sync_deadline_ms,
    onHangUp: () => {
      if (!work.claim && !work.isJob) work.abort(caller.reason);
    },
    onDeadline: async () => {
      try {
        await deps.works.storeAsJob(work);
        // If it is none, the answer is there and only waits for its file to be removed.
        return work.isJob ? deadlinePassed(work.id) : null;
      } catch (error) {
        work.abort(error);
        return error;
      }
    },
  });
}

function deadlinePassed(jobId: string): TiroError {
  return new TiroError(
    "request_timeout",
    "The transcription takes longer than a call may wait. It continues as a job: poll job_id for the result.",
    { jobId, retryAfterSeconds: limits.jobPollSeconds },
  );
}
