/**
 * The way of a transcription: validate → idempotency → open and decode → queue for a turn → recognize → assemble →
 * format → one transaction {result, usage, idempotency answer, job state} → answer.
 */
import type { AudioInfo, AudioSource } from "../audio/audio.ts";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { recordUsage } from "../metering/usage.ts";
import type { Turn } from "../queue/fair-queue.ts";
import { inTransaction } from "../store/db.ts";
import { answerPending } from "../store/idempotency.ts";
import type { SpooledFile } from "../store/spool.ts";
import { setJobSucceeded } from "../store/transcription-jobs.ts";
import type { TranscriptionContext } from "./context.ts";
import { type FormattedTranscription, formatTranscription } from "./formats/format.ts";
import { type Claim, fingerprintOf, type Join } from "./idempotency.ts";
import { parseParameters, type TranscriptionParameters } from "./parameters.ts";
import { recognizeRecording } from "./recognize-recording.ts";
import type { Answer, CreateRequest } from "./request.ts";
import { type Transcription, usageSeconds } from "./transcription.ts";
import type { TurnLane } from "./turns.ts";
import { storeAsJob, type Work } from "./works.ts";

const ROUTE = "POST /audio/transcriptions";

/** The synchronous route. Errors: those of the contract, or the signal's reason. */
export async function createTranscription(context: TranscriptionContext, request: CreateRequest): Promise<Answer> {
  const { file, parameters, claim } = await validate(context, request, ROUTE);
  const earlier = await earlierAnswer(context, claim, file);
  if (earlier) return earlier(request.signal);
  const { requestId: id, account, signal } = request;
  const createdAtMs = context.clock.now();
  const news = { id, account, parameters, file, claim, lane: null, stored: false, createdAtMs, attempts: 0 };
  const work = context.works.start(context, news, (work) => transcribe(context, work));
  if (claim) context.idempotency.hold(claim, (signal) => waitForAnswer(context, work, signal), work.outcome);
  return waitForAnswer(context, work, signal);
}

/** One attempt at a recording, synchronous or stored, from its file to the committed answer. */
export async function transcribe(context: TranscriptionContext, work: Work): Promise<Answer> {
  const { turn, source } = await openInTurn(context, work);
  try {
    const transcription = await recognizeRecording(context.engine, noticingBegin(source, work), {
      ...work.parameters,
      signal: work.abort.signal,
      turn,
    });
    const formatted = formatTranscription(transcription, work.parameters.responseFormat);
    return commit(context, work, transcription, formatted);
  } finally {
    turn.end();
  }
}

export interface ValidRequest {
  file: SpooledFile;
  parameters: TranscriptionParameters;
  claim: Claim | null;
}

/** Checks all that needs no look into the file. Where it refuses, the file is removed. */
export async function validate(
  context: TranscriptionContext,
  request: CreateRequest,
  route: string,
): Promise<ValidRequest> {
  const { file, fields, account, idempotencyKey } = request;
  try {
    const parameters = parseParameters(fields, context.languages);
    if (!file) throw new TiroError("invalid_request", "`file` is missing; send the recording as a file part.", { param: "file" });
    const scope = { accountId: account.id, route, key: idempotencyKey ?? "" };
    const claim = idempotencyKey === null ? null : { scope, fingerprint: fingerprintOf(parameters, file.sha256) };
    return { file, parameters, claim };
  } catch (error) {
    await file?.remove();
    throw error;
  }
}

/** How to get the answer of an earlier call with the key; this call's file is removed then. */
export async function earlierAnswer(
  context: TranscriptionContext,
  claim: Claim | null,
  file: SpooledFile,
): Promise<Join | null> {
  if (!claim) return null;
  let earlier: Join | null = null;
  let failed = true;
  try {
    earlier = context.idempotency.earlier(claim, (jobId) => joinWork(context, jobId));
    failed = false;
  } finally {
    if (failed || earlier) await file.remove();
  }
  return earlier;
}
