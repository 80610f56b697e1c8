/** The recognizer's settings for a stream, under the policies that its account is bound by. */
import type { Principal } from "../accounts/authentication/principal.ts";
import { policyOf } from "../accounts/policies/policy.ts";
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import { recognizerLanguage } from "../dictation/language.ts";
import { recognizerWords } from "../dictation/personal/dictionaries.ts";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import type { LiveSettings } from "../engine/live.ts";
import { languageNotAvailable } from "../recognition/choose.ts";
import type { Db } from "../store/db.ts";
import { vocabularyOf } from "../transcription/vocabulary.ts";
import { DELAYS_MS, type StreamSettings } from "./session/settings.ts";

export interface RecognizerDeps {
  db: Db;
  config: Pick<Config, "dictation">;
  /** tiro's codes of the languages that installed packs recognize now. */
  languages: () => readonly string[];
  dictation: Pick<DictationUseCases, "liveHints">;
}

/** @throws TiroError `invalid_request` if a policy does not allow the language, `language_not_available`. */
export function recognizerSettings(
  deps: RecognizerDeps,
  principal: Principal,
  settings: StreamSettings,
): LiveSettings {
  const { keywords, prompt, turnDetection, delay, partials, dictation } = settings;
  const parameters = dictation && { language: dictation.parameters.language ?? settings.language };
  const hints = parameters
    ? deps.dictation.liveHints(principal, parameters)
    : transcriptionHints(deps, principal, settings);
  return {
    language: hints.language,
    hotwords: [...keywords, ...vocabularyOf(prompt).values(), ...hints.hotwords]
      .filter((word) => word.length <= limits.hotwordChars)
      .slice(0, limits.hotwords),
    phrases: hints.phrases,
    endpointing: turnDetection && {
      threshold: turnDetection.threshold,
      prefixPaddingMs: turnDetection.prefixPaddingMs,
      silenceDurationMs: turnDetection.silenceDurationMs,
    },
    ...(delay !== null && { holdBackMs: DELAYS_MS[delay] }),
    partials,
  };
}

/** With a person's key their dictionary counts, too. */
function transcriptionHints(deps: RecognizerDeps, principal: Principal, settings: StreamSettings) {
  const { accountId, userId } = principal;
  const words =
    userId === null
      ? []
      : recognizerWords(deps.db, { accountId, userId }, deps.config.dictation.recognizer_words);
  return { language: languageFor(deps, principal, settings), hotwords: words, phrases: [] };
}

/** Null: the recognizer finds out, if no policy has to know before it is heard. */
function languageFor(
  { db, languages }: RecognizerDeps,
  principal: Principal,
  { language, languages: expected }: StreamSettings,
): string | null {
  const policy = policyOf(db, principal);
  const installed = languages();
  if (language !== null) return recognizerLanguage(language, policy, installed);
  const { allowedLanguages } = policy;
  const candidates = expected.length > 0 ? expected : allowedLanguages;
  if (candidates === null) return null;
  const possible = candidates.filter(
    (code) => installed.includes(code) && (allowedLanguages === null || allowedLanguages.includes(code)),
  );
  const [first] = possible;
  if (first === undefined) {
    const [wanted = "auto"] = candidates;
    throw languageNotAvailable(wanted, wanted);
  }
  return allowedLanguages === null && possible.length > 1 ? null : first;
}
