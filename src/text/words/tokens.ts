/** Recognized text as words with what stands around them; put together again it is the same text. */
import { oncePer } from "../../lib/once-per.ts";
import type { LanguageRules, WrittenKind } from "./language-rules.ts";
import { fold } from "./letter-case.ts";
import { splitWords, tableKey } from "./split-words.ts";

/** How certain a word is: it is likely wrong, or hardly ever. */
export type Certainty = "unsure" | "sure";

export interface Token {
  /** Which of the recognized words it is, or begins with; marks that stand alone and layout have none. */
  at?: number | undefined;
  /** How long the speaker was silent before it, if the recognizer reports it. */
  pauseSeconds?: number | undefined;
  /** How sure the recognizer is of it, where that is known. */
  certainty?: Certainty | undefined;
  /** White space before the word; empty at the start of the text. */
  gap: string;
  /** Opening quotes and brackets. */
  before: string;
  /** The word itself; empty for a mark that stands alone. */
  text: string;
  /** Punctuation that sticks to the word. */
  after: string;
  /** The word is the written form of something spoken. */
  kind?: WrittenKind | undefined;
  /** The spoken words, in lower case, if they differ from its text: `half past two` for `2:30`. */
  said?: string | undefined;
  /** The mark after the word was spoken, not guessed by the recognizer. */
  spoken?: boolean | undefined;
  /** The word begins a sentence for a reason that its neighbours do not show. */
  startsSentence?: boolean | undefined;
}

