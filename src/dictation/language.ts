/** The contract's language codes, and those of model packs. */

import { invalidRequest, TiroError } from "../lib/errors.ts";
import type { Policy } from "../store/organizations.ts";
import { isoCode, packsForLanguage } from "../transcription/languages.ts";

/** What packs call a language, most particular first, where it is not its code. */
const PACK_CODES: Readonly<Record<string, readonly string[]>> = {
  cmn: ["cmn", "zh"],
  yue: ["yue"],
  no: ["no", "nb"],
};
/** `LanguageCode` of what packs report. */
const CONTRACT_CODES: Readonly<Record<string, string>> = { zh: "cmn", nb: "no", nn: "no" };
/**
 * What the recognizer is told.
 * @param wanted the request's language, or the person's; null or `auto`: the recognizer finds out.
 * @throws TiroError `invalid_request` where the organization does not allow it, `language_not_available`.
 */
export function recognizerLanguage(
  wanted: string | null,
  { allowedLanguages }: Policy,
  installed: readonly string[],
): string | null {
  const only = allowedLanguages?.length === 1 ? allowedLanguages[0] : undefined;
  const language = wanted === null || wanted === "auto" ? (only ?? null) : wanted;
  if (language === null) return null;
  if (allowedLanguages && !allowedLanguages.includes(language)) {
    const message = `is not among the languages that your organization allows: ${allowedLanguages.join(", ")}`;
    throw invalidRequest([{ param: "language", message }]);
  }
  const code = (PACK_CODES[language] ?? [language]).find((known) => installed.includes(known));
  if (code !== undefined) return code;
  const packs = packsForLanguage(isoCode(language)).join(", ");
  throw new TiroError(
    "language_not_available",
    `No installed model pack recognizes \`${language}\`. These packs would: ${packs}. Ask the operator to install one, or choose another language.`,
    { param: "language", hint: `install one of: ${packs}` },
  );
}

/** The `LanguageCode` of a result: what was recognized, else what was asked for. */
export function resultLanguage(recognized: string | null, wanted: string | null): string {
  if (recognized !== null) return CONTRACT_CODES[recognized] ?? recognized;
  return wanted ?? "auto";
}
