/** The person's own rules on a recognized text: formatting, or an edit of the selection. */
import { customizationsOf, customizationsRevisionOf } from "../store/customizations.ts";
import { settingsOf } from "../store/dictation-settings.ts";
import type { DictationDeps } from "./deps.ts";
import type { FinishedText, TextJob } from "./finishing/finish.ts";
import { TextFailure } from "./finishing/text-process.ts";
import type { DictationParameters } from "./parameters.ts";

export type Finished = Omit<FinishedText, "instructionsLeft">;

/** What was said. */
export interface Spoken {
  rawText: string;
  /** The `LanguageCode` that was recognized, or `auto` where that is not known. */
  language: string;
}

interface Dictated {
  id: string;
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
    const { selectedText } = job;
    const unchanged = { text: selectedText, unclear: true, deleted: false };
    if (byRules && !byRules.unclear) return byRules;
    const made = await languageModel?.refineEdit({ instruction: rawText, selectedText, language, signal });
    return made ? { text: made.text, unclear: false, deleted: made.text === "" } : unchanged;
  }
  if (!byRules) return { text: rawText, unclear: false, deleted: false };
  const { text, instructionsLeft: instructions } = byRules;
  const refined = await languageModel?.refineDictation({ text, instructions, language, signal });
  return { text: refined ?? text, unclear: false, deleted: false };
}

/** Null where that failed: no dictation is lost for its form. */
async function finishByRules(
  { db, texts, logger }: Tools,
  { id, userId }: Dictated,
  job: TextJob,
  signal: AbortSignal,
): Promise<FinishedText | null> {
  const rules = {
    key: `${userId} ${customizationsRevisionOf(db, userId)}`,
    read: () => customizationsOf(db, userId),
  };
  try {
    return await texts.finish({ account: userId, job, rules, signal });
  } catch (error) {
    if (!(error instanceof TextFailure)) throw error;
    const { operation, language } = job;
    const { fault, where } = error;
    logger.warn("text_not_finished", { requestId: id, operation, language, fault, where });
    return null;
  }
}

function jobOf({ db }: Tools, { userId, parameters }: Dictated, { rawText, language }: Spoken): TextJob {
  const { operation, app, appBundleId, focusedElementDescription, textBefore, textAfter } = parameters;
  if (operation === "edit")
    return { operation, language, instruction: rawText, selectedText: parameters.selectedText ?? "" };
  const place = {
    casual: settingsOf(db, userId).casualMessaging ?? false,
    ...(app !== null && { app }),
    ...(appBundleId !== null && { appBundleId }),
    ...(focusedElementDescription !== null && { focusedElement: focusedElementDescription }),
    ...(textBefore !== null && { textBefore }),
    ...(textAfter !== null && { textAfter }),
  };
  return { operation, language, rawText, place };
}
