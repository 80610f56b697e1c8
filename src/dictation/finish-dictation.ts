/** A dictation as the rules have formatted it, and what the site's language model may make of it, where it has one. */
import { type Finished, stepsOf } from "./finish-edit.ts";
import type { DictationToRefine, LanguageModel } from "./language-model/language-model.ts";

/** @throws the signal's reason. */
export async function finishDictation(
  byRules: DictationToRefine,
  languageModel: LanguageModel | null,
): Promise<Pick<Finished, "text" | "steps">> {
  const refined = await languageModel?.refineDictation(byRules);
  return { text: refined?.text ?? byRules.text, steps: stepsOf("rules", refined) };
}
