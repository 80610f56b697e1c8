/**
 * The way of a transcription: validate → idempotency → open and decode → queue for a turn → recognize → assemble →
 * tell speakers apart where asked → format → one transaction {result, usage, idempotency answer, job state} → answer.
 */
import type { AudioSource } from "../audio/audio.ts";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { recordUsage } from "../metering/usage.ts";
import type { Turn } from "../queue/fair-queue.ts";
import { inTransaction } from "../store/db.ts";
import { answerPending, forgetPending } from "../store/idempotency.ts";
import type { SpooledFile } from "../store/spool.ts";
import { setJobSucceeded } from "../store/transcription-jobs.ts";
import { awaitAnswer } from "../work/await-answer.ts";
import { type Claim, fingerprintOf, type Join } from "../work/idempotency.ts";
import type { Answer, CreateRequest } from "../work/request.ts";
import { callLane } from "../work/turns.ts";
import { assertAdmitted, assertDurationAdmitted } from "./admission.ts";
import type { TranscriptionDeps } from "./deps.ts";
import { diarizeRecording } from "./diarize-recording.ts";
import { type FormattedTranscription, formatTranscription } from "./formats/format.ts";
import { keepRecognized } from "./kept-transcription.ts";
import { parseParameters, type TranscriptionParameters } from "./parameters.ts";
import { allowedLanguages, assertLanguageAllowed, keepsNothing } from "./policy.ts";
import { recognizeRecording } from "./recognize-recording.ts";
import { resultRetentionMs } from "./result-retention.ts";
import { type Transcription, usageSeconds } from "./transcription.ts";
import { storeAsJob, type Work } from "./works.ts";

const ROUTE = "POST /audio/transcriptions";

/** The synchronous route. Errors: those of the contract, or the signal's reason. */
export async function createTranscription(deps: TranscriptionDeps, request: CreateRequest): Promise<Answer> {
  let file = request.file;
  try {
    const valid = validate(deps, request, ROUTE);
    const earlier = valid.claim && deps.idempotency.earlier(valid.claim, (id) => joinWork(deps, id));
    if (earlier) {
      await file?.remove();
      return await earlier(request.signal);
    }
    assertAdmitted(deps, request.account.id, valid.file.bytes);
    const work = startWork(deps, request, valid);
    file = null;
    return await waitForAnswer(deps, work, request.signal);
  } finally {
    await file?.remove();
  }
}

/** One attempt at a recording, synchronous or stored, from its file to the committed answer. */
export async function transcribe(deps: TranscriptionDeps, work: Work): Promise<Answer> {
  const { turn, source } = await openInTurn(deps, work);
  let opened: AudioSource | null = source;
  const takeSource = async () => {
    const taken = opened ?? (await openSource(deps, work.file, work.abort.signal));
    opened = null;
    return taken;
  };
  try {
    if (!work.recognized) {
      work.recognized = await recognize(deps, work, turn, await takeSource());
      keepRecognized(deps, work);
    }
    work.begun = true;
    const transcription = work.parameters.diarize
      ? await diarizeRecording(deps.speakers, await takeSource(), work.recognized, {
          ...work.parameters,
          signal: work.abort.signal,
          beforeBlock: () => turn.pass(),
        })
      : work.recognized;
    const formatted = formatTranscription(transcription, work.parameters.responseFormat);
    return commit(deps, work, transcription, formatted);
  } finally {
    await opened?.close();
    turn.end();
  }
}

function recognize(deps: TranscriptionDeps, work: Work, turn: Turn, source: AudioSource) {
  return recognizeRecording(deps.engine, source, {
    ...work.parameters,
    allowedLanguages: allowedLanguages(deps.db, work.account.id),
    // One short call at a time goes ahead of all batch work in the recognizer too; more use all of its processes.
    lane: turn.own ? "interactive" : "batch",
    signal: work.abort.signal,
    beforeBlock: () => {
      work.begun = true;
      return turn.pass();
    },
  });
}

export interface ValidRequest {
  file: SpooledFile;
  parameters: TranscriptionParameters;
  /** Null where the call has no idempotency key. */
  claim: Claim | null;
}

