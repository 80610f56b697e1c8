/** First letters, as the language writes them: Turkish dotless i, Dutch IJ. */

/** BCP 47 of the codes that are none or that ICU does not know by this name. */
/** In capitals alone Greek goes without accents: `Έρχομαι`, `ΕΡΧΟΜΑΙ`. */
const LOCALES: Readonly<Record<string, string>> = { cmn: "zh", yue: "zh", no: "nb", auto: "en", el: "en" };
const FIRST_LETTER = /\p{L}/u;

export function capitalize(word: string, language: string): string {
  if (language === "nl" && /^ij/.test(word)) return `IJ${word.slice(2)}`;
  const locale = LOCALES[language] ?? language;
  return word.replace(FIRST_LETTER, (letter) => letter.toLocaleUpperCase(locale));
}

export function uncapitalize(word: string, language: string): string {
  if (language === "nl" && /^IJ/.test(word)) return `ij${word.slice(2)}`;
  const locale = LOCALES[language] ?? language;
  return word.replace(FIRST_LETTER, (letter) => letter.toLocaleLowerCase(locale));
}

export function isCapitalized(word: string): boolean {
  return /^\P{L}*\p{Lu}/u.test(word);
}

/** `bgb`, `sncf`: no word is without a vowel, but for sounds, units and what is short for one. */
export function isInitialism(word: string, language: string): boolean {
  return HAVE_VOWELS.has(language) && /^[bcdfghjklmnpqrstvwxz]{3,5}$/.test(word) && !NO_INITIALISM.test(word);
}

const HAVE_VOWELS = new Set(["de", "fr", "es", "it", "pt", "nl"]);
const NO_INITIALISM =
  /^(?:p?f+t?|b?r+|g?r+|p?s+t|s?h+|h+m+|m+|z+|tsk|src|tmp|cmd|btw|thx|bzw|ggf|vgl|usw|svp|stp|km[hq]|kwh|mwh|mbps|str|bzgl|zzgl)$/;

/** More capitals than the first: `IBM`, `iPhone`, `McDonald`. */
export function hasInnerCapital(word: string): boolean {
  return /\p{L}\P{Lu}*\p{Lu}/u.test(word);
}

/** Without marks over letters, in lower case: what comparisons are made on. */
export function fold(word: string): string {
  if (/^[\w' -]*$/.test(word)) return word.toLowerCase();
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
