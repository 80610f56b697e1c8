/** Repeated corrections of a person, to add to their dictionary or replacements. */
import { z } from "zod";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { allowsHistory, historyBoundTo, policyOf } from "../../accounts/policies/policy.ts";
import { limits } from "../../config/limits.ts";
import { correctedTexts } from "../../recordings/transcript/corrections.ts";
import { customizationsOf } from "../../store/dictation/customizations.ts";
import { listSessions } from "../../store/dictation/sessions.ts";
import { type DictationDeps, personOf } from "../deps.ts";
import { digestOf, type WordChange, wordChanges } from "./word-changes.ts";

export const CustomizationSuggestions = z.object({
  object: z.literal("list"),
  data: z.array(
    z.object({
      from: z.string().describe("As it was written."),
      to: z.string().describe("The word that you put in its place."),
      texts: z.int().describe("In how many of your texts, or passages of recordings."),
    }),
  ),
});
export type CustomizationSuggestions = z.infer<typeof CustomizationSuggestions>;

/**
 * Of the newest corrected texts and passages of recordings; none if no history is kept. Corrections that the rules already cover, or
 * the person does not want, is left out.
 */
export function suggestCustomizations(
  { db }: Pick<DictationDeps, "db">,
  principal: Principal,
): CustomizationSuggestions {
  if (!allowsHistory(policyOf(db, principal))) return { object: "list", data: [] };
  const userId = personOf(principal);
  const view = { userId, organizationId: historyBoundTo(db, principal) };
  const range = { before: null, sinceMs: null, untilMs: null };
  const counted = new Map<string, WordChange & { texts: number }>();
  const count = (before: string, after: string) => {
    const changes = wordChanges(before, after).map((each) => [keyOf(each), each] as const);
    for (const [key, change] of new Map(changes))
      counted.set(key, { ...change, texts: (counted.get(key)?.texts ?? 0) + 1 });
  };
  for (const { originalText, finalText } of listSessions(db, view, range, limits.suggestionTexts))
    if (originalText !== null) count(originalText, finalText);
  // An organization's key does not see the recordings of people.
  if (principal.accountId === userId)
    for (const { before, after } of correctedTexts(db, userId)) count(before, after);
  const { dictionary, replacements, dismissed } = customizationsOf(db, userId);
  const words = new Set(dictionary);
  const replaced = new Set(replacements.map(({ from }) => from.toLowerCase()));
  const data = [...counted.values()]
    .filter(({ from, to, texts }) => {
      const isKnown =
        words.has(to) || replaced.has(from.toLowerCase()) || dismissed.includes(digestOf({ from, to }));
      return texts >= limits.suggestionRepeats && !isKnown && fits({ from, to });
    })
    .sort((one, other) => other.texts - one.texts)
    .slice(0, limits.suggestions);
  return { object: "list", data };
}

function keyOf({ from, to }: WordChange): string {
  return JSON.stringify([from, to]);
}

/** Into a dictionary or a replacement. */
function fits({ from, to }: WordChange): boolean {
  return from.length <= limits.replacementFromChars && to.length <= limits.dictionaryWordChars;
}
