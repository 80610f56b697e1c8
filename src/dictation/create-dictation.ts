/**
 * The way of a dictation: validate → idempotency → account → queue, ahead of everything else → recognize → format or
 * edit, with the site's language model where the rules do not reach → one transaction {session, usage, idempotency
 * answer} → answer. The recording never reaches the disk; where history is off the text does not either.
 */

import { type Principal, partyOf } from "../accounts/authentication/principal.ts";
import { policyOf } from "../accounts/policies/policy.ts";
import { type DictationWav, openDictationWav } from "../audio/dictation-wav.ts";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { traced } from "../lib/tracing.ts";
import { assertAudioLeft } from "../metering/quotas.ts";
import { assertSolvent } from "../metering/standing.ts";
import { settingsOf } from "../store/dictation/settings.ts";
import type { MemoryUpload } from "../store/uploads/memory-uploads.ts";
import type { AppDescription } from "../text/formatting/app-kind.ts";
import { recognizeRecording } from "../transcription/recognize-recording.ts";
import { awaitAnswer } from "../work/await-answer.ts";
import { type Claim, fingerprintOf } from "../work/idempotency.ts";
import type { Answer } from "../work/request.ts";
import { commitDictation } from "./commit-dictation.ts";
import { type DictationDeps, dictationRoute, personOf } from "./deps.ts";
import type { RecognizedText } from "./finish-dictation.ts";
import { finishWithTemplates } from "./insert-templates.ts";
import { markNames, recognizerLanguage, resultLanguage } from "./language.ts";
import { type DictationParameters, parseParameters } from "./parameters.ts";
import { recognizerWords } from "./personal/dictionaries.ts";
import { deadlinePassed } from "./running-dictations.ts";
import { takesSentences } from "./takes-sentences.ts";
import { certaintiesOf, pausesOf } from "./word-details.ts";

export interface DictationRequest {
  requestId: string;
  principal: Principal;
  /** All multipart fields but the recording, as received. */
  fields: [name: string, value: string][];
  /** Taken over: released when it is not needed any more, whatever happens. */
  audio: MemoryUpload | null;
  /** 1 to 255 printable ASCII characters, or null. */
  idempotencyKey: string | null;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
}

interface Dictation {
  id: string;
  principal: Principal;
  userId: string;
  parameters: DictationParameters;
  source: DictationWav;
  /** Null if the call has no idempotency key. */
  claim: Claim | null;
  /** For the recognizer, and as it was asked for. */
  language: string | null;
  wantedLanguage: string | null;
  allowedLanguages: readonly string[] | null;
  acceptedAtMs: number;
}

/** @throws TiroErrors of the contract, or the signal's reason. */
export async function createDictation(deps: DictationDeps, request: DictationRequest): Promise<Answer> {
  using cleanup = new DisposableStack();
  cleanup.defer(() => request.audio?.release());
  const dictation = validate(deps, request);
  const { claim } = dictation;
  const earlier = claim && deps.idempotency.earlier(claim, () => null);
  if (earlier) {
    cleanup.dispose();
    return earlier(request.signal);
  }
  assertAdmitted(deps, dictation);
  const running = deps.running.start(runOptions(deps, dictation), async (signal) => {
    using _ = cleanup.move();
    return await dictate(deps, dictation, signal);
  });
  const join = (caller: AbortSignal) =>
    awaitAnswer(running.outcome, {
      caller,
      deadlineMs: deps.config.dictation.deadline_ms,
      // With a key the answer is wanted although this caller is gone.
      onHangUp: () => {
        if (!claim) running.abort.abort(caller.reason);
      },
      onDeadline: deadlinePassed,
    });
  if (claim) deps.idempotency.hold(claim, join, running.outcome);
  return join(request.signal);
}

