/** The language of a dictation: what is asked for, what the organization allows, what is installed. */
import { invalidRequest } from "../lib/errors.ts";
import { languageNotAvailable } from "../recognition/choose.ts";
import type { Policy } from "../store/organizations/organizations.ts";
import { rulesFor } from "../text/languages/index.ts";

/**
 * The language for the recognizer.
 * @param wanted the request's language, or the person's; null or `auto`: the recognizer finds out.
 * @param installed tiro's codes, which are those of the contract, of what installed packs recognize.
 * @throws TiroError `invalid_request` if the organization does not allow it, `language_not_available`.
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
  if (installed.includes(language)) return language;
  throw languageNotAvailable(language, language);
}

/** The `LanguageCode` of a result: what was recognized, else what was asked for; silence is in none. */
export function resultLanguage(text: string, recognized: string | null, wanted: string | null): string {
  return text === "" ? "auto" : (recognized ?? wanted ?? "auto");
}

const NO_NAMES: readonly string[] = [];

/** Recognizers write it as it is said; listened for, it would be found in ordinary speech ("eh, what?"). */
const NEEDS_NO_HELP = "quote";

/** The spoken words for marks and line breaks, for the recognizer: of English, which is the one that is helped with them. */
export function markNames(language: string | null): readonly string[] {
  if (language !== null && language !== "en") return NO_NAMES;
  return rulesFor("en")
    .marks.map(({ spoken }) => spoken)
    .filter((spoken) => spoken !== NEEDS_NO_HELP);
}
