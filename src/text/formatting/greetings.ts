/** In a mail, what greets stands on a line of its own: `Dear Ms. Rowe, thank you …` and `hi anna thank you …`. */
import { isPlainWord, isUsualName } from "../words/frequent-words.ts";
import type { LanguageRules } from "../words/language-rules.ts";
import { fold } from "../words/letter-case.ts";
import { beginsSentence, foldedForm, isTitle, renderToken, spokenForm, type Token } from "../words/tokens.ts";
import { endsLikeName, greetingLength, PARTICLES, TITLE } from "./names.ts";

/** `Sehr geehrter Herr Professor Weber` */
export const LONGEST_GREETING_WORDS = 6;
/** `Hi Anna, thanks` is a message. */
const LEAST_TEXT_WORDS = 3;
/** In characters. */
const LONGEST_OPENING = 24;
const MARK = /^[,:，：]$/u;

/** The greeting gets its comma, if only a name shows where it ends, and a paragraph after it. */
export function setGreeting(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const end = greetingEnd(tokens, rules);
  if (end === null) return [...tokens];
  return tokens.map((token, at) => {
    if (at === end) return { ...token, after: token.after === "" ? "," : token.after };
    return at === end + 1 ? { ...token, gap: "\n\n", startsSentence: true } : token;
  });
}

/** `Hallo Thomas danke …`: elsewhere it stays on its line, and gets the comma alone. */
export function separateGreeting(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const { end, mark } = openingOf(tokens, rules) ?? { end: greetingEnd(tokens, rules), mark: "," };
  const closing = closingEnd(tokens, rules);
  return tokens.map((token, at) => {
    if (token.after !== "" || (at !== end && at !== closing)) return token;
    return { ...token, after: at === end ? mark : "," };
  });
}

/** `こんにちは整形外科の看護師です` */
function openingOf(
  tokens: readonly Token[],
  { openings = [] }: LanguageRules,
): { end: number; mark: string } | null {
  const text = tokens.slice(0, LONGEST_OPENING).map(renderToken).join("");
  for (const [greeting, mark] of openings) {
    const length = greeting.exec(text)?.[0].length ?? 0;
    if (length > 0 && length < tokens.length - LEAST_TEXT_WORDS) return { end: length - 1, mark };
  }
  return null;
}

const LONGEST_CLOSING_WORDS = 4;

/** `Viele Grüße Sabine`, as the last sentence. */
function closingEnd(tokens: readonly Token[], rules: LanguageRules): number | null {
  const last = tokens.length - 1;
  for (let at = last - 1; at >= last - 2 && at > 0; at -= 1) {
    if (!rules.letters?.closings.includes(spokenForm(tokens[at])) || tokens[at + 1]?.gap !== " ") continue;
    const isSentence = tokens
      .slice(Math.max(0, at - LONGEST_CLOSING_WORDS), at + 1)
      .some((_, place, { length }) => beginsSentence(tokens, at + 1 - length + place));
    const name = spokenForm(tokens[at + 1]);
    const isName = isUsualName(fold(name), rules.code) || rules.givenNames?.has(name);
    return isSentence && isName && at > LEAST_TEXT_WORDS ? at : null;
  }
  return null;
}

/** The last word of a greeting that text follows on its line. */
function greetingEnd(tokens: readonly Token[], rules: LanguageRules): number | null {
  const opening = tokens.slice(0, LONGEST_GREETING_WORDS);
  const length = greetingLength(opening.map(spokenForm), rules);
  const marked = opening.findIndex((token) => token.after !== "" && !isTitle(token));
  if (marked >= 0 && marked < length) return null;
  const begun = begunEnd(tokens, length, rules);
  if (length === 0 || begun !== null) return begun;
  const isMarked = marked >= 0 && MARK.test(tokens[marked]?.after ?? "");
  const all = everyoneEnd(tokens, length, rules);
  const titled = titledEnd(tokens, length, rules);
  const end = isMarked ? marked : marked < 0 ? (all ?? titled ?? length) : -1;
  // Without a mark only a name that is no word, or all who are greeted, show where the greeting ends.
  const isCertain =
    isMarked || all !== null || titled !== null || isCertainName(tokens[end], tokens[end + 1], rules);
  if (end < 0 || !isCertain) return null;
  const follows = tokens.length - end - 1 >= LEAST_TEXT_WORDS && tokens[end + 1]?.gap === " ";
  return follows ? end : null;
}

/** `Buongiorno a tutti`, `hallo zusammen`; but `hola a todos los compañeros`. */
function everyoneEnd(tokens: readonly Token[], from: number, rules: LanguageRules): number | null {
  let end = from;
  while (end < tokens.length && rules.letters?.everyone.includes(spokenForm(tokens[end]))) end += 1;
  const [last, next] = [spokenForm(tokens[end - 1]), spokenForm(tokens[end])];
  return end > from && last.length > 2 && !goesOn(next, rules) ? end - 1 : null;
}

/** `Buongiorno le scrivo`, `dottoressa la ringrazio`, `gentile signora okonkwo le mando`: what is said begins. */
function begunEnd(tokens: readonly Token[], from: number, rules: LanguageRules): number | null {
  const begins = (at: number) => rules.letters?.begins?.includes(spokenForm(tokens[at])) ?? false;
  const titles = titlesEnd(tokens, from, rules);
  const end = begins(titles) ? titles : titles > from && begins(titles + 1) ? titles + 1 : 0;
  const isOneLine = tokens.slice(0, end).every(({ after }) => after === "") && tokens[end]?.gap === " ";
  return end > 0 && isOneLine && tokens.length - end >= LEAST_TEXT_WORDS ? end - 1 : null;
}

function titlesEnd(tokens: readonly Token[], from: number, rules: LanguageRules): number {
  let end = from;
  const word = () => spokenForm(tokens[end]);
  while (rules.namedAfter?.includes(word()) || TITLE.test(word())) end += 1;
  return end;
}

/** `Sehr geehrter Herr Professor Lang vielen Dank`: the name after the titles. */
function titledEnd(tokens: readonly Token[], from: number, rules: LanguageRules): number | null {
  const end = titlesEnd(tokens, from, rules);
  const [name, next] = [foldedForm(tokens[end]), foldedForm(tokens[end + 1])];
  const isName =
    isUsualName(name, rules.code) || (rules.surnames?.includes(name) ?? false) || endsLikeName(name, rules);
  return end > from && isName && !isUsualName(next, rules.code) && !goesOn(next, rules) ? end : null;
}

/** `A todos los compañeros`, `alle von euch` */
function goesOn(word: string, { articles, conjunctions }: LanguageRules): boolean {
  return PARTICLES.has(word) || [articles, conjunctions].some((words) => words?.includes(word));
}

function isCertainName(
  token: Token | undefined,
  next: Token | undefined,
  { code, conjunctions }: LanguageRules,
): boolean {
  const name = foldedForm(token);
  const following = foldedForm(next);
  const areMore = isUsualName(following, code) || (conjunctions?.includes(following) ?? false);
  return isUsualName(name, code) && !isPlainWord(name, code) && !areMore;
}
