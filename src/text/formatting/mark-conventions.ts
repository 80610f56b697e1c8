/** What a language adds around marks: Spanish opens questions with `¿`, French sets a no-break space before `?`. */
import { oncePer, setOf } from "../../lib/once-per.ts";
import type { LanguageRules } from "../words/language-rules.ts";
import { beginsSentence, spokenForm, type Token } from "../words/tokens.ts";

const LONGEST_START_WORDS = 3;

export function applyMarkConventions(tokens: readonly Token[], rules: LanguageRules): Token[] {
  return setApart(openSentences(localQuotes(tokens, rules), rules), rules);
}

export const quotesOf = oncePer(({ marks }: LanguageRules): { open?: string; close?: string } => {
  const open = marks.find(({ joins, written }) => joins === "right" && /^[«„“]/u.test(written))?.written;
  const close = marks.find(({ joins, written }) => joins === "left" && /[»“”]$/u.test(written))?.written;
  return { ...(open && { open }), ...(close && { close }) };
});

/**
 * Pairs of straight quotation marks, which a recognizer writes, become those that the language opens and closes with
 * when they are spoken.
 */
function localQuotes(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const quoted = [...tokens];
  const { open, close } = quotesOf(rules);
  if (open === undefined || close === undefined) return quoted;
  let opened: number | null = null;
  for (const [index, { before, after }] of tokens.entries()) {
    if (before.includes('"')) opened = index;
    if (opened === null || !after.includes('"')) continue;
    const first = quoted[opened] as Token;
    quoted[opened] = { ...first, before: first.before.replace('"', open) };
    const last = quoted[index] as Token;
    quoted[index] = { ...last, after: last.after.replace('"', close) };
    opened = null;
  }
  return quoted;
}

function openSentences(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const opened = [...tokens];
  if (!rules.sentenceOpens) return opened;
  let start = 0;
  for (let at = 0; at < opened.length; at += 1) {
    if (beginsSentence(opened, at)) start = at;
    const opens = rules.sentenceOpens[opened[at]?.after.at(-1) ?? ""];
    if (opens === undefined) continue;
    const from = clauseStart(opened, start, at, rules);
    const first = opened[from] as Token;
    const isOpen = opened.slice(start, at + 1).some(({ before, text }) => (before + text).includes(opens));
    if (!isOpen && first.text !== "") opened[from] = { ...first, before: opens + first.before };
  }
  return opened;
}

/** The question of `hola, ¿cómo estás?` begins after the comma, that of `la pregunta es: ¿pagamos?` after the colon. */
function clauseStart(
  tokens: readonly Token[],
  start: number,
  end: number,
  { questionStarts }: LanguageRules,
): number {
  const starts = setOf(questionStarts);
  for (let at = end; at > start; at -= 1) {
    if (tokens[at - 1]?.after === ":") return at;
    if (tokens[at - 1]?.after !== ",") continue;
    const words = tokens.slice(at, at + LONGEST_START_WORDS).map(spokenForm);
    if (words.some((_, index) => starts.has(words.slice(0, index + 1).join(" ")))) return at;
  }
  return start;
}

function setApart(tokens: readonly Token[], { spaceBeforeMarks }: LanguageRules): Token[] {
  if (spaceBeforeMarks === undefined) return [...tokens];
  return tokens.map((token) =>
    token.text === "" ? token : { ...token, after: token.after.replace(/^[?!;:]/, `${spaceBeforeMarks}$&`) },
  );
}
