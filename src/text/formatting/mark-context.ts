/** The words around a mark's words, as `MarkNetwork` reads them: lower case, signs as `<,>`, numbers as they are said. */
import { spokenForm, type Token } from "../words/tokens.ts";

const WORDS_BEFORE = 20;
const WORDS_AFTER = 8;
const START = "<start>";
const END = "<end>";

/** @param open Marks and line breaks that go to the next word. */
export function wordsBefore(done: readonly Token[], open: string): string[] {
  const words = signs(open);
  for (let at = done.length - 1; at >= 0 && words.length < WORDS_BEFORE; at -= 1)
    words.unshift(...wordsOf(done[at] as Token).slice(-WORDS_BEFORE));
  return [START, ...words].slice(-WORDS_BEFORE);
}

export function wordsAfter(tokens: readonly Token[], from: number): string[] {
  const words = signs(tokens[from - 1]?.after ?? "");
  for (let at = from; at < tokens.length && words.length < WORDS_AFTER; at += 1)
    words.push(...wordsOf(tokens[at] as Token).slice(0, WORDS_AFTER));
  return [...words, END].slice(0, WORDS_AFTER);
}

function wordsOf(token: Token): string[] {
  const words = (token.said ?? spokenForm(token)).split(/[\s-]+/).filter((word) => word !== "");
  return [
    ...signs((token.gap.includes("\n") ? "\n" : "") + token.before),
    ...words.map((word) => (/^\d/.test(word) ? "#" : word)),
    ...signs(token.after),
  ];
}

/** None twice in a row. */
function signs(marks: string): string[] {
  return [...marks.replace(/[^\S\n]/g, "").replace(/(.)\1+/gsu, "$1")].map((mark) => `<${mark}>`);
}
