/** Centuries, rulers and ordinals. */
import type { Written } from "../../words/language-rules.ts";
import { capitalize } from "../../words/letter-case.ts";
import type { CenturyTable, LanguageTable } from "./language-table.ts";
import type { OrdinalReader } from "./number-readers.ts";
import { list, type Reader } from "./readers.ts";
import { roman } from "./roman.ts";
import type { SpelledNumbers } from "./spelled/numbers.ts";

const LARGEST_ROMAN = 39n;

/** `diciannovesimo secolo` → `XIX secolo`, `siglo diecinueve` → `siglo XIX`, `dix-neuvième siècle` → `XIXᵉ siècle`. */
export function centuryReader(
  { cardinal, properOrdinal }: SpelledNumbers,
  { name, stands, signs }: CenturyTable,
): Reader {
  const signOf = signFinder(signs);
  const number: OrdinalReader = (words, at) => {
    const cardinalToo = stands === "before" ? cardinal(words, at) : null;
    return properOrdinal(words, at) ?? (cardinalToo && { ...cardinalToo, last: "" });
  };
  const isName = new RegExp(`^(?:${name})$`, "u");
  return (words, at) => {
    const lead = stands === "before" ? 1 : 0;
    if (lead === 1 && !isName.test(words[at] ?? "")) return null;
    const found = number(words, at + lead);
    if (!found || found.value < 1n || found.value > LARGEST_ROMAN) return null;
    const numeral = roman(Number(found.value));
    if (lead === 1) return dateOf(1 + found.words, `${words[at]} ${numeral}`);
    const word = words[at + found.words] ?? "";
    const { text, prose } = signOf(found.last);
    const written = (sign: string) => `${numeral}${sign} ${word}`;
    return isName.test(word) ? dateOf(found.words + 1, written(text), written(prose)) : null;
  };
}

const FIRST_SURE = 11n;
/** `Louis quatorze ans`, `Juan Pablo segundo la norma` */
const COUNTED = /^(?:e|y|et|por|pour|mil|ans)?$|\p{L}{3}[sx]$/u;
const GOVERNED =
  /^(?:[mt][eií]|l(?:ui|ei|oro)|[nv]o[is]|nosotros|il?|l[aeo]s?|l'.*|gli|[ao]s?|el[ae]?|un[ao]?|quanto)$/;

/** `Louis quatorze` → `Louis XIV`; small numbers only after a title or two names: `papa Giovanni Paolo secondo`. */
export function rulerReader(
  { cardinal, properOrdinal }: SpelledNumbers,
  [rulers, titled, numbers]: NonNullable<LanguageTable["rulers"]>,
): Reader {
  const [names, titles] = [new Set(list(rulers)), new Set(list(titled))];
  return (words, at) => {
    let end = at;
    while (names.has(words[end] ?? "")) end += 1;
    const counted = end > at && numbers === "cardinals" ? cardinal(words, end) : null;
    const found = counted ?? (end > at ? properOrdinal(words, end) : null);
    if (!found || found.value < 2n || found.value > LARGEST_ROMAN) return null;
    const [name, next = ""] = [words.slice(at, end).join(" "), words[end + found.words]];
    const isTold = titles.has(words[at - 1] ?? "") || /[ -]/.test(name);
    if (!isTold && (found.value < FIRST_SURE || (counted && COUNTED.test(next)))) return null;
    if (!counted && GOVERNED.test(next)) return null;
    const written = name.replace(/(?<=^|[ -])\p{L}/gu, (letter) => letter.toUpperCase());
    const text = `${written} ${roman(Number(found.value))}`;
    return { words: end - at + found.words, text, kind: "ordinal" };
  };
}

const WORDS_AROUND = 4;

/** Of rulers, departments and the like, by the words around, with the epithet that belongs to it: `Kazimierz III Wielki`. */
export function romanReader(code: string, { properOrdinal }: SpelledNumbers, around: RegExp): Reader {
  return (words, at) => {
    const found = properOrdinal(words, at);
    if (!found || found.value < 1n || found.value > LARGEST_ROMAN) return null;
    const behind = at + found.words;
    const before = words.slice(Math.max(0, at - WORDS_AROUND), at);
    const told = around.exec([...before, "~", ...words.slice(behind, behind + WORDS_AROUND)].join(" "));
    const epithet = told?.groups?.["epithet"];
    const text = [roman(Number(found.value)), ...(epithet ? [capitalize(epithet, code)] : [])].join(" ");
    return told && { words: found.words + (epithet ? 1 : 0), text, kind: "letters" };
  };
}

/** `lea=-lea *=.`: the sign of an ordinal by how it ends, and after another `=` that of a sentence. */
export function signFinder(text = ""): OrdinalSigns["sign"] {
  const signs = list(text).map((sign) => sign.split("="));
  return (last) => {
    const [, bare = "", prose = bare] =
      signs.find(([ending = ""]) => ending === "*" || last.endsWith(ending)) ?? [];
    return { text: bare, prose };
  };
}

interface OrdinalSigns {
  /** The sign that goes with their last word. */
  sign: (last: string) => { text: string; prose: string };
  /** Smaller ones stay words; alone they may be labels: `4th`. */
  least: bigint;
  aloneToo: boolean;
  hours?: RegExp;
  parts: readonly string[];
  /** Sets thousands apart. */
  grouped: (digits: string) => string;
}

export function ordinalSignReader(
  ordinal: OrdinalReader,
  { sign, least, aloneToo, hours, parts, grouped }: OrdinalSigns,
): Reader {
  return (words, at) => {
    const found = ordinal(words, at);
    const isSmall = found !== null && found.value < least;
    if (!found || (isSmall && !(aloneToo && found.words === words.length))) return null;
    const before = words[at - 1] ?? "";
    // `Od dziewiątej do siedemnastej`: an hour is none of a row.
    if (hours?.test(`${before} ${found.last}`)) return null;
    // `Artykułu czterysta piętnastego`
    if (parts.includes(before)) return { words: found.words, text: String(found.value), kind: "cardinal" };
    // Indonesian `ke-N` holds the number.
    const signed = (form: string, digits: string) =>
      form.includes("N") ? form.replace("N", digits) : digits + form;
    const { text, prose } = sign(found.last);
    const digits = String(found.value);
    return {
      words: found.words,
      text: signed(text, digits),
      prose: isSmall ? words.join(" ") : signed(prose, grouped(digits)),
      kind: "ordinal",
    };
  };
}

export function dateOf(words: number, text: string, prose = text): Written {
  return { words, text, prose, kind: "date" };
}
