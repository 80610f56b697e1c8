/** The languages of dictations and recordings, by their names in the language of the page. */
import { SPOKEN_LANGUAGES } from "../../lib/spoken-languages.ts";
import { language } from "./language.ts";

export interface SpokenLanguage {
  /** `LanguageCode` of the contract. */
  value: string;
  label: string;
}

export function spokenLanguages(): SpokenLanguage[] {
  const names = new Intl.DisplayNames(language.value, { type: "language" });
  const { compare } = new Intl.Collator(language.value);
  return SPOKEN_LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
    compare(a.label, b.label),
  );
}
