/** The person's own rules on a recognized text: formatting, or an edit of the selection. */
import type { Principal } from "../accounts/principal.ts";
import { settingsOf } from "../store/dictation-settings.ts";
import type { DictationDeps } from "./deps.ts";
import { finishDictation } from "./finish-dictation.ts";
import { type Finished, finishEdit } from "./finish-edit.ts";
import type { FinishedText, TextJob } from "./finishing/finish.ts";
import { TextFailure } from "./finishing/text-process.ts";
import type { DictationParameters } from "./parameters.ts";
import { rulesOf } from "./personal/dictionaries.ts";

/** What was said. */
export interface Spoken {
  rawText: string;
  /** Seconds of silence before each of its words; empty where the recognizer gives no times. */
  pauses: readonly number[];
  /** How sure the recognizer is of each, 0 to 1; empty where it does not tell. */
  confidences: readonly number[];
  /** The `LanguageCode` that was recognized, or `auto` where that is not known. */
  language: string;
}

interface Dictated {
  id: string;
  principal: Pick<Principal, "accountId">;
  userId: string;
  parameters: DictationParameters;
}

type Tools = Pick<DictationDeps, "db" | "languageModel" | "texts" | "logger">;

/**
 * Rules first; the site's language model is asked only for what they leave.
 * @throws the signal's reason.
 */
export async function finishText(
  tools: Tools,
  dictated: Dictated,
  spoken: Spoken,
  signal: AbortSignal,
): Promise<Finished> {
  const { languageModel } = tools;
  const { language, rawText } = spoken;
  const job = jobOf(tools, dictated, spoken);
  const byRules = await finishByRules(tools, dictated, job, signal);
  if (job.operation === "edit") {
    const edit = { instruction: rawText, selectedText: job.selectedText, language, signal };
    return finishEdit(byRules, edit, languageModel);
  }
  if ("fault" in byRules)
    return { text: rawText, unclear: false, deleted: false, steps: `rules;failed=${byRules.fault}` };
  const { text, instructionsLeft: instructions } = byRules;
  const finished = await finishDictation({ text, instructions, language, signal }, languageModel);
  return { ...finished, unclear: false, deleted: false };
}

/** Only a fault where that failed: no dictation is lost for its form. */
async function finishByRules(
  { db, texts, logger }: Tools,
  { id, userId, principal }: Dictated,
  job: TextJob,
  signal: AbortSignal,
): Promise<FinishedText | Pick<TextFailure, "fault">> {
  const rules = rulesOf(db, { accountId: principal.accountId, userId });
  try {
    return await texts.finish({ account: userId, job, rules, signal });
  } catch (error) {
    if (!(error instanceof TextFailure)) throw error;
    const { operation, language } = job;
    const { fault, where } = error;
    logger.warn("text_not_finished", { requestId: id, operation, language, fault, where });
    return { fault };
  }
}

function jobOf(
  { db }: Tools,
  { userId, parameters }: Dictated,
  { rawText, pauses, confidences, language }: Spoken,
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
  return { operation, language, rawText, pauses, confidences, place };
}
