/** Numbers that name things, in digits however small: `Absatz eins`, `version deux point trois`. */
import type { Written } from "../../words/language-rules.ts";
import type { CardinalReader } from "./number-readers.ts";
import { list, longestOf, type Phrases, phraseLength, type Reader, type Words } from "./readers.ts";

export interface LabelWords {
  /** Things with a number after them, and things whose number may have parts: `version deux point trois`. */
  names: string;
  parted: string;
  /** The same where a one is the best of a row: `die nummer eins`. */
  ranked: string;
  /** Things that are named by figures spoken one by one, or by a large number: `Fehler fünf null zwei`. */
  coded?: string;
  /** Between a name and its code, and letters by their names: `die Nummer lautet`, `ele l`. */
  copulas?: string;
  letters?: string;
  /** Names of letters that are everyday words, too, `ese s`; and words after which a name is spelled. */
  weakLetters?: string;
  spelledAfter?: string;
  /** The word for "and", if it has one letter: `a s t y a l t`. */
  joint?: string;
  /** Articles of one letter: `a sala é a b doze`. */
  letterArticles?: string;
  /** A last letter that is a word by what follows it, as a pattern: `t s h w normie`. */
  lastWord?: string;
  /** Ones that are articles as well, and so are a number at the end only. */
  articles: string;
  /** Between the parts; and between the measures of a screw: `M acht mal vierzig`. */
  point: string;
  sizes?: string;
}

const LARGEST = 9999n;
/** `Code postal soixante-quinze mille onze` */
const LARGEST_CODE = 99_999n;
const LARGEST_LEVEL = 99n;
const MOST_PARTS = 4;
const MOST_FIGURES = 8;
/** Two may be two rooms. */
const LEAST_FIGURES = 3;
const LEAST_SAID = 2;
const LEAST_CODE = 100n;

/** @param sign Finds what is said for signs, `letterWords` are letters that are words as well, `counted` reads numbers with their units. */
export function labelReader(
  cardinal: CardinalReader,
  language: LabelWords,
  sign: Phrases<string>,
  letterWords: readonly string[],
  counted: Reader,
): Reader {
  const slashAt: Length = (words, at) => {
    const found = sign(words, at);
    return found?.value === "/" ? found.words : 0;
  };
  return longestOf([
    numberReader(cardinal, language, letterWords),
    partsReader(cardinal, LEAST_FIGURES, ".", (words, at) => (words[at] === language.point ? 1 : 0)),
    partsReader(cardinal, LEAST_SAID, "/", slashAt),
    codeReader(cardinal, language, sign, letterWords, counted),
  ]);
}

function numberReader(
  cardinal: CardinalReader,
  language: LabelWords,
  letterWords: readonly string[],
): Reader {
  const { names, parted, ranked, coded = "", copulas = "", articles, point } = language;
  const labels = new Set(list(`${names} ${parted} ${ranked} ${coded}`));
  const [haveParts, haveRanks, haveCodes] = [parted, ranked, coded].map((words) => new Set(list(words)));
  const isArticle = phraseLength(list(articles));
  const isCopula = wordTest(copulas);
  return (words, at) => {
    const named = isCopula(words[at - 1]) && haveParts?.has(bare(words[at - 2])) ? at - 1 : at;
    const name = bare(words[named - 1]);
    // `Une ligne, deux mots`
    if (!labels.has(name) || isArticle(words, named - 2) > 0) return null;
    const letter = words[at] ?? "";
    if (named === at && /^[b-df-hj-np-xz]$/.test(letter) && !letterWords.includes(letter)) {
      const behind = cardinal(words, at + 1);
      const isNumbered = behind !== null && !behind.round && behind.value <= LARGEST;
      const text = letter.toUpperCase() + (isNumbered ? behind.value : "");
      return { words: 1 + (isNumbered ? behind.words : 0), text, kind: "letters" };
    }
    const figures = figuresAt(words, at, cardinal);
    if (figures.length >= (haveCodes?.has(name) ? 2 : LEAST_FIGURES) && !haveParts?.has(name))
      return { words: figures.length, text: figures, kind: "cardinal" };
    const number = cardinal(words, at);
    const [least, largest] = haveCodes?.has(name) ? [LEAST_CODE, LARGEST_CODE] : [0n, LARGEST];
    if (!number || number.round || number.value < least || number.value > largest) return null;
    const parts = [number.value];
    let length = number.words;
    while (haveParts?.has(name) && parts.length < MOST_PARTS && words[at + length] === point) {
      const next = cardinal(words, at + length + 1);
      if (!next) break;
      parts.push(next.value);
      length += 1 + next.words;
    }
    if (named < at && parts.length === 1) return null;
    if (length === 1 && number.value === 1n && haveRanks?.has(name)) return null;
    if (length === 1 && isArticle(words, at) > 0 && at + 1 < words.length) return null;
    return { words: length, text: parts.join("."), kind: "cardinal" };
  };
}

