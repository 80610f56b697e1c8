/** Drops what carries no meaning: `um`, `uh`, and words said twice by a stumbling tongue. */
import { oncePer, setOf } from "../../lib/once-per.ts";
import type { LanguageRules } from "../words/language-rules.ts";
import { capitalize, isCapitalized } from "../words/letter-case.ts";
import { indexPhrases, phrasesAt } from "../words/phrases.ts";
import { beginsSentence, endsSentence, spokenForm, spokenForms, type Token } from "../words/tokens.ts";
import type { Reasons } from "./reasons.ts";

const NONE: readonly string[] = [];
const phrasesOf = oncePer((list: readonly string[]) => indexPhrases(list, (phrase) => phrase.split(" ")));

export function dropFillers(given: readonly Token[], rules: LanguageRules, reasons: Reasons): Token[] {
  const tokens = [...given];
  const meant = meantPlaces(tokens, rules);
  const stutters = setOf(rules.stutters ?? NONE);
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const [filler] = meant.has(at) ? [] : phrasesAt(phrasesOf(rules.fillers), tokens, at);
    const word = spokenForm(token);
    const stutter =
      !meant.has(at) &&
      stutters.has(word) &&
      spokenForm(tokens[at + 1]) === word &&
      !isSpelled(tokens, at, rules);
    if (!filler && (!stutter || !/^,?$/.test(token.after))) {
      kept.push(token);
      at += 1;
      continue;
    }
    const length = filler?.length ?? 1;
    const dropped = tokens.slice(at, at + length);
    reasons.add(filler ? "filler" : "repetition", dropped);
    at += length;
    closeGap(kept, dropped, tokens, at, rules);
    // `The um the parcel`
    const last = kept.at(-1);
    const isAgain = filler && stutters.has(spokenForm(last)) && spokenForm(last) === spokenForm(tokens[at]);
    if (!isAgain || !last || !/^,?$/.test(last.after)) continue;
    reasons.add("repetition", [last]);
    kept.pop();
    closeGap(kept, [last], tokens, at, rules);
  }
  return kept;
}

const SPELLED_BEFORE = 3;
const SPELLED = /^(?:\p{L}|[\d.]*\d\p{L}?)$/u;

/** `F f zero zero a a`, `zero oito um um`: one reading holds what stands before it and both; `a a n v i s a`. */
function isSpelled(tokens: readonly Token[], at: number, rules: LanguageRules): boolean {
  const beside = [tokens[at - 1], tokens[at + 2]].map((token) => token?.text ?? "");
  if (/^\p{L}$/u.test(tokens[at]?.text ?? "") && beside.some((text) => SPELLED.test(text))) return true;
  const near = spokenForms(tokens, at - SPELLED_BEFORE, at + 2);
  const isOne = (_: string, from: number) => from + (rules.read(near, from)?.words ?? 0) === near.length;
  return near.slice(0, -2).some(isOne);
}

/** Where a filler's word, or one that comes twice, is meant: in some phrases, as an abbreviation in capitals, and after a last article. */
function meantPlaces(
  tokens: readonly Token[],
  { keptFillers = NONE, articles = NONE }: LanguageRules,
): Set<number> {
  const hasCase = tokens.some(({ text }) => /\p{Ll}/u.test(text));
  const places = new Set<number>();
  for (const [at, { text }] of tokens.entries()) {
    if (hasCase && text.length > 1 && /^\p{Lu}+$/u.test(text)) places.add(at);
    const length = phrasesAt(phrasesOf(keptFillers), tokens, at)[0]?.length ?? 0;
    for (let place = at; place < at + length; place += 1) places.add(place);
    // `They radioed the er`
    if (at === tokens.length - 1 && articles.includes(spokenForm(tokens[at - 1]))) places.add(at);
  }
  return places;
}

/** Marks of the dropped words go to their neighbours: a sentence's end to the word before, a capital to the next. */
function closeGap(
  kept: Token[],
  dropped: readonly Token[],
  tokens: Token[],
  nextAt: number,
  rules: LanguageRules,
): void {
  const [first, last, previous] = [dropped[0] as Token, dropped.at(-1) as Token, kept.at(-1)];
  if (previous && endsSentence(last) && !endsSentence(previous))
    kept[kept.length - 1] = { ...previous, after: last.after };
  const next = tokens[nextAt];
  if (!next) return;
  if (previous?.after === "" && areTwoNumbers(spokenForm(previous), spokenForm(next), rules))
    kept[kept.length - 1] = { ...previous, after: "," };
  const startedSentence =
    isCapitalized(first.text) &&
    (first.before !== "" || beginsSentence([...(previous ? [previous] : []), first], previous ? 1 : 0));
  const text = startedSentence && !endsSentence(last) ? capitalize(next.text, rules.code) : next.text;
  tokens[nextAt] = { ...next, text, gap: first.gap, before: first.before + next.before };
}

/** `Fünf äh zehn Milligramm` is not fifteen; but `twenty uh five` is one number. */
function areTwoNumbers(first: string, second: string, rules: LanguageRules): boolean {
  const both = rules.read([first, second], 0);
  if (both?.words !== 2) return false;
  const one = rules.read([first], 0);
  const { text = "" } = (one ? rules.read([second], 0) : both) ?? {};
  return /^\d\d$/.test(text) && Number(one?.text ?? 0) < Number(text);
}
