import { packWords } from "../../messages/packs.ts";
import { language } from "../../state/language.ts";

/** Of codes, in the language of the page. */
export function languageNames(codes: readonly string[]): string {
  const names = new Intl.DisplayNames([language.value], { type: "language" });
  return codes.map((code) => names.of(code) ?? code).join(", ");
}

/** Of few their names; of many, how many there are. */
export function languagesText(codes: readonly string[]): string {
  return codes.length > 3 ? packWords.languages(codes.length) : languageNames(codes);
}
