/** Names of streets, which begin with a capital where a house number shows that they are names: `12 rue de la Paix`, `calle Mayor 12`. */
import type { LanguageRules, StreetRules } from "../words/language-rules.ts";
import { capitalize } from "../words/letter-case.ts";
import { beginsSentence, spokenForm, type Token } from "../words/tokens.ts";

const LONGEST_NAME_WORDS = 4;

export function capitalizeStreets(tokens: readonly Token[], { streetNames, code }: LanguageRules): Token[] {
  const named = [...tokens];
  if (!streetNames) return named;
  for (const at of named.keys())
    for (const place of nameAt(named, at, streetNames)) {
      const token = named[place] as Token;
      named[place] = { ...token, text: capitalize(token.text, code) };
    }
  return named;
}

/** The places of the name's words if a street begins at `at`. */
function nameAt(tokens: readonly Token[], at: number, rules: StreetRules): number[] {
  const word = spokenForm(tokens[at]);
  if (
    rules.streets.some(
      (street) => street.startsWith("-") && word.length > street.length && word.endsWith(street.slice(1)),
    )
  )
    return isNumber(tokens[at + 1]) && endsClause(tokens, at + 1) ? [at] : [];
  if (!rules.streets.includes(word)) return [];
  const places: number[] = [];
  for (let place = at + 1; place <= at + LONGEST_NAME_WORDS && place < tokens.length; place += 1) {
    if (tokens[place - 1]?.after !== "") break;
    const part = spokenForm(tokens[place]);
    if (rules.never?.includes(part)) return [];
    const numberAt = rules.numberWords?.includes(part) ? place + 1 : place;
    if (isNumber(tokens[numberAt]))
      return !rules.numberFirst && (numberAt > place || endsClause(tokens, numberAt)) ? places : [];
    if (!rules.joints.includes(part)) places.push(place);
    if (rules.numberFirst && places.length > 0) break;
  }
  const isBis = /^(?:bis|ter|quater)$/.test(spokenForm(tokens[at - 1]));
  return rules.numberFirst && isNumber(tokens[isBis ? at - 2 : at - 1]) ? places : [];
}

/** A house number is seldom followed by what it counts. */
function endsClause(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.after !== "" || tokens[at + 1] === undefined || beginsSentence(tokens, at + 1);
}

function isNumber(token: Token | undefined): boolean {
  return token !== undefined && /^\d{1,4}\p{L}?$/u.test(token.text);
}