/** Checks all that needs no look into the file. */
export function validate(deps: TranscriptionDeps, request: CreateRequest, route: string): ValidRequest {
  const { file, fields, account, idempotencyKey: key } = request;
  const installed = deps.languages();
  const parameters = parseParameters(fields, installed);
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

function startWork(deps: TranscriptionDeps, request: CreateRequest, valid: ValidRequest): Work {
  const { requestId: id, account } = request;
  const fresh = {
    lane: null,
    statedDurationSeconds: null,
    stored: false,
    createdAtMs: deps.clock.now(),
    attempts: 0,
    recognized: null,
  };
  const work = deps.works.start(deps, { id, account, ...valid, ...fresh }, (work) => transcribe(deps, work));
  const { claim } = valid;
  if (claim) deps.idempotency.hold(claim, (signal) => waitForAnswer(deps, work, signal), work.outcome);
  return work;
}

/**
 * Waits until the work is done, the deadline passes (then it goes on as a stored job), or the caller hangs up
 * (then it ends, unless an idempotency key says that its result is wanted).
 */
function waitForAnswer(deps: TranscriptionDeps, work: Work, caller: AbortSignal): Promise<Answer> {
  return awaitAnswer(work.outcome, {
    caller,
    deadlineMs: deps.config.transcription.sync_deadline_ms,
    onHangUp: () => {
      if (!work.claim && !work.stored) work.abort.abort(caller.reason);
    },
    onDeadline: () => {
      // The answer is there and only waits for its file to be removed.
      if (work.over) return null;
      try {
        storeAsJob(deps, work);
        return deadlinePassed(work.id);
      } catch (error) {
        work.abort.abort(error);
        return error;
      }
    },
  });
}

function deadlinePassed(jobId: string): TiroError {
  return new TiroError(
    "request_timeout",
    "The transcription takes longer than a call may wait. It goes on as a job: ask for the result of job_id.",
    { jobId, retryAfterSeconds: limits.jobPollSeconds },
  );
}

/** The right to work, and the opened recording. Whether it can be opened is found out before it waits in line. */
async function openInTurn(deps: TranscriptionDeps, work: Work): Promise<{ turn: Turn; source: AudioSource }> {
  const { signal } = work.abort;
  const task = { party: work.account.id, signal, admitted: work.stored };
  if (work.lane === null) {
    const source = await inspect(deps, work);
    const lane = callLane(source.info.statedDurationSeconds, work.file.bytes);
    work.lane = lane;
    const turn = deps.queue.enterNow({ ...task, lane });
    if (turn) return { turn, source };
    // An open recording may hold a decoder process; those that wait must not.
    await source.close();
  }
  const turn = await deps.queue.enter({ ...task, lane: work.lane });
  try {
    return { turn, source: await openSource(deps, work.file, signal) };
  } catch (error) {
    turn.end();
    throw error;
  }
}

/** The opened recording, once its length was admitted; that of a stored job was before. */
async function inspect(deps: TranscriptionDeps, work: Work): Promise<AudioSource> {
  const source = await openForInspection(deps, work.account.id, work.file, work.abort.signal);
  const { statedDurationSeconds } = source.info;
  try {
    if (!work.stored) assertDurationAdmitted(deps, work.account.id, statedDurationSeconds);
  } catch (error) {
    await source.close();
    throw error;
  }
  work.statedDurationSeconds = statedDurationSeconds;
  return source;
}

/** Opens a recording, a few at once over all accounts. The caller closes it. */
export async function openForInspection(
  deps: TranscriptionDeps,
  party: string,
  file: SpooledFile,
  signal: AbortSignal,
): Promise<AudioSource> {
  const turn = await deps.inspections.enter({ lane: "inspection", party, signal });
  try {
    return await openSource(deps, file, signal);
  } finally {
    turn.end();
  }
}

function openSource(deps: TranscriptionDeps, file: SpooledFile, signal: AbortSignal): Promise<AudioSource> {
  return deps.openAudio(file, {
    maxDurationSeconds: limits.transcriptionDurationSeconds,
    deadlineMs: deps.config.media.deadline_ms,
    signal,
  });
}

/**
 * All effects or none: result and state of the job, usage, and the answer that the key gives from now on. Under zero
 * retention, also where it was decided while the recording was worked on, result and answer are kept in memory only.
 */
function commit(
  deps: TranscriptionDeps,
  work: Work,
  transcription: Transcription,
  formatted: FormattedTranscription,
): Answer {
  const { db, clock, idempotency, meter } = deps;
  const answer = { status: 200, ...formatted };
  const stores = !work.file.inMemory && !keepsNothing(db, work.account.id);
  inTransaction(db, () => {
    work.abort.signal.throwIfAborted();
    if (work.stored) {
      const { durationSeconds: audioDurationSeconds } = transcription;
      const ended = { audioDurationSeconds, completedAt: clock.now() };
      if (!setJobSucceeded(db, work.id, stores ? formatted : null, ended)) throw endedMeanwhile();
      if (stores) answerPending(db, work.id, answer, idempotency.expiresAt());
      else forgetPending(db, work.id);
    } else if (work.claim && stores) {
      idempotency.answer(work.claim, answer);
    }
    recordUsage(meter, db, {
      requestId: work.id,
      accountId: work.account.id,
      keyId: work.account.keyId,
      kind: "transcription",
      audioSeconds: usageSeconds(transcription.durationSeconds),
      acceptedAt: work.createdAtMs,
      createdAt: clock.now(),
    });
  });
  if (!stores) {
    if (work.claim) idempotency.remember(work.claim, answer);
    if (work.stored) deps.unstoredResults.keep(work.id, formatted, clock.now() + resultRetentionMs(deps));
  }
  return { ...answer, replayed: false };
}

/** Another process may have ended the job: the row decides. */
function endedMeanwhile(): TiroError {
  return new TiroError("job_cancelled", "The job was ended while it ran.");
}
