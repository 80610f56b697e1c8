/** Spoken punctuation and layout: `comma`, `new paragraph`; distinguished from the same words meant literally. */
import { oncePer } from "../../lib/once-per.ts";
import type { LanguageRules, SpokenMark } from "../words/language-rules.ts";
import { isCapitalized } from "../words/letter-case.ts";
import { indexPhrases, type Phrases, phrasesAt } from "../words/phrases.ts";
import { beginsSentence, newToken, spokenForm, spokenForms, type Token } from "../words/tokens.ts";
import { LONGEST_GREETING_WORDS } from "./greetings.ts";
import { isMeant } from "./mark-sense.ts";
import { greetingLength } from "./names.ts";
import type { Reasons } from "./reasons.ts";
import { announcesSpeech } from "./sentences.ts";
import { wordEnds } from "./word-ends.ts";

/** Marks that the recognizer may have guessed around a spoken one; the spoken one stands instead. */
const GUESSED = /[.,!?;:…。，！？、；：؟،؛।]+$/u;

/** The spoken marks of a language. */
export const markPhrases = oncePer((marks: readonly SpokenMark[]) =>
  indexPhrases(marks, ({ spoken }) => spoken.split(" ")),
);

/** @param startsText Whether nothing stands before the text where it goes. */
export function applySpokenMarks(
  tokens: readonly Token[],
  rules: LanguageRules,
  reasons: Reasons,
  startsText: boolean,
): Token[] {
  const phrases = markPhrases(rules.marks);
  const punctuated = tokens.some(({ after, spoken }) => !spoken && GUESSED.test(after));
  const wholeWords = wordEnds(tokens, rules);
  const quotes = quotePairs(tokens, phrases, rules);
  const alone = namesOneMark(tokens, phrases, quotes);
  const done: Token[] = [];
  let pending = NOTHING_PENDING;
  let markEnd = 0;
  let namedEnd = Number.NaN;
  let dropsComma = false;
  let openDash: string | null = null;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const named = phrasesAt(phrases, tokens, at).filter(({ length }) => wholeWords(at, at + length));
    const quote = quotes.get(at);
    const goesOn = at === namedEnd + 1 && talksOn(tokens[namedEnd], rules);
    const found = named.find(({ value, length }) =>
      (isQuote(value) || value.paired || quote) && (quote !== undefined || value.paired)
        ? value === quote
        : value.written === openDash ||
          (!(value.joins === "left" && (goesOn || namesAnother(tokens, at + length, phrases, rules))) &&
            isMeant(
              {
                mark: value,
                tokens,
                at,
                length,
                done,
                open: (pending.gap ?? "") + pending.before,
                clauseWords: at - markEnd,
                next: phrasesAt(phrases, tokens, at + length)[0]?.value,
                startsText,
                alone,
                punctuated,
              },
              rules,
            )),
    );
    if (!found) {
      // A named mark stays whole: `le point virgule` holds no comma.
      const words = tokens.slice(at, at + (named[0]?.length ?? 1));
      done.push(withPending(token, pending), ...words.slice(1));
      pending = NOTHING_PENDING;
      at += words.length;
      if (named[0]) namedEnd = at;
      continue;
    }
    const gap = at === 0 ? "" : token.gap;
    const { joins, written } = found.value;
    if (joins === "right") {
      const quoted = BRACKET.test(written) ? undefined : quotedAt(tokens, at + found.length, quotes, phrases);
      dropsComma = openAfterComma(done, written, quoted, rules.code);
    }
    const speaker = punctuated && QUOTE.test(written) ? done.at(-1) : undefined;
    const starts = joins === "right" && opensSentence(tokens, at, speaker);
    if (written.startsWith("\n") && !greets(done, rules)) dropGuessedComma(done);
    pending = pendingAfter(done, found.value, { gap, ...pending, ...(starts && { startsSentence: true }) });
    // `「署名しません」と言って`
    const isCited = CITED.test(spokenForms(tokens, at + found.length, at + found.length + 2).join(""));
    keepStop(done, found.value, tokens[at + found.length - 1], dropsComma || isCited);
    openDash = dashAfter(openDash, found.value);
    reasons.add("mark", tokens.slice(at, at + found.length), written);
    at += found.length;
    markEnd = at;
  }
  if (pending.before !== "" || pending.gap?.includes("\n")) done.push(newToken({ ...pending, spoken: true }));
  return done;
}

/** `Der Vertrag – so der Richter – ist nichtig` closes the dash that it opened. */
function dashAfter(open: string | null, { written, endsSentence }: SpokenMark): string | null {
  if (ALONE_DASH.test(written)) return open === null ? written : null;
  return endsSentence ? null : open;
}

/** The sentence that the marks stand before, or speech: `Er sagte: „Ich komme.“` */
function opensSentence(tokens: readonly Token[], at: number, before: Token | undefined): boolean {
  return announcesSpeech(before) || (isCapitalized(tokens[at]?.text ?? "") && beginsSentence(tokens, at));
}

