/** Sentence case and the last stop, if the recognizer gives neither. */

import { oncePer, setOf } from "../../lib/once-per.ts";
import type { LanguageRules } from "../words/language-rules.ts";
import { capitalize, isInitialism } from "../words/letter-case.ts";
import { indexPhrases, phrasesAt } from "../words/phrases.ts";
import { beginsSentence, endsSentence, spokenForm, spokenForms, type Token } from "../words/tokens.ts";
import { endsWithTag } from "./commas.ts";
import { isSignature, lineStart, nameForm } from "./names.ts";
import { capitalizeStreets } from "./street-names.ts";

/** Any mark or line break shows that the recognizer writes them itself; in scripts with capitals each of those, too. */
const MARKED = /[.,!?;:…。，！？、；：؟،؛।॥۔]|\n./u;
const CAPITAL = /\p{Lu}/u;

/** Whether the recognizer gave case and punctuation, so that only what was spoken is added. */
export function isFinished(recognized: string, { cased }: LanguageRules): boolean {
  return MARKED.test(recognized) || (cased && CAPITAL.test(recognized));
}

/** @param finished The text has its case already; only sentences that spoken marks begin get theirs. */
export function applyCase(tokens: readonly Token[], rules: LanguageRules, finished: boolean): Token[] {
  if (!rules.cased) return [...tokens];
  const phrases = finished ? [] : phraseForms(tokens, rules);
  const cased = tokens.map((token, index) => {
    const known = finished
      ? undefined
      : (phrases[index] ??
        capitalizedForm(token, rules) ??
        nounForm(tokens, index, rules) ??
        nameForm(tokens, index, rules));
    // A written form is ours, whatever the recognizer made of the words that were said for it.
    const ours = !finished || token.said !== undefined;
    const starts = ours
      ? beginsSentence(tokens, index) || beginsSpeech(tokens, index)
      : token.startsSentence === true;
    const text = known ?? token.text;
    const goesOn = index > 0 && starts && followsSalutation(tokens, index, rules);
    const written = starts && !goesOn && takesCapital(token) ? capitalize(text, rules.code) : text;
    return written === token.text ? token : { ...token, text: written };
  });
  return finished ? cased : capitalizeStreets(cased, rules);
}