/** Checks everything that needs no recognizer. */
function validate(deps: DictationDeps, request: DictationRequest): Dictation {
  const { principal, audio, idempotencyKey: key } = request;
  const userId = personOf(principal);
  const parameters = parseParameters(request.fields);
  if (!audio) {
    const message = "`audio` is missing; send the recording as a file part.";
    throw new TiroError("invalid_request", message, { param: "audio" });
  }
  const wantedLanguage = parameters.language ?? settingsOf(deps.db, userId).language;
  const policy = policyOf(deps.db, principal);
  const maxDurationSeconds = limits.dictationDurationSeconds;
  const scope = { accountId: principal.accountId, route: dictationRoute(userId) };
  const language = recognizerLanguage(wantedLanguage, policy, deps.languages());
  const source = openDictationWav(audio.content, { param: "audio", maxDurationSeconds });
  return {
    id: request.requestId,
    principal,
    userId,
    parameters,
    language,
    wantedLanguage,
    allowedLanguages: policy.allowedLanguages,
    source,
    claim:
      key === null
        ? null
        : {
            scope: { ...scope, key },
            fingerprint: fingerprintOf(parameters, audio.sha256),
            liveFingerprint: () => fingerprintOf(parameters, source.samplesSha256()),
          },
    acceptedAtMs: deps.clock.now(),
  };
}

/** Comes after the idempotency key was looked up: an earlier call's answer is free and never refused. */
function assertAdmitted(deps: DictationDeps, { principal, source }: Dictation): void {
  const { accountId } = principal;
  assertSolvent(deps, accountId);
  const { running } = deps;
  assertAudioLeft(deps, principal, {
    underWay: (includes) => running.underWaySeconds(includes),
    more: source.durationSeconds,
  });
}

function runOptions(deps: DictationDeps, { principal, source }: Dictation) {
  return {
    consumer: principal,
    durationSeconds: source.durationSeconds,
    deadlineMs: deps.config.dictation.deadline_ms,
  };
}

async function dictate(deps: DictationDeps, dictation: Dictation, signal: AbortSignal): Promise<Answer> {
  deps.textProcesses.warm();
  const recognized = await recognize(deps, dictation, signal);
  signal.throwIfAborted();
  const finished = await traced("finish text", () =>
    finishWithTemplates(deps, dictation, recognized, signal),
  );
  const { principal, source } = dictation;
  const { durationSeconds } = source;
  const billedBefore = deps.brokenStreams.find(principal, source.samplesSha256);
  const made = { ...dictation, durationSeconds, billedBefore };
  return traced("commit", () => commitDictation(deps, made, recognized, finished, signal));
}

async function recognize(
  deps: DictationDeps,
  { principal, userId, parameters, source, language, wantedLanguage, allowedLanguages }: Dictation,
  signal: AbortSignal,
): Promise<RecognizedText> {
  const task = { lane: "dictation", party: partyOf(principal), signal } as const;
  const turn = await traced("wait for turn", () => deps.queue.enter(task));
  try {
    const transcription = await recognizeRecording(deps.engine, source, {
      language,
      allowedLanguages,
      prompt: null,
      punctuate: parameters.operation !== "edit" && takesSentences(placeOf(parameters)),
      leastWordsForMarks: limits.dictationWordsForMarks,
      hotwords: recognizerWords(
        deps.db,
        { accountId: principal.accountId, userId },
        deps.config.dictation.recognizer_words,
      ),
      phrases: markNames(language),
      lane: "interactive",
      signal,
      beforeBlock: () => turn.pass(),
    });
    const { text, language: heard } = transcription;
    return {
      rawText: text,
      pauses: pausesOf(transcription),
      certainties: certaintiesOf(transcription),
      language: resultLanguage(text, heard, wantedLanguage),
      lacksMarks: transcription.lacksMarks === true,
    };
  } finally {
    turn.end();
  }
}

export function placeOf({
  app,
  appBundleId,
  focusedElementDescription,
}: DictationParameters): AppDescription {
  return {
    app: app ?? undefined,
    appBundleId: appBundleId ?? undefined,
    focusedElement: focusedElementDescription ?? undefined,
  };
}
