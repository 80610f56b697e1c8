/**
 * How a word sounds, roughly: what a language says the same is written the same. In the spirit of Metaphone (L. Philips,
 * "Hanging on the Metaphone", Computer Language 7(12), 1990) and, for German, of the Cologne code (H. J. Postel, 1969).
 */

type Rule = readonly [RegExp, string];

/** A sound in capitals is none that a letter has alone. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  en: [
    [/^(?:kn|gn|pn)/, "n"],
    [/^wr/, "r"],
    [/^wh/, "w"],
    [/^x/, "s"],
    [/ph/g, "f"],
    [/gh(?=t|$)/g, ""],
    [/(?:ti|si|ci)(?=on|an)|sch|sh/g, "S"],
    [/tch|ch(?![rl])/g, "C"],
    [/th/g, "T"],
    [/ch|ck|q|c(?![eiy])/g, "k"],
    [/c/g, "s"],
    [/dg(?=[ei])/g, "j"],
    [/x/g, "ks"],
    [/z/g, "s"],
    [/(?<=.)h/g, ""],
    [/^geo/, "je"],
    [/(?<=..)e$/, ""],
    [/[eiy][aeiouy]*w?/g, "e"],
    [/[aou][aeiouy]*w?/g, "a"],
  ],
  de: [
    [/ß/g, "s"],
    [/tsch/g, "C"],
    [/sch/g, "S"],
    [/ph|v/g, "f"],
    [/th|dt/g, "t"],
    [/chs|x/g, "ks"],
    [/ch/g, "X"],
    [/ck|qu?|c(?![eiy])/g, "k"],
    [/tz|ts|c|z/g, "Z"],
    [/(?<=[aeiouy])h/g, ""],
    [/b$/, "p"],
    [/d$/, "t"],
    [/g$/, "k"],
    [/ei|ai|ey|ay/g, "A"],
    [/eu|oi|aeu|oy/g, "O"],
    [/ie|y/g, "i"],
    [/[ei]/g, "e"],
    [/[aou]+/g, "a"],
  ],
  fr: [
    [/(?<=..)(?:es?|[tdxzps])$/, ""],
    [/ph/g, "f"],
    [/sch|ch|sh/g, "S"],
    [/h/g, ""],
    [/gn/g, "N"],
    [/qu?|ck|c(?![eiy])/g, "k"],
    [/c/g, "s"],
    [/ge(?=[aou])|g(?=[eiy])/g, "j"],
    [/(?<=[aeiou])s(?=[aeiou])/g, "z"],
    [/eau|au/g, "o"],
    [/ou/g, "U"],
    [/oi|oy/g, "wa"],
    [/[ae]in|im(?=[bp])|in(?![aeiou])/g, "I"],
    [/ai|ei|ay|ey/g, "e"],
    [/y/g, "i"],
  ],
  es: [
    [/ch/g, "C"],
    [/h/g, ""],
    [/ll/g, "y"],
    [/v/g, "b"],
    [/qu(?=[ei])|k/g, "k"],
    [/gu(?=[ei])/g, "G"],
    [/g(?=[ei])|x(?=[aeiou])/g, "j"],
    [/c(?=[ei])|z/g, "s"],
    [/c|q/g, "k"],
    [/w/g, "gu"],
    [/y$/, "i"],
  ],
};

/** @param letters folded. */
export function soundOf(letters: string, language: string): string {
  const rules = (Object.hasOwn(RULES, language) ? RULES[language] : undefined) ?? [];
  const sounds = rules.reduce((word, [pattern, sound]) => word.replace(pattern, sound), letters);
  return sounds.replace(/(.)\1+/g, "$1");
}
