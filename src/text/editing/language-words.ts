/** Small words of the languages in which instructions are understood. */

export const ARTICLES =
  "the|an?|my|our|your|this|that|de[rmns]|die|das|eine?[nrms]?|unsere?n?|meine?n?|les?|la|une?|mon|ma|notre|el|los|las|una|mi|nuestr[oa]";
const ARTICLE = new RegExp(`^(?:(?:${ARTICLES}) |l['’])`, "i");

export function withoutArticle(words: string): string {
  return words.replace(ARTICLE, "");
}

const CONJUNCTIONS: Readonly<Record<string, { all: string; and: string }>> = {
  en: { all: "and|or|&", and: "and" },
  de: { all: "und|oder|&", and: "und" },
  fr: { all: "et|ou|&", and: "et" },
  es: { all: "y|e|o|u|&", and: "y" },
};

/** Between the last two items of a list, as alternatives of a pattern. */
export function conjunctionsOf(language: string): string {
  return (CONJUNCTIONS[language] ?? CONJUNCTIONS.en)?.all ?? "";
}

/** @param next Spanish says `e` before the sound of i. */
export function andOf(language: string, next: string): string {
  if (language === "es" && /^h?i(?!e)/i.test(next)) return "e";
  return (CONJUNCTIONS[language] ?? CONJUNCTIONS.en)?.and ?? "";
}

/** Words that begin no name. */
const NO_NAMES = new Set(
  `the a an my our your his her their its this that these those every each no some any all both one on in at for with
  to from by it he she they we you i me us him them who someone everyone nobody next last and or
  der die das den dem des ein eine einen einem einer mein meine meinen unser unsere unseren ihr ihre sein seine kein
  keine alle jeder jede jedes er sie es wir man am im um bei mit von zu zum zur und oder nächste nächsten
  le la les un une des du mon ma mes ton ta son sa notre nos votre vos leur leurs ce cet cette il elle on nous vous ils
  elles à au aux en chez avec et ou
  el los las una unos unas mi mis tu su sus nuestro nuestra este esta ese esa él ella nosotros ellos ellas usted a al
  del en con por para y o`.split(/\s+/),
);

export function beginsNoName(word: string): boolean {
  return NO_NAMES.has(word.toLowerCase());
}
