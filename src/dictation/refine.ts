/** Refines a formatted or edited text by the site's language model, if it has one. */
import type { TextRange } from "../lib/text-ranges.ts";
import type { EditResult } from "../text/editing/edit-text.ts";
import type { TextFailure } from "./finishing/text-process.ts";
import type {
  DictationToRefine,
  EditToMake,
  LanguageModel,
  Refined,
} from "./language-model/language-model.ts";

export interface FinishedDictation extends EditResult {
  /**
   * Who made the text, and why others did not, without a word of it: items with parameters as in RFC 9651, such as
   * `rules, language-model;refused=number_changed`.
   */
  steps: string;
  /** Words of the text that the recognizer may have misheard. */
  unsure: readonly TextRange[];
}

/** @throws the signal's reason. */
export async function refineDictation(
  byRules: DictationToRefine,
  languageModel: LanguageModel | null,
): Promise<Pick<FinishedDictation, "text" | "steps">> {
  const refined = await languageModel?.refineDictation(byRules);
  return { text: refined?.text ?? byRules.text, steps: stepsOf("rules", refined) };
}

/** @param byRules what the grammar made, or its fault. @throws the signal's reason. */
export async function refineEdit(
  byRules: EditResult | Pick<TextFailure, "fault">,
  edit: EditToMake,
  languageModel: LanguageModel | null,
): Promise<FinishedDictation> {
  if ("text" in byRules && !byRules.unclear) return { ...byRules, steps: "rules", unsure: [] };
  const rules = "text" in byRules ? "rules;unclear" : `rules;failed=${byRules.fault}`;
  const made = await languageModel?.refineEdit(edit);
  if (typeof made?.text === "string")
    return {
      text: made.text,
      unclear: false,
      deleted: made.text === "",
      steps: "language-model",
      unsure: [],
    };
  const steps = stepsOf(rules, made);
  return { text: edit.selectedText, unclear: true, deleted: false, steps, unsure: [] };
}

function stepsOf(rules: string, refined: Refined | undefined): string {
  if (refined === undefined) return rules;
  if (refined.text !== null) return `${rules}, language-model`;
  return refined.reason === null ? rules : `${rules}, language-model;refused=${refined.reason}`;
}
