import { language } from "../../state/language.ts";

/** Of codes, in the language of the page. */
export function languageNames(codes: readonly string[]): string {
  const names = new Intl.DisplayNames([language.value], { type: "language" });
  return codes.map((code) => names.of(code) ?? code).join(", ");
}