/** `Er sagte: „Ich komme.“` */
function beginsSpeech(tokens: readonly Token[], index: number): boolean {
  return /["«„“]\s*$/u.test(tokens[index]?.before ?? "") && announcesSpeech(tokens[index - 1]);
}

export function announcesSpeech(token: Token | undefined): boolean {
  return token?.after === ":" && !TITLE.test(spokenForm(token));
}

/** Names stand after these, and nobody speaks. */
const TITLE = /^(?:titel|überschrift|buchtitel|betreff|thema|motto|titre|objet)$/;

/** `Sehr geehrte Frau Weber,` and a paragraph: the sentence has begun. */
function followsSalutation(tokens: readonly Token[], index: number, { salutations }: LanguageRules): boolean {
  if (!salutations || !tokens[index]?.gap.includes("\n") || tokens[index - 1]?.after !== ",") return false;
  const start = lineStart(tokens, index - 1);
  const opening = tokens.slice(start, start + 2).map(spokenForm);
  return salutations.includes(opening[0] ?? "") || salutations.includes(opening.join(" "));
}

/** Addresses and serials are written as they are, and `30 cents` begins with no letter. */
function takesCapital({ kind, text }: Token): boolean {
  return kind !== "address" && (kind !== "letters" || /^\p{L}+['’]/u.test(text)) && /^\p{L}/u.test(text);
}

const casedPhrases = oncePer((phrases: readonly string[]) =>
  indexPhrases(
    phrases.map((phrase) => phrase.split(" ")),
    (words) => words.map((word) => word.toLowerCase()),
  ),
);

/** Of each word in a phrase with capitals how it is written. */
function phraseForms(tokens: readonly Token[], { capitalizedPhrases = [] }: LanguageRules): string[] {
  const forms: string[] = [];
  if (capitalizedPhrases.length === 0) return forms;
  for (const at of tokens.keys()) {
    const found = phrasesAt(casedPhrases(capitalizedPhrases), tokens, at)[0];
    if (!found || tokens.slice(at, at + found.length - 1).some(({ after }) => after !== "")) continue;
    for (const [place, word] of found.value.entries()) forms[at + place] = word;
  }
  return forms;
}

function capitalizedForm({ text, kind }: Token, rules: LanguageRules): string | undefined {
  const { capitalized, code } = rules;
  const word = text.replaceAll("’", "'");
  if (kind === undefined) {
    if (Object.hasOwn(capitalized, word)) return capitalized[word];
    return isInitialism(word, code) ? word.toUpperCase() : listedName(word, rules);
  }
  if (kind !== "date") return undefined;
  return text.replace(/\p{L}+/gu, (each) =>
    Object.hasOwn(capitalized, each) ? (capitalized[each] ?? each) : each,
  );
}

const POSSESSIVE = /'s$/;
/** Lower-case abbreviations of chats. */
const CHAT = /^(?:btw|imh?o|fwiw|otoh|rofl|ymmv|nsfw|rtfm)$/;

/** `rotterdam`, `sarah's`: what a list has as a name and as nothing else. */
function listedName(word: string, { caseOf }: LanguageRules): string | undefined {
  const owner = word.replace(POSSESSIVE, "");
  const form = CHAT.test(owner) ? owner : (caseOf?.(owner) ?? owner);
  return form === owner ? undefined : form + word.slice(owner.length);
}

/** If a language writes nouns large. */
export function nounForm(
  tokens: readonly Token[],
  index: number,
  { isNoun, code }: LanguageRules,
): string | undefined {
  const token = tokens[index];
  if (!isNoun || !token || token.kind !== undefined) return undefined;
  const context = {
    word: spokenForm(token),
    before: clauseBefore(tokens, index),
    after: clauseAfter(tokens, index),
    earlier: () => clauseBefore(tokens, index, MOST_EARLIER),
    later: () => clauseAfter(tokens, index, MOST_EARLIER),
    opening: () => tokens.slice(0, LONGEST_START_WORDS).map(spokenForm).join(" "),
  };
  return isNoun(context) ? capitalize(token.text, code) : undefined;
}

const NEIGHBOURS = 2;
const MOST_EARLIER = 10;

/** Nearest first. */
function clauseBefore(tokens: readonly Token[], index: number, most: number = NEIGHBOURS): string[] {
  const words: string[] = [];
  for (let at = index - 1; at >= index - most && !beginsSentence(tokens, at + 1); at -= 1)
    words.push(spokenForm(tokens[at]));
  return words;
}

function clauseAfter(tokens: readonly Token[], index: number, most: number = NEIGHBOURS): string[] {
  const words: string[] = [];
  for (let at = index + 1; at <= index + most && at < tokens.length && !beginsSentence(tokens, at); at += 1)
    words.push(spokenForm(tokens[at]));
  return words;
}

export function applyLastStop(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const last = tokens.at(-1);
  if (last?.text === undefined || last.text === "" || !CLOSING.test(last.after) || !isProse(tokens, rules))
    return [...tokens];
  if (isItemOrName(tokens, lineStart(tokens, tokens.length - 1), rules)) return [...tokens];
  const start = tokens.findLastIndex((_, index) => beginsSentence(tokens, index));
  if (last.after !== "" && OPENING.test(tokens[start]?.before ?? "")) return [...tokens];
  const stop = isQuestion(tokens.slice(start), rules) ? rules.questionMark : rules.stop;
  const isInside = CLOSED_SPEECH.test(last.after) && tokens.some((_, at) => beginsSpeech(tokens, at));
  return [...tokens.slice(0, -1), { ...last, after: isInside ? stop + last.after : last.after + stop }];
}

const CLOSING = /^[\u00a0"»”“’)\]}]*$/u;
/** Of German and French, which end what is said before it: `Er sagte: „Ich komme.“`. */
const CLOSED_SPEECH = /^(?:\u00a0»|“)$/u;
const OPENING = /["«“„‘([{]$/u;

/** Longer ones after a comma are what a letter says, and no name. */
const LONGEST_LINE_WORDS = 6;

/** A list's item, or the name below `best regards,`: no sentence. */
function isItemOrName(tokens: readonly Token[], start: number, rules: LanguageRules): boolean {
  if (/^(?:[-*•–・]|\d+\.) ?$/u.test(tokens[start]?.before ?? "")) return true;
  if (start === 0) return false;
  if (rules.nameLine?.test(spokenForms(tokens, start, tokens.length).join(""))) return true;
  const isShort = tokens.length - start <= LONGEST_LINE_WORDS;
  return (
    isListed(tokens) ||
    isSignature(tokens, start, rules) ||
    isClosing(tokens, start, rules) ||
    isOwnName(tokens, start, rules) ||
    (isShort && tokens[start - 1]?.after.endsWith(",") === true)
  );
}

/** `Mit freundlichen Grüßen` on the last line. */
function isClosing(tokens: readonly Token[], start: number, { letters }: LanguageRules): boolean {
  const line = tokens.slice(start).map(spokenForm);
  const hasClosing =
    line.length <= LONGEST_CLOSING_WORDS && line.some((word) => letters?.closings.includes(word));
  return hasClosing && tokens[start]?.gap.includes("\n\n") === true;
}

const LONGEST_CLOSING_WORDS = 5;

/** `Deine Oma` on the last line. */
function isOwnName(tokens: readonly Token[], start: number, { letters }: LanguageRules): boolean {
  const line = tokens.slice(start).map(spokenForm).join(" ");
  const isShort = tokens.length - start <= LONGEST_NAME_WORDS && tokens.length - start > 1;
  return isShort && (letters?.own?.some((word) => line.startsWith(`${word} `)) ?? false);
}

const LONGEST_NAME_WORDS = 3;

/** Two or more lines of which none ends with a mark, after one that ends with a colon: `three points:`, `budget`, `staffing`. */
function isListed(tokens: readonly Token[]): boolean {
  const ends = tokens.filter((_, at) => tokens[at + 1]?.gap.includes("\n")).map(({ after }) => after);
  const colon = ends.lastIndexOf(":");
  return colon >= 0 && ends.length > colon + 1 && ends.slice(colon + 1).every((after) => after === "");
}

/** Glued to what was read. */
const KOREAN_VERB = /\p{Script=Hangul}(?:니다|이다|이에요|예요|어요|해요)$/u;

/** A number with its unit, a code or an address alone is no sentence. */
function isProse(tokens: readonly Token[], rules: LanguageRules): boolean {
  if (tokens.length <= 2 && /^[-+$€£¥]?[\d.,:]+(?:st|nd|rd|th)?$/.test(tokens[0]?.text ?? "")) return false;
  // `100ドル`, where words are characters.
  const words = rules.spaced ? [] : tokens.map(spokenForm);
  if (words.some((word) => /\d/.test(word)) && rules.read(words, 0)?.words === words.length) return false;
  // `23살입니다`
  if (KOREAN_VERB.test(tokens.at(-1)?.text ?? "")) return true;
  return tokens.some(({ kind, text }) => kind === undefined && /\p{L}/u.test(text));
}

const LONGEST_START_WORDS = 3;
const LONGEST_OPENING_WORDS = 16;
/** A word is a character in languages without spaces. */
const LONGEST_END_WORDS = 5;

function isQuestion(sentence: readonly Token[], rules: LanguageRules): boolean {
  const { questionStarts, questions, questionEnds, questionLeads, notQuestions, spaced } = rules;
  const words = (from: number, to: number) => spokenForms(sentence, from, to).join(spaced ? " " : "");
  const end = ` ${words(sentence.length - LONGEST_END_WORDS, sentence.length)}`;
  if (endsWithTag(sentence, rules) || questionEnds?.some((ending) => end.endsWith(ending))) return true;
  const lead = questionLeads?.includes(spokenForm(sentence[0])) ? 1 : 0;
  const opening = sentence.slice(0, LONGEST_OPENING_WORDS).map(spokenForm);
  if (notQuestions?.test(opening.join(" "))) return false;
  if (questions?.test(opening.slice(lead).join(" "))) return true;
  const starts = setOf(questionStarts);
  return [1, 2, LONGEST_START_WORDS].some((length) => starts.has(words(lead, lead + length)));
}

/** Whether there is more than one sentence or line. */
export function hasSeveralSentences(tokens: readonly Token[]): boolean {
  return tokens.slice(0, -1).some((token, at) => endsSentence(token) || tokens[at + 1]?.gap.includes("\n"));
}
