/** The person's own rules on a recognized text: formatting, or an edit of the selection. */
import { customizationsOf } from "../store/customizations.ts";
import type { Db } from "../store/db.ts";
import { settingsOf } from "../store/dictation-settings.ts";
import { editText } from "./editing/edit-text.ts";
import { formatDictation } from "./formatting/format-dictation.ts";
import type { DictationParameters } from "./parameters.ts";

export interface Finished {
  text: string;
  unclear: boolean;
  deleted: boolean;
}

/** @param recognized with the `LanguageCode` that was recognized, or `auto` where that is not known. */
export function finishText(
  db: Db,
  userId: string,
  parameters: DictationParameters,
  { rawText, language }: { rawText: string; language: string },
): Finished {
  const { dictionary, replacements, customInstructions } = customizationsOf(db, userId);
  const { operation, selectedText, textBefore, textAfter } = parameters;
  if (operation === "edit") return editText(rawText, selectedText ?? "", { language, dictionary });
  const { app, appBundleId, focusedElementDescription } = parameters;
  const text = formatDictation(rawText, {
    language,
    casual: settingsOf(db, userId).casualMessaging ?? false,
    dictionary,
    replacements,
    instructions: customInstructions,
    ...(app !== null && { app }),
    ...(appBundleId !== null && { appBundleId }),
    ...(focusedElementDescription !== null && { focusedElement: focusedElementDescription }),
    ...(textBefore !== null && { textBefore }),
    ...(textAfter !== null && { textAfter }),
  });
  return { text, unclear: false, deleted: false };
}