const CHUNK = /(\s*)(\S+)/gu;
const PARTS = /^(["“”„‘«([{¿¡「『（【《〈]*)(.*?)([.,!?;:…"”’'»)\]}。，！？、；：」』）】》〉؟،؛।॥۔]*)$/su;
/** Where words are characters, what sticks to the one before. */
const CLOSING = /^[.,!?;:…。，！？、；：」』）】》〉]+$/u;
/** An ellipsis leaves open whether one ends. */
const SENTENCE_END = /(?<!\.\.)[.!?。！？؟।॥۔][»"”’')\]}]*$/u;

/** A recognizer's details of each word as white space sets them apart; not used where their number differs. */
interface WordDetails {
  /** Seconds of silence before it. */
  pauses?: readonly number[];
  certainties?: readonly (Certainty | null)[];
}

export function tokenize(text: string, rules: LanguageRules, details: WordDetails = {}): Token[] {
  const { pauses = [], certainties = [] } = details;
  const tokens: Token[] = [];
  const body = text.trimEnd();
  const chunks = [...body.replace(/^[^\S\n]+/, "").matchAll(CHUNK)];
  for (const [place, [, gap = "", chunk = ""]] of chunks.entries()) {
    const words = rules.spaced ? [chunk] : splitWords(chunk, false);
    const pauseSeconds = pauses.length === chunks.length ? pauses[place] : undefined;
    const certainty = certainties.length === chunks.length ? certainties[place] : null;
    for (const [index, word] of words.entries()) {
      const token = tokenOf(word, index === 0 ? gap : "");
      const last = index > 0 ? tokens.at(-1) : undefined;
      if (last && token.text === "" && CLOSING.test(token.after)) {
        last.after += token.after;
        continue;
      }
      if (token.text !== "") token.at = tokens.length;
      if (index === 0 && pauseSeconds !== undefined) token.pauseSeconds = pauseSeconds;
      if (certainty) token.certainty = certainty;
      tokens.push(token);
    }
  }
  const end = text.slice(body.length);
  if (end.includes("\n")) tokens.push(newToken({ gap: end.replace(/[^\n]/g, "") }));
  return tokens;
}

function tokenOf(word: string, gap: string): Token {
  const [, before = "", text = "", after = ""] = PARTS.exec(word) ?? [];
  // A chunk of marks alone: `-`, `...`, `”`.
  return newToken(text === "" ? { gap, after: before + after } : { gap, before, text, after });
}

/** With all fields in one order: what reads tokens is compiled for one shape of them, and in half the time. */
export function newToken(given: Partial<Token>): Token {
  const unknown = { at: undefined, pauseSeconds: undefined, certainty: undefined, kind: undefined };
  const unsaid = { said: undefined, spoken: undefined, startsSentence: undefined };
  return { ...unknown, gap: "", before: "", text: "", after: "", ...unsaid, ...given };
}

export function render(tokens: readonly Token[]): string {
  return tokens.map(renderToken).join("");
}

export function renderToken(token: Token): string {
  const { gap, before, text, after } = token;
  return gap + before + text + (sharesStop(token) ? after.slice(1) : after);
}

/** `p.m.` at the end of a sentence has one stop. */
function sharesStop({ text, after }: Token): boolean {
  return text.endsWith(".") && after.startsWith(".") && !after.startsWith("..");
}

/** Where rendered text stands for other words. */
export interface WrittenPlace {
  start: number;
  /** Exclusive. */
  end: number;
  said: string;
}

export function writtenPlaces(tokens: readonly Token[]): WrittenPlace[] {
  const places: WrittenPlace[] = [];
  let at = 0;
  tokens.forEach((token, index) => {
    const start = at + token.gap.length + token.before.length;
    const end = start + token.text.length - (sharesStop(token) ? 1 : 0);
    const said = token.said ?? "";
    if (said !== "")
      places.push({ start, end, said: beginsSentence(tokens, index) ? sentenceStart(said) : said });
    at += renderToken(token).length;
  });
  return places;
}

/** For comparing cases; how the language would write it does not matter. */
function sentenceStart(said: string): string {
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Lower case, as the rules compare it; typographic apostrophes are plain, and Turkish `İ` is `i`. */
export function spokenForm(token: Token | undefined): string {
  return token === undefined ? "" : formOf(token);
}

/** Of all of them, once for each list: what is read of the words is kept with it as well. */
export const wordForms = oncePer((tokens: readonly Token[]) => tokens.map(spokenForm));

/** Of those from one place, or the text's start, up to another. */
export function spokenForms(tokens: readonly Token[], from: number, to: number): string[] {
  return tokens.slice(Math.max(0, from), to).map(spokenForm);
}

/** Every word is asked for dozens of times: 4 instead of 35 ns. */
const formOf = oncePer(({ text }: Token) => {
  const lower = tableKey(text.toLowerCase());
  return /’|i\u0307/.test(lower) ? lower.replaceAll("’", "'").replaceAll("i\u0307", "i") : lower;
});

/** The same without marks over letters. */
export function foldedForm(token: Token | undefined): string {
  return token === undefined ? "" : foldedOf(token);
}

const foldedOf = oncePer((token: Token) => fold(formOf(token)));

/** `l'électricien` begins with an article. */
export function elided(word: string): string {
  return /^\p{L}{1,4}'(?=\p{L})/u.exec(word)?.[0] ?? word;
}

/** Whether a sentence ends after the token. */
export function endsSentence(token: Token): boolean {
  return token.after !== "" && SENTENCE_END.test(token.after) && !isTitle(token);
}

/** One with its stop: `Mr. Haines`, `Sra. Ruiz`; but `5 ms.` and `Ask HR.` end sentences. */
export function isTitle({ text, after }: Token): boolean {
  return after === "." && SHORT_TITLE.test(text);
}

const SHORT_TITLE = /^(?:[Mm](?:rs?|me|evr)|[Dd](?:rs?|ra|ott|hr)|[Pp]rof|[Ss](?:ra?|ig)|[FH]r|Ms)$/;

/** Whether the token at `index` begins a sentence, a line or the text. */
export function beginsSentence(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  const previous = tokens[index - 1];
  return (
    !previous ||
    token?.startsSentence === true ||
    endsSentence(previous) ||
    (token?.gap.includes("\n") ?? false)
  );
}
