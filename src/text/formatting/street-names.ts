/**
 * Names of streets, which begin with a capital where a house number or the name itself shows that they are names: `12 rue de la
 * Paix`, `calle Mayor 12`, `la rue Pasteur`; and the postcode after them, which is no number: `14, 80331 München`.
 */
import { isPlainWord, isUsualName } from "../words/frequent-words.ts";
import type { LanguageRules, StreetRules } from "../words/language-rules.ts";
import { capitalize } from "../words/letter-case.ts";
import { beginsSentence, foldedForm, spokenForm, type Token } from "../words/tokens.ts";
import { endsLikeName } from "./names.ts";

const LONGEST_NAME_WORDS = 4;
/** How far before a street it is said that an address follows. */
const CONTEXT_WORDS = 4;
/** Lists of names of any language know those of streets. */
const NAMED_IN = ["en", "fr", "es", "de"];

interface Street {
  /** The places of the name's words. */
  words: readonly number[];
  /** The last word of street and number. */
  end: number;
}

export function capitalizeStreets(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const { streetNames, code } = rules;
  if (!streetNames) return [...tokens];
  const named = [...tokens];
  for (const at of named.keys()) {
    const street = streetAt(named, at, streetNames) ?? namedStreet(named, at, streetNames, code);
    if (!street) continue;
    for (const place of street.words) {
      const token = named[place] as Token;
      // `via dell'Olmo`
      const text = token.text.replace(/(?<=^(?:\p{L}{1,4}['’])?)\p{L}+$/u, (word) => capitalize(word, code));
      if (token.kind === undefined) named[place] = { ...token, text };
    }
    writePostcode(named, street.end);
    writeTown(named, at, street.end, rules);
  }
  return named;
}

/**
 * Where it is said that an address follows, small house numbers are written in digits, `adres to ulica polna siedem`, before a flat,
 * `ulica kwiatowa osiem mieszkania dwa`, after a name and before a town: `ulicy polnej trzy w Krakowie`.
 */
export function writeHouseNumbers(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const { numberStyle, streetNames, capitalized } = rules;
  const { digits = {} } = numberStyle ?? {};
  const { announcedBy, flats, streets = [], never, numberFirst = false } = streetNames ?? {};
  const from = tokens.findIndex((token) => isAnyOf(token, announcedBy));
  const street = tokens.findIndex((token, at) => at > from && streets.includes(spokenForm(token)));
  const isTold = from >= 0 && street - from <= CONTEXT_WORDS;
  if (street < 0) return [...tokens];
  return tokens.map((token, at) => {
    const digit = token.kind === undefined && at > street + 1 ? digits[spokenForm(token)] : undefined;
    if (digit === undefined) return token;
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    const isHouse = at <= street + LONGEST_NAME_WORDS;
    const isInTown = isAnyOf(next, never) && Object.hasOwn(capitalized, spokenForm(tokens[at + 2]));
    const isNamed = before?.kind === "letters" || endsLikeName(foldedForm(before), streetNames ?? {});
    const isEnd = (token.after !== "" || next === undefined) && isNamed;
    const isSure = isTold || isAnyOf(next, flats) || (!numberFirst && (isInTown || isEnd));
    return (isHouse && isSure) || (isTold && isAnyOf(before, flats))
      ? { ...token, text: digit, kind: "cardinal", said: spokenForm(token) }
      : token;
  });
}

const LONGEST_TOWN_WORDS = 3;

/** The town after a number or a postcode, at the end of an address that was announced: `14 mieszkania 3, Kraków`. */
function writeTown(
  tokens: Token[],
  street: number,
  number: number,
  { code, streetNames }: LanguageRules,
): void {
  if (!isAnnounced(tokens, street, streetNames)) return;
  let end = number;
  if (isAnyOf(tokens[end + 1], streetNames?.flats) && isNumber(tokens[end + 2])) end += 2;
  const hasCode = /^\d{5}$|^\d\d-\d{3}$/.test(tokens[end + 1]?.text ?? "");
  const town = tokens.slice(hasCode ? end + 2 : end + 1);
  const mayBePart = (token: Token, at: number) =>
    token.kind === undefined &&
    /^\p{L}{2,}$/u.test(token.text) &&
    (token.after === "" || at === town.length - 1) &&
    (/^s[ãa]o$/.test(spokenForm(token)) || !streetNames?.never?.includes(spokenForm(token)));
  const isTown = town.length > 0 && town.length <= LONGEST_TOWN_WORDS && town.every(mayBePart);
  if (!isTown || !(isNumber(tokens[end]) || hasCode)) return;
  const last = tokens[end] as Token;
  if (last.after === "" && !last.text.includes(",")) tokens[end] = { ...last, after: "," };
  for (const [at, token] of town.entries())
    if (!streetNames?.joints.includes(spokenForm(token)))
      tokens[tokens.length - town.length + at] = { ...token, text: capitalize(token.text, code) };
}

function streetAt(tokens: readonly Token[], at: number, rules: StreetRules): Street | null {
  const word = spokenForm(tokens[at]);
  const isEnding = (street: string) =>
    street.startsWith("-") && word.length > street.length && word.endsWith(street.slice(1));
  if (rules.streets.some(isEnding))
    return isNumber(tokens[at + 1]) && endsAddress(tokens, at, at + 1, rules)
      ? { words: [at], end: withLetter(tokens, at + 1) }
      : null;
  if (!rules.streets.includes(word)) return null;
  return rules.numberFirst ? numberedBefore(tokens, at, rules) : numberedBehind(tokens, at, rules);
}

/** `14 bis avenue Victor Hugo`: one word, or all before a postcode. */
function numberedBefore(tokens: readonly Token[], at: number, rules: StreetRules): Street | null {
  const isBis = isAnyOf(tokens[at - 1], rules.suffixes);
  if (!isNumber(tokens[isBis ? at - 2 : at - 1])) return null;
  const words: number[] = [];
  for (let place = at + 1; place <= at + LONGEST_NAME_WORDS && place < tokens.length; place += 1) {
    if (tokens[place - 1]?.after !== "" || rules.never?.includes(spokenForm(tokens[place]))) break;
    if (postcodeIn(tokens[place]) !== null) return { words, end: place - 1 };
    if (!rules.joints.includes(spokenForm(tokens[place]))) words.push(place);
  }
  const [first] = words;
  return first === undefined ? null : { words: [first], end: first };
}

/** `calle Mayor 12` */
function numberedBehind(tokens: readonly Token[], at: number, rules: StreetRules): Street | null {
  const words: number[] = [];
  for (let place = at + 1; place <= at + LONGEST_NAME_WORDS && place < tokens.length; place += 1) {
    if (tokens[place - 1]?.after !== "") return null;
    const part = spokenForm(tokens[place]);
    if (rules.never?.includes(part)) return null;
    const numberAt = rules.numberWords?.includes(part) ? place + 1 : place;
    if (isNumber(tokens[numberAt]))
      return numberAt > place || endsAddress(tokens, at, numberAt, rules)
        ? { words, end: withLetter(tokens, numberAt) }
        : null;
    if (!rules.joints.includes(part)) words.push(place);
  }
  return null;
}

/** `La rue Pasteur`: a name that is no word. */
function namedStreet(tokens: readonly Token[], at: number, rules: StreetRules, code: string): Street | null {
  if (!rules.streets.includes(spokenForm(tokens[at])) || tokens[at]?.after !== "") return null;
  const name = foldedForm(tokens[at + 1]);
  if (rules.joints.includes(name)) return null;
  const isName =
    endsLikeName(name, rules) ||
    (NAMED_IN.some((language) => isUsualName(name, language)) && !isPlainWord(name, code));
  return isName ? { words: [at + 1], end: at + 1 } : null;
}

/** `14 a` */
function withLetter(tokens: readonly Token[], at: number): number {
  const isLetter = tokens[at]?.after === "" && /^[a-h]$/.test(spokenForm(tokens[at + 1]));
  const ends = tokens[at + 2] === undefined || tokens[at + 1]?.after !== "";
  return isLetter && (ends || postcodeIn(tokens[at + 2]) !== null) ? at + 1 : at;
}

/** A house number is seldom followed by what it counts. */
function endsAddress(tokens: readonly Token[], street: number, at: number, rules: StreetRules): boolean {
  // `Rua das Flores 120 em Lisboa`
  if (at > street + 1 && rules.never?.includes(spokenForm(tokens[at + 1]))) return true;
  if (tokens[at]?.text.includes(", ") || withLetter(tokens, at) > at) return true;
  if (tokens[at]?.after !== "" || tokens[at + 1] === undefined || beginsSentence(tokens, at + 1)) return true;
  return postcodeIn(tokens[at + 1]) !== null || isAnnounced(tokens, street, rules);
}

function isAnnounced(tokens: readonly Token[], street: number, rules: StreetRules | undefined): boolean {
  const before = tokens.slice(Math.max(0, street - CONTEXT_WORDS), street);
  return before.some((token) => isAnyOf(token, rules?.announcedBy));
}

/** Elided articles are left out: `l'adresse`. */
function isAnyOf(token: Token | undefined, words: readonly string[] = []): boolean {
  const word = spokenForm(token);
  return words.includes(word.startsWith("l'") ? word.slice(2) : word);
}

function isNumber(token: Token | undefined): boolean {
  return token !== undefined && /^\d{1,4}(?:\p{L}|\/\d+)?(?:, \d{5})?$/u.test(token.text);
}

/** Five digits, or four before the two letters of the Netherlands. */
function postcodeIn(token: Token | undefined): string | null {
  if (token?.kind !== "cardinal") return null;
  const digits = token.text.replace(/[.\s\u00a0\u202f]/gu, "");
  return /^\d{4,5}$/.test(digits) ? digits : null;
}

function writePostcode(tokens: Token[], end: number): void {
  const [last, code, letters] = tokens.slice(end, end + 3);
  // Polish: `trzydzieści jeden dwieście`.
  if (last?.after === "" && code && letters && /^\d\d$/.test(code.text) && /^\d{3}$/.test(letters.text)) {
    tokens[end] = { ...last, after: "," };
    tokens.splice(end + 1, 2, { ...letters, gap: code.gap, text: `${code.text}-${letters.text}` });
    return;
  }
  const digits = postcodeIn(code);
  if (!last || !code || digits === null || last.after !== "") return;
  const isDutch = digits.length === 4 && /^[a-z]{2}$/.test(letters?.text ?? "");
  if (digits.length === 4 && !isDutch) return;
  tokens[end] = { ...last, after: "," };
  tokens[end + 1] = { ...code, text: digits };
  if (isDutch && letters) tokens[end + 2] = { ...letters, text: letters.text.toUpperCase() };
}
