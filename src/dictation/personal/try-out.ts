/** A text under a person's own rules, as they are or as they would be: nothing is stored or billed. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import { settingsOf } from "../../store/dictation/settings.ts";
import type { FinishedText, PersonalRules } from "../../text/finish.ts";
import { type DictationDeps, personOf } from "../deps.ts";
import { TextFailure } from "../finishing/text-process.ts";
import { type CustomizationOperation, updateCustomizations } from "./customizations.ts";
import { rulesOf } from "./dictionaries.ts";

export interface TryOutRequest {
  text: string;
  /** A `LanguageCode`; null: the person's. */
  language: string | null;
  /** Applied to the rules first. */
  operations: readonly CustomizationOperation[];
}

export interface TryOutResult {
  language: string;
  text: string;
  instructionsLeft: readonly string[];
  /** Why the rules could not be applied, so that the text is as it was; null if they were. */
  fault: string | null;
}

/** @throws TiroError `invalid_request` if the operations cannot be applied; the signal's reason. */
export async function tryOut(
  deps: DictationDeps,
  principal: Principal,
  { text, language: chosen, operations }: TryOutRequest,
  signal: AbortSignal,
): Promise<TryOutResult> {
  const userId = personOf(principal);
  const settings = settingsOf(deps.db, userId);
  const language = chosen ?? settings.language ?? "auto";
  const place = { casual: settings.casualMessaging ?? false };
  const rules = triedRules(deps, principal, operations);
  try {
    const finished: FinishedText = await deps.textProcesses.run({
      account: userId,
      job: { operation: "dictate", rawText: text, pauses: [], certainties: [], language, place },
      rules,
      signal,
    });
    return { language, text: finished.text, instructionsLeft: finished.instructionsLeft, fault: null };
  } catch (error) {
    if (!(error instanceof TextFailure)) throw error;
    return { language, text, instructionsLeft: [], fault: error.fault };
  }
}

/** Those of a dictation by the same caller, with the changes that are only tried. */
function triedRules(
  deps: DictationDeps,
  principal: Principal,
  operations: readonly CustomizationOperation[],
): { key: string; read: () => PersonalRules } {
  const stored = rulesOf(deps.db, { accountId: principal.accountId, userId: personOf(principal) });
  if (operations.length === 0) return stored;
  const draft = updateCustomizations(deps, principal, { operations, expectedRevision: null, dryRun: true });
  const { dictionary, replacements, custom_instructions: customInstructions } = draft;
  const drafted = { dictionary, replacements, customInstructions };
  return {
    key: `${stored.key} draft ${Bun.hash(JSON.stringify(drafted))}`,
    read: () => ({ ...stored.read(), ...drafted }),
  };
}
