/**
 * Names of streets, which begin with a capital where a house number or the name itself shows that they are names: `12 rue de la
 * Paix`, `calle Mayor 12`, `la rue Pasteur`; and the postcode after them, which is no number: `14, 80331 München`.
 */
import { isPlainWord, isUsualName } from "../words/frequent-words.ts";
import type { LanguageRules, StreetRules } from "../words/language-rules.ts";
import { capitalize, fold } from "../words/letter-case.ts";
import { beginsSentence, spokenForm, type Token } from "../words/tokens.ts";

const LONGEST_NAME_WORDS = 4;
/** How far before a street it is said that an address follows. */
const CONTEXT_WORDS = 4;
const ADDRESS =
  /^(?:adresse|adress|anschrift|wohne|dirección|vivo|endereço|morada|moro|indirizzo|abito|adres|adresu|mieszkam|mieszka|domicilio|domicile)$/;
/** Lists of names of any language know those of streets. */
const NAMED_IN = ["en", "fr", "es", "de"];

interface Street {
  /** The places of the name's words. */
  words: readonly number[];
  /** The last word of street and number. */
  end: number;
}

export function capitalizeStreets(tokens: readonly Token[], { streetNames, code }: LanguageRules): Token[] {
  const named = [...tokens];
  if (!streetNames) return named;
  for (const at of named.keys()) {
    const street = streetAt(named, at, streetNames) ?? namedStreet(named, at, streetNames, code);
    if (!street) continue;
    for (const place of street.words) {
      const token = named[place] as Token;
      named[place] = { ...token, text: capitalize(token.text, code) };
    }
    writePostcode(named, street.end);
  }
  return named;
}

function streetAt(tokens: readonly Token[], at: number, rules: StreetRules): Street | null {
  const word = spokenForm(tokens[at]);
  if (
    rules.streets.some(
      (street) => street.startsWith("-") && word.length > street.length && word.endsWith(street.slice(1)),
    )
  )
    return isNumber(tokens[at + 1]) && endsAddress(tokens, at, at + 1)
      ? { words: [at], end: withLetter(tokens, at + 1) }
      : null;
  if (!rules.streets.includes(word)) return null;
  return rules.numberFirst ? numberedBefore(tokens, at, rules) : numberedBehind(tokens, at, rules);
}

/** `14 bis avenue Victor Hugo`: one word, or all before a postcode. */
function numberedBefore(tokens: readonly Token[], at: number, rules: StreetRules): Street | null {
  const isBis = /^(?:bis|ter|quater)$/.test(spokenForm(tokens[at - 1]));
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
      return numberAt > place || isAddress(tokens, at, numberAt, rules)
        ? { words, end: withLetter(tokens, numberAt) }
        : null;
    if (!rules.joints.includes(part)) words.push(place);
  }
  return null;
}

/** `La rue Pasteur`: a name that is no word. */
function namedStreet(tokens: readonly Token[], at: number, rules: StreetRules, code: string): Street | null {
  if (!rules.streets.includes(spokenForm(tokens[at])) || tokens[at]?.after !== "") return null;
  const name = fold(spokenForm(tokens[at + 1]));
  if (rules.joints.includes(name)) return null;
  const isName = NAMED_IN.some((language) => isUsualName(name, language)) && !isPlainWord(name, code);
  return isName ? { words: [at + 1], end: at + 1 } : null;
}

/** `14 a` */
function withLetter(tokens: readonly Token[], at: number): number {
  const isLetter = tokens[at]?.after === "" && /^[a-h]$/.test(spokenForm(tokens[at + 1]));
  return isLetter && postcodeIn(tokens[at + 2]) !== null ? at + 1 : at;
}

/** `Rua das Flores 120 em Lisboa` */
function isAddress(tokens: readonly Token[], street: number, at: number, { never }: StreetRules): boolean {
  return (at > street + 1 && never?.includes(spokenForm(tokens[at + 1]))) || endsAddress(tokens, street, at);
}

/** A house number is seldom followed by what it counts. */
function endsAddress(tokens: readonly Token[], street: number, at: number): boolean {
  if (tokens[at]?.after !== "" || tokens[at + 1] === undefined || beginsSentence(tokens, at + 1)) return true;
  if (postcodeIn(tokens[withLetter(tokens, at) + 1]) !== null) return true;
  return tokens
    .slice(Math.max(0, street - CONTEXT_WORDS), street)
    .some((token) => ADDRESS.test(spokenForm(token)));
}

function isNumber(token: Token | undefined): boolean {
  return token !== undefined && /^\d{1,4}\p{L}?$/u.test(token.text);
}

/** Five digits, or four before the two letters of the Netherlands. */
function postcodeIn(token: Token | undefined): string | null {
  if (token?.kind !== "cardinal") return null;
  const digits = token.text.replace(/[.\s\u00a0\u202f]/gu, "");
  return /^\d{4,5}$/.test(digits) ? digits : null;
}

function writePostcode(tokens: Token[], end: number): void {
  const [last, code, letters] = tokens.slice(end, end + 3);
  const digits = postcodeIn(code);
  if (!last || !code || digits === null || last.after !== "") return;
  const isDutch = digits.length === 4 && /^[a-z]{2}$/.test(letters?.text ?? "");
  if (digits.length === 4 && !isDutch) return;
  tokens[end] = { ...last, after: "," };
  tokens[end + 1] = { ...code, text: digits };
  if (isDutch && letters) tokens[end + 2] = { ...letters, text: letters.text.toUpperCase() };
}
