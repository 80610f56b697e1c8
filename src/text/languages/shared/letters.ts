/** Spelled letters and serials: `b m w` → BMW, `a b eins zwei drei` → AB123. */
import { letterArticleTest, PLATE } from "./labels.ts";
import { list, type Reader, type Words } from "./readers.ts";
import { ELIDED, LETTER, NAME_WITHIN_WORDS, type Signs, type Spelling, signsReader } from "./signs.ts";

/** Two single letters are too often words: `y a`, `e a`. */
const LEAST_SIGNS = 3;
/** Two things, not one: the vertebrae `L4 L5` and `L5 S1`. */
const OF_ONE_KIND = /^(\p{L})(\d{1,2})(\1|(?<=^[ltcd]\d+)[lst])(\d{1,2})$/iu;
/** `x e y`, `a o b` */
const TWO_THINGS = /^(?:a[eoyi]b|x[eoyi]y|m[eoyi]n|p[eoyi]q)$/;
/** `al ministerio` has an article, and so has `la a e a t`, whose first letter is one of its own. */
const LONGEST_ARTICLE = 3;
/** How far before a code stands what it is the code of. */
const LABEL_WITHIN_WORDS = 2;

/** As codes are written: in capitals, two of them apart. */
export function codeOf(text: string): string {
  return text
    .toUpperCase()
    .replace(OF_ONE_KIND, "$1$2 $3$4")
    .replace(...PLATE);
}

/** `l cuatro y l cinco`, `b doze e a d três`, `s siedem i a dwa` */
const TWO_CODES = /^(\p{L}{1,2}\d{1,3})(\p{L}{1,2})(\p{L}\d{1,3})$/u;
const LEAST_OF_EACH = 2;
const LEAST_OF_OTHER = 3;
const MOST_OF_EACH = 5;
/** Nobody is called so: no vowel, or two consonants that begin no word; or two at the end. */
const HARD_START = /^[^aeiouyąęó]+$|^(?!s|.[lrhjszw])[^aeiouyąęó]{2}/u;
const UNPRONOUNCEABLE = new RegExp(`${HARD_START.source}|[^aeiouyąęó]{2}$|\\d`, "u");
const CONSONANTS = /^[b-df-hj-np-tv-xz]{2,}$/;

/**
 * Two codes or abbreviations that were spelled with a word of one letter between: `a s t y a l t` → `ast`, `y`, `alt`. One alone
 * stays whole, and so do names.
 *
 * @param joint The language's word for "and", if it has one letter. An article or a preposition of one letter may follow it.
 */
function codesInRow(
  text: string,
  areLetterWords: (text: string) => boolean,
  joint: string | undefined,
): string[] {
  const [, code = "", between = "", other = ""] = TWO_CODES.exec(text) ?? [];
  if (areLetterWords(between)) return [code, between, other];
  if (joint === undefined) return [text];
  for (let at = text.indexOf(joint, LEAST_OF_EACH); at >= 0; at = text.indexOf(joint, at + 1)) {
    for (const length of [2, 1]) {
      const [first, middle, second] = [
        text.slice(0, at),
        text.slice(at, at + length),
        text.slice(at + length),
      ];
      if (first.length > MOST_OF_EACH || second.length > MOST_OF_EACH) continue;
      // `R T G i T K`
      const areConsonants = CONSONANTS.test(first) && CONSONANTS.test(second);
      if (second.length < (areConsonants || /\d/.test(second) ? LEAST_OF_EACH : LEAST_OF_OTHER)) continue;
      if (length > 1 && !/^(?:e[ao]|i[wz])$/.test(middle)) continue;
      // `H I V e D P O C`
      const areLong = Math.min(first.length, second.length) >= LEAST_OF_OTHER;
      const areHard =
        [first, second].every((part) => UNPRONOUNCEABLE.test(part)) ||
        (areLong && [first, second].some((part) => HARD_START.test(part)));
      const hasVowels = length > 1 && /[aeiou]{3}/.test(first.slice(-1) + middle + second);
      if (areHard || hasVowels || (joint === "y" && /[^aeiou]$/.test(first))) return [first, middle, second];
    }
  }
  return [text];
}

/** It begins with a letter: `zwei b` is a number and a letter. */
function isCode({ text, letters, names }: Signs): boolean {
  if (letters === LEAST_OF_EACH && CONSONANTS.test(text)) return true;
  const hasDash = /-.*\d|\d.*-/.test(text);
  return text.length >= LEAST_SIGNS && !/^\d/.test(text) && (hasDash || (letters >= 2 && names > 0));
}