/** Figures spoken one by one: `vier eins zwei`. */
function figuresAt(words: readonly string[], at: number, cardinal: CardinalReader): string {
  let figures = "";
  while (figures.length < MOST_FIGURES) {
    const figure = cardinal(words, at + figures.length);
    if (figure?.words !== 1 || figure.value > 9n) break;
    figures += figure.value;
  }
  return figures;
}

/** `l'erreur` */
function bare(word = ""): string {
  return word.includes("'") || word.includes("’") ? word.replace(/^\p{L}{1,5}['’]/u, "") : word;
}

function wordTest(words: string): (word: string | undefined) => boolean {
  const [known, endings] = [new Set(list(words)), list(words).filter((word) => word.startsWith("-"))];
  return (word = "") =>
    known.has(bare(word)) || endings.some((end) => word.length >= end.length && word.endsWith(end.slice(1)));
}

/** Three numbers and more, as of a version, `zwei punkt zehn punkt drei`, or two with a slash between: `211/3`. */
function partsReader(cardinal: CardinalReader, least: number, sign: string, jointAt: Length): Reader {
  return (words, at) => {
    if (jointAt(words, at - 1) > 0) return null;
    const parts: bigint[] = [];
    let length = 0;
    while (parts.length < MOST_PARTS) {
      const joint = parts.length > 0 ? jointAt(words, at + length) : 0;
      const number = parts.length > 0 && joint === 0 ? null : cardinal(words, at + length + joint);
      if (!number || number.value > LARGEST) break;
      parts.push(number.value);
      length += joint + number.words;
    }
    return parts.length < least ? null : { words: length, text: parts.join(sign), kind: "letters" };
  };
}

type Length = (words: Words, at: number) => number;

/** Between the last two of a row. */
const JOINT = /^(?:und|oder|bis|et|ou|à|y|o|a|e|i|lub|do|en|of|tot)$/u;
/** How far before its copula a code is named: `le numéro de dossier est`. */
const NAME_WITHIN_WORDS = 4;
const ARTICLE_WITHIN_WORDS = 7;
/** `M-AK 711` */
export const PLATE: [code: RegExp, written: string] = [/^(\p{Lu}{1,3}-\p{Lu}{1,2})(\d{1,4})$/u, "$1 $2"];
/** `3 O 12/24`, and the Spanish plate `6230 LVK`. */
const APART: readonly [code: RegExp, written: string][] = [
  [/^(\d+)(\p{Lu}+)(\d+\/\d+)$/u, "$1 $2 $3"],
  [/^(\d{4})(\p{Lu}{3})$/u, "$1 $2"],
  PLATE,
];

/**
 * Whether a letter between a copula and a code of one letter and a number is the article of the thing that is named: `o lote é o b sete`,
 * but `o código é a b doze`.
 */
export function letterArticleTest(
  { letterArticles, copulas = "" }: Partial<LabelWords>,
  cardinal: CardinalReader,
): (words: Words, at: number) => boolean {
  if (letterArticles === undefined) return () => false;
  const [articles, isCopula] = [list(letterArticles), wordTest(copulas)];
  return (words, at) => {
    const word = words[at] ?? "";
    if (!articles.includes(word) || !isCopula(words[at - 1])) return false;
    const before = words.slice(Math.max(0, at - ARTICLE_WITHIN_WORDS), at - 1);
    let end = at + 1;
    while (/^\p{L}$/u.test(words[end] ?? "")) end += 1;
    const letters = end - at - 1;
    const number = letters > 0 ? cardinal(words, end) : null;
    const isAgreeing = before.findLast((one) => articles.includes(one)) === word;
    // `O voo é o t p um dois três`, `a norma é a i s o nove mil e um`: codes hardly begin with an O.
    // `O processo é o um dois três quatro`
    if (letters === 0) return isAgreeing && word === "o" && figuresAt(words, end, cardinal).length > 1;
    // `A peça é a a xis traço quinhentos`
    if (words[at + 1] === word) return isAgreeing;
    if (letters > 1) return isAgreeing && letters >= (number && word === "o" ? LEAST_SAID : LEAST_FIGURES);
    const behind = end + (number?.words ?? 0);
    // `A matrícula é a b quarenta e cinco sessenta e sete`
    const continues = (number?.value ?? 0n) > 9n && cardinal(words, behind) !== null;
    return isAgreeing && number !== null && !continues && !/^\p{L}$/u.test(words[behind] ?? "");
  };
}

type Tests = [ReturnType<typeof wordTest>, ReturnType<typeof wordTest>, ReturnType<typeof wordTest>];

/** `erre r, esse s` */
export function letterNamesOf(letters = ""): Readonly<Record<string, string>> {
  return Object.fromEntries(letters.split(", ").map((pair) => pair.split(" ")));
}

/** `Die Fraktur liegt bei T zwölf`, if nothing follows that could be counted. */
function levelReader(
  cardinal: CardinalReader,
  letterAt: (words: Words, at: number, mayBeWord: boolean) => string,
  isCopula: ReturnType<typeof wordTest>,
  { point, sizes: times = "" }: Pick<LabelWords, "point" | "sizes">,
): (words: Words, at: number, isNamed: boolean) => Written | null {
  const sizes = wordTest(times);
  return (words, at, isNamed) => {
    const letter = letterAt(words, at, isNamed);
    if (letter === "") return null;
    // `M fünf vier Punkt fünf`
    const figures = figuresAt(words, at + 1, cardinal);
    const tenth = figures.length === LEAST_SAID && words[at + 3] === point && cardinal(words, at + 4);
    if (tenth && tenth.value <= 9n)
      return {
        words: 4 + tenth.words,
        text: `${letter.toUpperCase()}${figures}.${tenth.value}`,
        kind: "letters",
      };
    const number = cardinal(words, at + 1);
    if (!number || number.round || number.value > LARGEST_LEVEL) return null;
    const behind = at + 1 + number.words;
    // `Rozpoznanie to J czterdzieści pięć kropka dziewięć`
    const part = words[behind] === point && number.value > 9n ? cardinal(words, behind + 1) : null;
    const isPart = part !== null && part.value <= 9n;
    // `Kod i dziesięć kropka zero`
    if (!isPart && letterAt(words, at, false) === "") return null;
    // `Schrauben M acht mal vierzig`
    const long = letter === "m" && sizes(words[behind]) ? cardinal(words, behind + 1) : null;
    if (long) {
      const text = `M${number.value} × ${long.value}`;
      return { words: behind + 1 + long.words - at, text, kind: "measure" };
    }
    const end = behind + (isPart ? 1 + part.words : 0);
    // `Zwischen L vier und L fünf`, `la vitamina b doce y la d tres`
    const isInRow =
      JOINT.test(words[end] ?? "") &&
      [1, 2].some(
        (more) => letterAt(words, end + more, false) !== "" && cardinal(words, end + more + 1) !== null,
      );
    if (end < words.length && !isCopula(words[end]) && !isInRow) return null;
    const text = letter.toUpperCase() + number.value + (isPart ? `.${part.value}` : "");
    return { words: end - at, text, kind: "letters" };
  };
}

/** Letters, figures and signs of what has a code: `Das Modell heißt K sieben null`, `numéro vingt-quatre tiret dix-sept`. */
function codeReader(
  cardinal: CardinalReader,
  language: LabelWords,
  sign: Phrases<string>,
  letterWords: readonly string[],
  counted: Reader,
): Reader {
  const { names, coded = "", ranked, copulas = "", letters = "", weakLetters = "" } = language;
  const [isArticle, ones] = [letterArticleTest(language, cardinal), list(language.articles)];
  // `Il modello è un quattrocentoquattro`
  const isOne = (words: Words, at: number) =>
    ones.includes(words[at] ?? "") && (cardinal(words, at + 1)?.value ?? 0n) >= LEAST_CODE;
  const [isNamed, isCoded, isCopula] = [`${names} ${coded} ${ranked}`, coded, copulas].map(wordTest) as Tests;
  const [spelled, weak] = [letterNamesOf(letters), letterNamesOf(weakLetters)];
  const letterAt = (words: Words, at: number, mayBeWord: boolean): string => {
    const word = words[at] ?? "";
    const isLetter = /^[a-z]$/.test(word) && (mayBeWord || !letterWords.includes(word));
    return (Object.hasOwn(spelled, word) && spelled[word]) || (isLetter ? word : "");
  };
  const isPiece = (words: Words, at: number) =>
    letterAt(words, at, false) !== "" || (cardinal(words, at)?.value ?? LARGEST + 1n) <= LARGEST;
  const piece = (words: Words, at: number, text: string): { words: number; text: string } | null => {
    // `la a equis`, `p o dwanaście`, `error e cero cuatro`
    const mayBeWord =
      text === ""
        ? letterAt(words, at + 1, false) !== "" ||
          figuresAt(words, at + 1, cardinal).length >= 2 ||
          (letterAt(words, at + 1, true) !== "" &&
            (figuresAt(words, at + 2, cardinal).length >= LEAST_FIGURES ||
              (cardinal(words, at + 2)?.value ?? 0n) > 9n))
        : (/\p{L}$/u.test(text) && (isPiece(words, at + 1) || sign(words, at + 1) !== null)) ||
          (/^\p{L}{3}\d$/u.test(text) && isPiece(words, at + 1));
    // `Cuatro cuatro uno siete be ce de`
    const last = at === words.length - 1 && /\p{L}{2}$/u.test(text) && (weak[words[at] ?? ""] ?? "");
    const letter = letterAt(words, at, mayBeWord) || last || "";
    if (letter !== "") return { words: 1, text: letter.toUpperCase() };
    const number = cardinal(words, at);
    return number && number.value <= LARGEST ? { words: number.words, text: String(number.value) } : null;
  };
  const levelAt = levelReader(cardinal, letterAt, isCopula, language);
  // `um dois três ponto quatro cinco seis`
  const areGroups = (words: Words, at: number, text: string) =>
    /(?:^|\.)\d{2,3}$/.test(text) && figuresAt(words, at + 1, cardinal).length === LEAST_FIGURES;
  return (words, at) => {
    if (isArticle(words, at) || isOne(words, at)) return null;
    const isBehindArticle = isArticle(words, at - 1);
    const copula = at - (isBehindArticle ? 2 : 1);
    const names = isCopula(words[copula])
      ? words.slice(Math.max(0, copula - NAME_WITHIN_WORDS), copula)
      : words.slice(Math.max(0, at - 1), at);
    const isTold = names.some(isNamed) || (names.length > 1 && isCoded(names.slice(-LEAST_FIGURES).join("")));
    if (!isBehindArticle && !isTold) return levelAt(words, at, false);
    const level = levelAt(words, at, true);
    let [text, length, pieces] = ["", 0, 0];
    while (pieces < MOST_FIGURES * 2) {
      const found = text === "" ? null : sign(words, at + length);
      const isJoint =
        found !== null &&
        (found.value === "." ? areGroups(words, at + length, text) : "-/".includes(found.value));
      const joint = isJoint ? found : { words: 0, value: "" };
      const next = piece(words, at + length + joint.words, text);
      if (!next) break;
      // `salle deux, quatorze heures`: the number belongs to its unit.
      if ((counted(words, at + length + joint.words)?.words ?? 0) > next.words) break;
      text += joint.value + next.text;
      length += joint.words + next.words;
      pieces += 1;
    }
    // `Seite zehn zwölf und vierzehn`
    if (pieces === 2 && /^\d{4}$/.test(text) && JOINT.test(words[at + length] ?? "")) return null;
    // As many figures alone are a telephone number; `Satz zwei B G B`.
    if (/^\d{7,}$/.test(text) || (/^\d+\p{Lu}{2,}$/u.test(text) && !names.some(isCoded))) return null;
    const isSeat = /^\d[A-Z]$/.test(text);
    const isCode =
      pieces > 1 && /\d/.test(text) && (isSeat || text.replace(/[-/]/g, "").length >= LEAST_FIGURES);
    if (!isCode || (level?.words ?? 0) > length) return level;
    const written = APART.reduce((code, [pattern, apart]) => code.replace(pattern, apart), text);
    return { words: length, text: written, kind: "letters" };
  };
}
