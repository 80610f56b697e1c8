/** A recognized text made ready by the person's own rules: formatting, or an edit of the selection. Pure. */
import { limits } from "../config/limits.ts";
import type { TextRange } from "../lib/text-ranges.ts";
import { type EditResult, editText } from "./editing/edit-text.ts";
import { type FormatOptions, formatWithReasons } from "./formatting/format-dictation.ts";
import { readInstructions } from "./formatting/instructions/read.ts";
import type { Replacement } from "./formatting/replacements.ts";
import { assertLength } from "./words/length.ts";
import type { Certainty } from "./words/tokens.ts";

/** A person's rules for all of their texts. */
export interface PersonalRules {
  dictionary: readonly string[];
  /** Of the organization through which they speak; their own terms go before. */
  sharedDictionary?: readonly string[];
  replacements: readonly Replacement[];
  customInstructions: string;
}

/** The place that receives the text, and its style. */
type Place = Pick<
  FormatOptions,
  "casual" | "app" | "appBundleId" | "focusedElement" | "textBefore" | "textAfter"
>;

export type TextJob =
  | {
      operation: "dictate";
      rawText: string;
      pauses: readonly number[];
      certainties: readonly (Certainty | null)[];
      language: string;
      place: Place;
    }
  | {
      operation: "edit";
      instruction: string;
      selectedText: string;
      language: string;
      place: Pick<Place, "textBefore" | "textAfter">;
    };

export interface FinishedText extends EditResult {
  /** Custom instructions that no rule understands. */
  instructionsLeft: readonly string[];
  /** Words that the recognizer may have misheard. */
  unsure: readonly TextRange[];
}

/** @throws TextTooLong if it becomes many times as long as what was given. */
export function finishText(job: TextJob, rules: PersonalRules): FinishedText {
  if (job.operation === "dictate") return format(job, rules);
  const { instruction, selectedText, language, place } = job;
  const dictionary = [...(rules.sharedDictionary ?? []), ...rules.dictionary];
  const edited = editText(instruction, selectedText, { ...place, language, dictionary });
  assertLength(edited.text, mostChars(instruction + selectedText));
  return { ...edited, instructionsLeft: [], unsure: [] };
}

function format(
  { rawText, pauses, certainties, language, place }: Extract<TextJob, { operation: "dictate" }>,
  { dictionary, sharedDictionary, replacements, customInstructions: instructions }: PersonalRules,
): FinishedText {
  const most = mostChars(rawText);
  const personal = { dictionary, replacements, instructions, ...(sharedDictionary && { sharedDictionary }) };
  const heard = { language, pauses, certainties };
  const { text, unsure } = formatWithReasons(rawText, { ...place, ...personal, ...heard, mostChars: most });
  assertLength(text, most);
  const { left } = readInstructions(instructions);
  return { text, unclear: false, deleted: false, instructionsLeft: left, unsure };
}

function mostChars(given: string): number {
  return limits.finishedTextFactor * given.length + limits.finishedTextExtraChars;
}
