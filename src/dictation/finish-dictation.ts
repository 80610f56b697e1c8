/** The person's own rules on a recognized text: formatting, or an edit of the selection. */
import type { Principal } from "../accounts/authentication/principal.ts";
import { rangesAfterChange } from "../lib/text-ranges.ts";
import { settingsOf } from "../store/dictation/settings.ts";
import type { FinishedText, TextJob } from "../text/finish.ts";
import type { Certainty } from "../text/words/tokens.ts";
import type { DictationDeps } from "./deps.ts";
import { TextFailure } from "./finishing/text-process.ts";
import type { DictationParameters } from "./parameters.ts";
import { rulesOf } from "./personal/dictionaries.ts";
import { type FinishedDictation, refineDictation, refineEdit } from "./refine.ts";

/** The recognized words. */
export interface RecognizedText {
  rawText: string;
  /** Seconds of silence before each of its words; empty if the recognizer gives no times. */
  pauses: readonly number[];
  /** How sure the recognizer is of each; empty if that is not known. */
  certainties: readonly (Certainty | null)[];
  /** The `LanguageCode` that was recognized, or `auto` if that is not known. */
  language: string;
  /** Whether it should have got marks and could not. */
  lacksMarks: boolean;
}

export interface FinishRequest {
  id: string;
  principal: Pick<Principal, "accountId">;
  userId: string;
  parameters: DictationParameters;
}

export type FinishDeps = Pick<DictationDeps, "db" | "languageModel" | "textProcesses" | "logger">;

/**
 * Rules first; the site's language model is asked only for what they leave.
 * @throws the signal's reason.
 */
export async function finishDictation(
  deps: FinishDeps,
  request: FinishRequest,
  recognized: RecognizedText,
  signal: AbortSignal,
): Promise<FinishedDictation> {
  const { languageModel } = deps;
  const { language, rawText } = recognized;
  const job = jobOf(deps, request, recognized);
  const byRules = await applyRules(deps, request, job, signal);
  if (job.operation === "edit") {
    const edit = { instruction: rawText, selectedText: job.selectedText, language, signal };
    return refineEdit(byRules, edit, languageModel);
  }
  if ("fault" in byRules)
    return {
      text: rawText,
      unclear: false,
      deleted: false,
      steps: `rules;failed=${byRules.fault}`,
      unsure: [],
    };
  const { text, instructionsLeft: instructions, unsure } = byRules;
  const finished = await refineDictation({ text, instructions, language, signal }, languageModel);
  const kept = rangesAfterChange(unsure, text, finished.text);
  return { ...finished, unclear: false, deleted: false, unsure: kept };
}

/** Only a fault where that failed: no dictation is lost for its form. */
async function applyRules(
  { db, textProcesses, logger }: FinishDeps,
  { id, userId, principal }: FinishRequest,
  job: TextJob,
  signal: AbortSignal,
): Promise<FinishedText | Pick<TextFailure, "fault">> {
  const rules = rulesOf(db, { accountId: principal.accountId, userId });
  try {
    return await textProcesses.run({ account: userId, job, rules, signal });
  } catch (error) {
    if (!(error instanceof TextFailure)) throw error;
    const { operation, language } = job;
    const { fault, where } = error;
    logger.warn("text_not_finished", { requestId: id, operation, language, fault, where });
    return { fault };
  }
}

function jobOf(
  { db }: FinishDeps,
  { userId, parameters }: FinishRequest,
  { rawText, pauses, certainties, language }: RecognizedText,
): TextJob {
  const { operation, app, appBundleId, focusedElementDescription, textBefore, textAfter } = parameters;
  const around = {
    ...(textBefore !== null && { textBefore }),
    ...(textAfter !== null && { textAfter }),
  };
  if (operation === "edit") {
    const selectedText = parameters.selectedText ?? "";
    return { operation, language, instruction: rawText, selectedText, place: around };
  }
  const place = {
    ...around,
    casual: settingsOf(db, userId).casualMessaging ?? false,
    ...(app !== null && { app }),
    ...(appBundleId !== null && { appBundleId }),
    ...(focusedElementDescription !== null && { focusedElement: focusedElementDescription }),
  };
  return { operation, language, rawText, pauses, certainties, place };
}
