/** The person's own rules on a recognized text: formatting, or an edit of the selection. */
import { type Customizations, customizationsOf } from "../store/customizations.ts";
import { settingsOf } from "../store/dictation-settings.ts";
import { formatDictation } from "../text/formatting/format-dictation.ts";
import { readInstructions } from "../text/instructions/read.ts";
import type { DictationDeps } from "./deps.ts";
import { editText } from "./editing/edit-text.ts";
import type { DictationParameters } from "./parameters.ts";

export interface Finished {
  text: string;
  unclear: boolean;
  deleted: boolean;
}

/** What was said. */
export interface Spoken {
  rawText: string;
  /** The `LanguageCode` that was recognized, or `auto` where that is not known. */
  language: string;
}

type Tools = Pick<DictationDeps, "db" | "languageModel">;

/** Rules first; the site's language model is asked only for what they leave. */
export async function finishText(
  tools: Tools,
  userId: string,
  parameters: DictationParameters,
  spoken: Spoken,
  signal: AbortSignal,
): Promise<Finished> {
  const customizations = customizationsOf(tools.db, userId);
  if (parameters.operation === "edit") return edit(tools, parameters, customizations, spoken, signal);
  const casual = settingsOf(tools.db, userId).casualMessaging ?? false;
  const text = format(parameters, customizations, casual, spoken);
  const { left: instructions } = readInstructions(customizations.customInstructions);
  const { language } = spoken;
  const refined = await tools.languageModel?.refineDictation({ text, instructions, language, signal });
  return { text: refined ?? text, unclear: false, deleted: false };
}

async function edit(
  { languageModel }: Tools,
  { selectedText: selected }: DictationParameters,
  { dictionary }: Customizations,
  { rawText: instruction, language }: Spoken,
  signal: AbortSignal,
): Promise<Finished> {
  const selectedText = selected ?? "";
  const edited = editText(instruction, selectedText, { language, dictionary });
  if (!edited.unclear) return edited;
  const made = await languageModel?.refineEdit({ instruction, selectedText, language, signal });
  return made ? { text: made.text, unclear: false, deleted: made.text === "" } : edited;
}

function format(
  parameters: DictationParameters,
  { dictionary, replacements, customInstructions }: Customizations,
  casual: boolean,
  { rawText, language }: Spoken,
): string {
  const { app, appBundleId, focusedElementDescription, textBefore, textAfter } = parameters;
  return formatDictation(rawText, {
    language,
    casual,
    dictionary,
    replacements,
    instructions: customInstructions,
    ...(app !== null && { app }),
    ...(appBundleId !== null && { appBundleId }),
    ...(focusedElementDescription !== null && { focusedElement: focusedElementDescription }),
    ...(textBefore !== null && { textBefore }),
    ...(textAfter !== null && { textAfter }),
  });
}
