/**
 * One attempt at a recording, of a call or a job: open and decode → queue for a turn → recognize → assemble → label
 * speakers if asked → format → one transaction {result, usage, idempotency answer, job state}.
 */
import type { AudioSource, DecodeOptions } from "../audio/audio.ts";
import { DecoderLost } from "../audio/media-process.ts";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { traced } from "../lib/tracing.ts";
import { recordUsage } from "../metering/usage.ts";
import type { Turn } from "../queue/fair-queue.ts";
import { transact } from "../store/database/write-lock.ts";
import { organizationDictionaryOf } from "../store/organizations/dictionaries.ts";
import { setJobSucceeded } from "../store/transcription/jobs.ts";
import type { SpooledFile } from "../store/uploads/spool.ts";
import { answerPending, forgetPending } from "../store/work/idempotency.ts";
import type { Answer } from "../work/request.ts";
import { callLane, type TurnLane } from "../work/turns.ts";
import { assertDurationAdmitted } from "./admission.ts";
import type { TranscriptionDeps } from "./deps.ts";
import { resultRetentionMs } from "./deps.ts";
import { diarizeRecording } from "./diarize-recording.ts";
import type { Follower } from "./following.ts";
import { type FormattedTranscription, formatTranscription } from "./formats/format.ts";
import { progressOf } from "./job-events.ts";
import { keepTranscription } from "./kept-transcription.ts";
import { allowedLanguages, keepsNothing } from "./policy.ts";
import { recognizeRecording } from "./recognize-recording.ts";
import { NOT_PUNCTUATED, type Transcription, usageSeconds } from "./transcription.ts";
import type { Work } from "./work.ts";

/** From the file to the committed answer. */
export async function transcribe(deps: TranscriptionDeps, work: Work): Promise<Answer> {
  await using cleanup = new AsyncDisposableStack();
  const follower = work.isJob ? (deps.followerOf?.(work.id) ?? null) : work.follower;
  cleanup.defer(() => follower?.end());
  const { turn, source } = await traced("open recording and wait for turn", () => openInTurn(deps, work));
  cleanup.defer(() => turn.end());
  let opened: AudioSource | null = source;
  cleanup.defer(() => opened?.close());
  let isFollowed = false;
  const takeSource = async () => {
    const taken = opened ?? (await openWork(deps, work));
    opened = null;
    if (!follower || isFollowed) return taken;
    isFollowed = true;
    return follower.begin(taken);
  };
  const recognized =
    work.transcription ?? (await recognize(deps, work, turn, { source: await takeSource(), follower }));
  work.begin();
  const transcription = work.parameters.diarize
    ? await traced("tell speakers apart", async () =>
        diarizeRecording(deps.speakers, await takeSource(), recognized, {
          ...work.parameters,
          signal: work.signal,
          beforeBlock: () => turn.pass(),
          onProgress: progressOf(deps, work, "speakers"),
        }),
      )
    : recognized;
  const formatted = formatTranscription(transcription, work.parameters.responseFormat);
  await follower?.beforeCommit(transcription);
  return traced("commit", () => commit(deps, work, { transcription, formatted, follower }));
}

async function recognize(
  deps: TranscriptionDeps,
  work: Work,
  turn: Turn,
  { source, follower }: { source: AudioSource; follower: Follower | null },
): Promise<Transcription> {
  const tellProgress = progressOf(deps, work, "recognition");
  tellProgress(0);
  const transcription = await recognizeRecording(deps.engine, source, {
    ...work.parameters,
    allowedLanguages: allowedLanguages(deps.db, work.account.id),
    // The newest first; an account that is a person's has none.
    hotwords: organizationDictionaryOf(deps.db, work.account.id).words.toReversed(),
    // One short call at a time goes ahead of all batch work in the recognizer too; more use all of its processes.
    lane: turn.own ? "interactive" : "batch",
    signal: work.signal,
    onProgress: (doneSeconds, text) => {
      tellProgress(doneSeconds);
      follower?.heard(doneSeconds, text);
    },
    beforeBlock: () => {
      work.begin();
      return turn.pass();
    },
  });
  work.recognized(transcription);
  keepTranscription(deps.db, work);
  return transcription;
}

/** The right to work, and the opened recording. Whether it can be opened is found out before it waits in line. */
async function openInTurn(deps: TranscriptionDeps, work: Work): Promise<{ turn: Turn; source: AudioSource }> {
  const { signal } = work;
  const task = { party: work.account.id, signal, admitted: work.isJob };
  let lane = work.inspection?.lane;
  if (lane === undefined) {
    await using cleanup = new AsyncDisposableStack();
    const source = await openWork(deps, work, (options) =>
      openForInspection(deps, work.account.id, work.file, options),
    );
    // An open recording may hold a decoder process; those that wait must not.
    cleanup.defer(() => source.close());
    lane = inspect(deps, work, source);
    const turn = deps.queue.enterNow({ ...task, lane });
    if (turn) {
      cleanup.move();
      return { turn, source };
    }
  }
  const turn = await deps.queue.enter({ ...task, lane });
  try {
    return { turn, source: await openWork(deps, work) };
  } catch (error) {
    turn.end();
    throw error;
  }
}

