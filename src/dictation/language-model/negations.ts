/** Words that turn a statement round, by language, in lower case and without apostrophes. */
const WORDS: Readonly<Record<string, string>> = {
  en: "not no never nothing nobody none nowhere neither nor without cannot dont doesnt didnt cant wont isnt arent wasnt werent havent hasnt hadnt shouldnt wouldnt couldnt mustnt neednt aint shant",
  de: "nicht nichts nie niemals niemand niemanden niemandem kein keine keinen keinem keiner keines nirgends nirgendwo weder noch ohne nein",
  // `ne` comes and goes in speech; the second part says it.
  fr: "pas jamais rien personne aucun aucune nulle ni sans non guère",
  es: "no nunca jamás nada nadie ningún ninguno ninguna tampoco sin ni",
  pt: "não nunca jamais nada ninguém nenhum nenhuma tampouco sem nem",
  it: "non mai niente nulla nessun nessuno nessuna neanche nemmeno senza né no",
  nl: "niet niets nooit niemand geen nergens noch zonder nee",
  ru: "не нет никогда ничего ничто никто никого никому нигде ни без нельзя",
  hi: "नहीं न मत बिना ना",
  ar: "لا لم لن ليس ليست بدون دون غير",
  ko: "안 못 아니 없이",
};

/** In scripts without spaces, and where the word grows an ending. */
const PARTS: Readonly<Record<string, RegExp>> = {
  cmn: /[不没沒无無别別未勿]/gu,
  yue: /[不没沒无無别別未勿唔冇]/gu,
  ja: /ない|なかっ|なく|ません|ぬ(?![\p{L}])|ずに/gu,
  ko: /않|없|아닙|아닌|못하/gu,
};

/** How many there are; English counts beside the text's own language, and alone if that is not known. */
export function countNegations(words: readonly string[], language: string): number {
  const known = new Set([WORDS.en, WORDS[language]].flatMap((list) => list?.split(" ") ?? []));
  const part = PARTS[language];
  const inParts = part === undefined ? 0 : (words.join("").match(part)?.length ?? 0);
  return inParts + words.filter((word) => known.has(word)).length;
}