/** Whether the last letter is a word that joins the next: `el t a c y la r m n`, `p o c h p i cukrzyca`, `o código b sete e confirme`. */
function jointTest(
  letterWords: readonly string[],
  { joint, lastWord }: Spelling["labels"],
): (words: Words, end: number, signs: Signs) => boolean {
  const isLastWord = lastWord === undefined ? null : new RegExp(`^(?:${lastWord})$`, "u");
  return (words, end, { text, words: length }) => {
    const [last = "", behind = ""] = words.slice(end, end + 2);
    if (!letterWords.includes(last) || behind === "") return false;
    const isLong = length > LEAST_SIGNS;
    const isBeforeArticle = behind.length <= LONGEST_ARTICLE;
    if (last === joint && (isBeforeArticle || (isLong && UNPRONOUNCEABLE.test(text.slice(0, -1)))))
      return true;
    return /\d\p{L}$/u.test(text) || (isLong && (isLastWord?.test(`${last} ${behind}`) ?? false));
  };
}

export function lettersReader(spelling: Spelling): Reader {
  const { cardinal, letterWords, labels } = spelling;
  const { read, readNames } = signsReader(spelling);
  const isArticle = letterArticleTest(labels, cardinal);
  const joinsNext = jointTest(letterWords, labels);
  const [announces, isCopula, hasCode] = [
    labels.spelledAfter,
    labels.copulas,
    `${labels.names ?? ""} ${labels.coded ?? ""}`,
  ].map((words) => new Set(list(words ?? ""))) as [Set<string>, Set<string>, Set<string>];
  const areLetterWords = (text: string) => text !== "" && [...text].every((one) => letterWords.includes(one));
  /** Words that are spelled, or have a code, are announced: `meu código é`. */
  function isAnnounced(words: Words, at: number, text: string): boolean {
    const before = words.slice(Math.max(0, at - NAME_WITHIN_WORDS), at);
    return (
      announces.has(words[at - 1] ?? "") ||
      before.includes(text) ||
      before.slice(-LABEL_WITHIN_WORDS).some((word) => hasCode.has(word))
    );
  }

  const isCounted = (words: Words, at: number) => (cardinal(words.slice(at - 1, at), 0)?.value ?? 1n) > 1n;

  /** `W n f z`, `o c p f`: the first is a word, and the others are a code without it. */
  function beginsWithWord(
    words: Words,
    at: number,
    { text, words: length }: Signs,
    row: readonly string[],
  ): boolean {
    const [first = "", last = ""] = [words[at], words[at - 1]];
    if (!areLetterWords(first) || isCopula.has(last) || isAnnounced(words, at, text)) return false;
    // Spanish `e p o c`, but `e i r p f`; Italian `i n p s`
    if (labels.joint === "y" && /^(?:e[^i]|u[^o])/.test(text)) return false;
    if (labels.joint === "e" && first === "i") return false;
    // `A vitamina b doze e a d três`
    let before = at;
    while (areLetterWords(words[before - 1] ?? "")) before -= 1;
    const isBehindCode =
      cardinal([words[before - 1] ?? ""], 0) !== null && LETTER.test(words[before - 2] ?? "");
    if (isBehindCode && !areLetterWords(words[before - 2] ?? "") && /^\p{L}{2,3}\d{1,3}$/u.test(text))
      return true;
    // `U S G i E K G`
    const isBehindOther = first === labels.joint && last.length > 1 && UNPRONOUNCEABLE.test(last);
    if (last !== "" && last !== labels.joint && last.length <= LONGEST_ARTICLE && !isBehindOther)
      return false;
    const others = read(words.slice(0, at + length), at + 1);
    const alone = (row[0] ?? text).slice(first.length);
    // `O r x do tórax`: codes hardly begin with an O.
    const isLong = alone.length >= LEAST_SIGNS || (first === "o" && CONSONANTS.test(alone));
    return others.words === length - 1 && isCode(others) && isLong;
  }

  return (words, at) => {
    if (isArticle(words, at)) return null;
    const signs = readNames(words, at) ?? read(words, at);
    const end = at + signs.words - 1;
    const found = joinsNext(words, end, signs) ? read(words.slice(0, end), at) : signs;
    const { text, words: length } = found;
    // `Vier k w`
    if (!isCode(found) || (length === LEAST_OF_EACH && isCounted(words, at))) return null;
    if (TWO_THINGS.test(text) && letterWords.includes(text.charAt(1))) return null;
    const row =
      found.named > 0 || isAnnounced(words, at, text)
        ? [text]
        : codesInRow(text, areLetterWords, isCopula.has(words[at - 1] ?? "") ? undefined : labels.joint);
    if (beginsWithWord(words, at, found, row)) return null;
    const [elided = ""] = ELIDED.exec(words[at] ?? "") ?? [];
    const written = row.map((part, place) => (place % 2 === 0 ? codeOf(part) : [...part].join(" ")));
    return { words: length, text: elided + written.join(" "), kind: "letters" };
  };
}