/** Admits the recording's length, which that of a stored job was before. @returns where it waits. */
function inspect(deps: TranscriptionDeps, work: Work, { info }: AudioSource): TurnLane {
  const { statedDurationSeconds } = info;
  if (!work.isJob) assertDurationAdmitted(deps, work.account.id, statedDurationSeconds);
  const lane = callLane(statedDurationSeconds, work.file.bytes);
  work.inspected({ lane, statedDurationSeconds });
  return lane;
}

/** Opens a recording; decoders look into a few at once, and into one of a party. The caller closes it. */
export function openForInspection(
  deps: TranscriptionDeps,
  party: string,
  file: SpooledFile,
  options: Opening,
): Promise<AudioSource> {
  const { signal } = options;
  const takePlace = () => deps.inspections.enter({ lane: "inspection", party, signal });
  return openSource(deps, file, { ...options, takePlace });
}

type Opening = Partial<DecodeOptions> & { signal: AbortSignal };

function openSource(deps: TranscriptionDeps, file: SpooledFile, options: Opening): Promise<AudioSource> {
  return deps.openAudio(file, {
    maxDurationSeconds: limits.transcriptionDurationSeconds,
    deadlineMs: deps.config.media.deadline_ms,
    inspectionDeadlineMs: deps.config.media.inspection_deadline_ms,
    ...options,
  });
}

/** The decoders of a work have one bound together, however often it is tried; an attempt that only opened it counts too. */
async function openWork(
  deps: TranscriptionDeps,
  work: Work,
  open: (options: Opening) => Promise<AudioSource> = (options) => openSource(deps, work.file, options),
): Promise<AudioSource> {
  const { deadline_ms: onceMs } = deps.config.media;
  const leftMs = Math.max(0, limits.mediaDecodingsPerWork * onceMs - work.decodedMs);
  try {
    return await open({
      signal: work.signal,
      deadlineMs: Math.min(onceMs, leftMs),
      onWorked: (workedMs) => work.decoded(workedMs),
    });
  } catch (error) {
    if (isLate(error)) work.begin();
    throw error;
  }
}

/** Whether a decoder took too long or stood still. */
function isLate(error: unknown): boolean {
  return error instanceof DecoderLost || (error instanceof TiroError && error.code === "request_timeout");
}

interface Done {
  transcription: Transcription;
  formatted: FormattedTranscription;
  follower: Follower | null;
}

/**
 * All effects or none: result and state of the job, usage, and the answer that the key gives from now on. Under zero
 * retention, also if it was decided while the recording was worked on, result and answer are kept in memory only.
 */
async function commit(
  deps: TranscriptionDeps,
  work: Work,
  { transcription, formatted, follower }: Done,
): Promise<Answer> {
  const { db, clock, idempotency, meter } = deps;
  const headers = transcription.lacksMarks && { "Tiro-Formatting": NOT_PUNCTUATED };
  const answer = { status: 200, ...formatted };
  const stores = await transact(db, () => {
    work.signal.throwIfAborted();
    const stores = !work.file.inMemory && !keepsNothing(db, work.account.id);
    if (work.isJob) {
      const { durationSeconds: audioDurationSeconds } = transcription;
      const ended = { audioDurationSeconds, completedAt: clock.now() };
      const result = stores && !follower?.keepsResult ? formatted : null;
      if (!setJobSucceeded(db, work.id, result, ended)) throw endedMeanwhile();
      if (stores) answerPending(db, work.id, answer, idempotency.expiresAt());
      else forgetPending(db, work.id);
    } else if (work.claim && stores) {
      idempotency.answer(work.claim, answer);
    }
    // A job may have become a recording after the attempt began.
    if (stores) (follower ?? (work.isJob ? deps.followerOf?.(work.id) : null))?.commit(transcription);
    if (!follower?.isPaidFor)
      recordUsage(meter, db, {
        requestId: work.id,
        accountId: work.account.id,
        keyId: work.account.keyId,
        kind: "transcription",
        audioSeconds: usageSeconds(transcription.durationSeconds),
        acceptedAt: work.createdAtMs,
        createdAt: clock.now(),
      });
    return stores;
  });
  if (!stores) {
    if (work.claim) idempotency.remember(work.claim, answer);
    if (work.isJob) deps.unstoredResults.keep(work.id, formatted, clock.now() + resultRetentionMs(deps));
  }
  return { ...answer, replayed: false, ...(headers && { headers }) };
}

/** Another process may have ended the job: the row decides. */
export function endedMeanwhile(): TiroError {
  return new TiroError("job_cancelled", "The job was ended while it ran.");
}
