/** A dictation that was recognized while it was spoken: from the recognized words on it is one like all others. */
import type { Principal } from "../accounts/authentication/principal.ts";
import { policyOf } from "../accounts/policies/policy.ts";
import { limits } from "../config/limits.ts";
import type { Word } from "../engine/engine.ts";
import type { ConfidenceBounds } from "../packs/kinds.ts";
import { settingsOf } from "../store/dictation/settings.ts";
import { joinWords } from "../text/formatting/punctuation/marked-words.ts";
import { isShort } from "../transcription/punctuate.ts";
import { awaitAnswer } from "../work/await-answer.ts";
import { fingerprintOf } from "../work/idempotency.ts";
import type { Answer } from "../work/request.ts";
import { commitDictation } from "./commit-dictation.ts";
import { placeOf } from "./create-dictation.ts";
import { type DictationDeps, dictationRoute, personOf } from "./deps.ts";
import type { RecognizedText } from "./finish-dictation.ts";
import { finishWithTemplates } from "./insert-templates.ts";
import { markNames, recognizerLanguage, resultLanguage } from "./language.ts";
import type { DictationParameters } from "./parameters.ts";
import { recognizerWords } from "./personal/dictionaries.ts";
import { deadlinePassed } from "./running-dictations.ts";
import { takesSentences } from "./takes-sentences.ts";
import { certaintiesOf, pausesOf } from "./word-details.ts";

export interface LiveDictation {
  requestId: string;
  principal: Principal;
  parameters: DictationParameters;
  /** Of the sound, lower-case hex: an idempotency key stands for the same sound and fields. */
  audioSha256: string;
  durationSeconds: number;
  heard: {
    text: string;
    words: readonly Word[];
    language: string | null;
    confidence?: ConfidenceBounds | undefined;
  };
  idempotencyKey: string | null;
  acceptedAtMs: number;
}

/** The hints of a person's dictation for the recognizer. */
export interface DictationHints {
  language: string | null;
  hotwords: readonly string[];
  phrases: readonly string[];
}

/** @throws TiroError `invalid_request`, `language_not_available`. */
export function liveDictationHints(
  deps: DictationDeps,
  principal: Principal,
  parameters: Pick<DictationParameters, "language">,
): DictationHints {
  const userId = personOf(principal);
  const wanted = parameters.language ?? settingsOf(deps.db, userId).language;
  const language = recognizerLanguage(wanted, policyOf(deps.db, principal), deps.languages());
  const { accountId } = principal;
  return {
    language,
    hotwords: recognizerWords(deps.db, { accountId, userId }, deps.config.dictation.recognizer_words),
    phrases: markNames(language),
  };
}

/**
 * Formatted, kept and answered as an uploaded one is; its usage is the stream's.
 * @throws TiroErrors of the contract.
 */
export async function finishLiveDictation(deps: DictationDeps, dictation: LiveDictation): Promise<Answer> {
  const { principal, parameters, idempotencyKey: key, durationSeconds } = dictation;
  const userId = personOf(principal);
  const { accountId } = principal;
  const scope = { accountId, route: dictationRoute(userId) };
  const claim =
    key === null
      ? null
      : { scope: { ...scope, key }, fingerprint: fingerprintOf(parameters, dictation.audioSha256) };
  const patience = new AbortController();
  const earlier = claim && deps.idempotency.earlier(claim, () => null);
  if (earlier) return earlier(patience.signal);
  const { deadline_ms: deadlineMs } = deps.config.dictation;
  const running = deps.running.start({ consumer: principal, durationSeconds, deadlineMs }, async (signal) => {
    const recognized = recognizedText(deps, dictation, userId);
    const request = { id: dictation.requestId, principal, userId, parameters };
    const finished = await finishWithTemplates(deps, request, recognized, signal);
    const { acceptedAtMs } = dictation;
    const made = { ...request, durationSeconds, claim, acceptedAtMs, billedBefore: "all" as const };
    return commitDictation(deps, made, recognized, finished, signal);
  });
  const join = (caller: AbortSignal) =>
    awaitAnswer(running.outcome, { caller, deadlineMs, onHangUp: () => {}, onDeadline: deadlinePassed });
  if (claim) deps.idempotency.hold(claim, join, running.outcome);
  return join(patience.signal);
}

function recognizedText(
  { db }: DictationDeps,
  { heard: { words, language, confidence, ...heard }, parameters }: LiveDictation,
  userId: string,
): RecognizedText {
  // Marks stand where an uploaded recording gets them.
  const isText = parameters.operation !== "edit" && takesSentences(placeOf(parameters));
  const isMarked = isText && !isShort(words, limits.dictationWordsForMarks);
  const text = isMarked ? heard.text : joinWords(words.map((word) => word.text));
  const segments = [{ words }];
  return {
    rawText: text,
    pauses: pausesOf({ text, segments }),
    certainties: certaintiesOf({ text, segments, confidence }),
    language: resultLanguage(text, language, parameters.language ?? settingsOf(db, userId).language),
    lacksMarks: false,
  };
}