function namesOneMark(
  tokens: readonly Token[],
  phrases: Phrases<SpokenMark>,
  quotes: ReadonlyMap<number, SpokenMark | null>,
): boolean {
  let marks = 0;
  let end = Number.NaN;
  for (let at = 0; at < tokens.length && marks < 2; at += 1) {
    const [found] = phrasesAt(phrases, tokens, at);
    // `In jeder Zeile steht`: such a word is a mark's only behind another. `Dort beginnt das Zitat`, which nothing ends.
    if (found === undefined || (found.value.afterMark && end !== at)) continue;
    if (found.value.paired && !quotes.get(at)) continue;
    marks += 1;
    at += found.length - 1;
    end = at + 1;
  }
  return marks === 1;
}

const CITED = /^(?:[とはがをのにも]|で[すし])/u;
const QUOTE = /^\s*["«»„“”‘’「」『』（）]\s*$/u;
/** `Open quote and close quote` and `ohne Punkt und Komma` talk of the marks. */
const isConjunction = (token: Token | undefined, { conjunctions }: LanguageRules): boolean =>
  conjunctions?.includes(spokenForm(token)) ?? false;

/** `Hier steht ein Komma, kein Punkt` */
const talksOn = (token: Token | undefined, rules: LanguageRules): boolean =>
  isConjunction(token, rules) || (rules.negations?.includes(spokenForm(token)) ?? false);

const namesAnother = (
  tokens: readonly Token[],
  end: number,
  phrases: Phrases<SpokenMark>,
  rules: LanguageRules,
): boolean =>
  tokens[end - 1]?.after === "" &&
  isConjunction(tokens[end], rules) &&
  tokens[end]?.after === "" &&
  phrasesAt(phrases, tokens, end + 1)[0]?.value.joins === "left";

type Found = ReturnType<typeof phrasesAt<SpokenMark>>[number];

function isQuote({ written, joins }: SpokenMark): boolean {
  return QUOTE.test(written) && (joins === "right" || joins === "left");
}

/**
 * Quotations and brackets that are opened and closed again, whatever stands before their words: `the word open quote fair close quote`;
 * null if the marks themselves are named.
 */
function quotePairs(
  tokens: readonly Token[],
  phrases: Phrases<SpokenMark>,
  rules: LanguageRules,
): Map<number, SpokenMark | null> {
  const pairs = new Map<number, SpokenMark | null>();
  for (const isOfPair of [isQuote, isBracket]) {
    let open: { at: number; end: number; mark: SpokenMark } | null = null;
    for (let at = 0; at < tokens.length; at += 1) {
      const phrasesHere = phrasesAt(phrases, tokens, at);
      if (phrasesHere.length === 0) continue;
      const named = phrasesHere.filter(({ value }) => isOfPair(value));
      const found = quoteAt(named, open !== null);
      if (
        !found ||
        (found.value.paired && named[1]?.length === found.length && !standsForBoth(tokens, at, found, rules))
      )
        continue;
      const { value: mark, length } = found;
      const opens = mark.joins === "right";
      if (opens && open === null) open = { at, end: at + length, mark };
      else if (!opens && open !== null) {
        const inner = tokens.slice(open.end, at).map(spokenForm).join(" ");
        const isMeta = inner === "" || rules.conjunctions?.includes(inner) === true;
        pairs.set(open.at, isMeta ? null : open.mark).set(at, isMeta ? null : mark);
        open = null;
      }
      at += length - 1;
    }
  }
  return pairs;
}

/** One word may open and close. */
function quoteAt(quotes: readonly Found[], isOpen: boolean): Found | undefined {
  return quotes.find(({ value }) => (value.joins === "left") === isOpen) ?? quotes[0];
}

/** `Comillas`, which opens and closes; but `Anführungszeichen oder Klammern`, `faltan comillas aquí y comillas allí`. */
function standsForBoth(
  tokens: readonly Token[],
  at: number,
  { value, length }: { value: SpokenMark; length: number },
  rules: LanguageRules,
): boolean {
  const before = tokens[at - 1];
  if (before?.after) return true;
  const word = spokenForm(before);
  const opens = value.joins === "right" && tokens[at + length - 1]?.after === "";
  const next = opens ? tokens[at + length] : undefined;
  if ([before, next].some((token) => isConjunction(token, rules)) || rules.articles?.includes(word))
    return false;
  const isSet = tokens[at + length - 1]?.after === "" || value.joins === "left";
  return isSet && !value.literalAfter?.includes(word);
}

function isBracket({ written }: SpokenMark): boolean {
  return /[()[\]{}]/.test(written);
}

/**
 * The comma that the recognizer heard before an opening bracket or quotation goes, and a colon stands for it before what is said up to
 * the end of the sentence. Whether one goes after the closing mark as well.
 */
function openAfterComma(done: Token[], written: string, quoted: Quoted | undefined, code: string): boolean {
  const last = done.at(-1);
  if (!last || last.spoken || !(BRACKET.test(written) ? COMMA : /^,$/).test(last.after)) return false;
  const isSpeech = quoted !== undefined && quoted.words > 1;
  if (isSpeech && code === "en") return false;
  const after = isSpeech && quoted.endsSentence ? ":" : "";
  if (quoted !== undefined || BRACKET.test(written)) done[done.length - 1] = { ...last, after };
  return !isSpeech;
}

const BRACKET = /[([{（]\s*$/u;

interface Quoted {
  words: number;
  endsSentence: boolean;
}

/** The quotation from `from` to the next mark of the pairs. */
function quotedAt(
  tokens: readonly Token[],
  from: number,
  quotes: ReadonlyMap<number, SpokenMark | null>,
  phrases: Phrases<SpokenMark>,
): Quoted | undefined {
  const close = [...quotes.keys()].find((place) => place >= from);
  if (close === undefined) return undefined;
  const end = close + (quotes.get(close)?.spoken.split(" ").length ?? 1);
  const next = phrasesAt(phrases, tokens, end)[0]?.value;
  const endsSentence =
    end >= tokens.length || /[.!?]/.test(tokens[end - 1]?.after ?? "") || next?.endsSentence;
  return { words: close - from, endsSentence: endsSentence ?? false };
}

/** The recognizer's stop after the words of a closing mark stays after it. */
function keepStop(
  done: Token[],
  { joins, written }: SpokenMark,
  said: Token | undefined,
  withoutComma: boolean,
): void {
  const [guessed = ""] = GUESSED.exec(said?.after ?? "") ?? [];
  const stop = withoutComma && COMMA.test(guessed) ? "" : guessed;
  const last = done.at(-1);
  const hasStop = /[.!?…]\s*["»”“]$/u.test(last?.after ?? "") && stop === ".";
  if (last && joins === "left" && stop !== "" && !hasStop && CLOSES.test(written))
    done[done.length - 1] = { ...last, after: last.after + stop };
}

const ALONE_DASH = /^\s*[–—]+\s*$/u;
const COMMA = /^[,、，]$/u;
const CLOSES = /[)\]}"»“”」』）]\s*$/u;

/** Properties that the next word takes from the marks before it. */
type Pending = Pick<Token, "before"> & Partial<Pick<Token, "gap" | "startsSentence">>;

const NOTHING_PENDING: Pending = { before: "" };

function withPending(token: Token, pending: Pending): Token {
  if (pending === NOTHING_PENDING) return token;
  return { ...token, ...pending, before: pending.before + token.before };
}

/** Writes the mark to the words before it or keeps it for the word after it. */
function pendingAfter(done: Token[], mark: SpokenMark, open: Pending & { gap: string }): Pending {
  const starts = mark.endsSentence ? { startsSentence: true } : {};
  if (mark.written.startsWith("\n")) {
    const [breaks = ""] = /^\n+/.exec(mark.written) ?? [];
    const before = mark.written.slice(breaks.length);
    const lines = open.gap.includes("\n") && before === "" ? "\n\n" : breaks;
    const last = done.at(-1);
    if (mark.stops && last && !ENDS.test(last.after))
      done[done.length - 1] = { ...last, after: `${last.after}.` };
    return { ...starts, before, gap: done.length === 0 && before !== "" ? "" : lines };
  }
  if (mark.joins === "right") return { ...open, ...starts, before: open.before + mark.written };
  const [dash] = open.gap.includes("\n") && open.before === "" ? (DASH.exec(mark.written) ?? []) : [];
  if (dash !== undefined) return { ...open, before: dash === "・" ? dash : `${dash} ` };
  const last = done.at(-1);
  if (!last || open.before !== "" || mark.joins === "none")
    done.push(
      newToken({ gap: open.gap, before: open.before, after: mark.written.trimStart(), spoken: true }),
    );
  else done[done.length - 1] = { ...last, after: withMark(last, mark), spoken: true };
  return { before: "", ...starts, ...(mark.joins === "both" ? { gap: "" } : {}) };
}

const ENDS = /[.:,;!?…]$/u;
/** At the beginning of a line it sets an item apart. */
const DASH = /[-–—・](?=\s*$)/u;

const GUESSED_AFTER_CLOSING = /(?<=[)\]}"»“”」』）]\s*)[.,;:，。、；：]$/u;

/** The spoken mark replaces those that the recognizer guessed, also after closing marks, and stands once if it was said twice. */
function withMark(last: Token, { written }: SpokenMark): string {
  const own = last.after.replace(last.spoken ? GUESSED_AFTER_CLOSING : GUESSED, "");
  return own.endsWith(written) ? own : own + written;
}

/** `Gentile avvocato De Santis, a capo`: after a greeting a comma stands. */
function greets(done: readonly Token[], rules: LanguageRules): boolean {
  return done.length <= LONGEST_GREETING_WORDS && greetingLength(done.map(spokenForm), rules) > 0;
}

/** A line ends without the comma that the recognizer heard in the pause. */
function dropGuessedComma(done: Token[]): void {
  const last = done.at(-1);
  if (last && !last.spoken) done[done.length - 1] = { ...last, after: last.after.replace(/[,;，、；]$/, "") };
}
