/** Lighter styles: casual messages, chat, search fields, terminals, source code. */

import { isCommonWord } from "../words/common-words.ts";
import type { LanguageRules } from "../words/language-rules.ts";
import { hasInnerCapital, isCapitalized, uncapitalize } from "../words/letter-case.ts";
import { spokenForm, type Token } from "../words/tokens.ts";
import type { AppKind } from "./app-kind.ts";
import { hasSeveralSentences } from "./sentences.ts";

interface Style {
  lowerStart: boolean;
  finalStop: boolean;
  /** Semicolons become commas. */
  light: boolean;
}

const PLAIN: Style = { lowerStart: false, finalStop: true, light: false };
const STYLES: Readonly<Record<AppKind, Style>> = {
  prose: PLAIN,
  mail: PLAIN,
  document: PLAIN,
  chat: { lowerStart: false, finalStop: false, light: false },
  code: { lowerStart: true, finalStop: false, light: false },
  terminal: { lowerStart: true, finalStop: false, light: false },
  search: { lowerStart: true, finalStop: false, light: false },
};

/** Several sentences are prose, wherever they go; a casual message stays light. Mail and documents are no messages. */
export function styleFor(kind: AppKind, casual: boolean, tokens: readonly Token[]): Style {
  if (casual && (kind === "prose" || kind === "chat"))
    return { lowerStart: true, finalStop: false, light: true };
  return hasSeveralSentences(tokens) ? PLAIN : STYLES[kind];
}

/** @param wroteCase The capitals are ours, so that the first may go; those of a recognizer may be a name's. */
export function applyStyle(
  tokens: readonly Token[],
  style: Style,
  rules: LanguageRules,
  wroteCase: boolean,
): Token[] {
  const styled = style.light
    ? tokens.map((token) => ({ ...token, after: token.after.replaceAll(";", ",") }))
    : [...tokens];
  const [first] = styled;
  if (first && style.lowerStart) styled[0] = lowerStart(first, rules, wroteCase);
  const last = styled.at(-1);
  // A stop that was dictated was meant, and so was one that stands alone.
  if (last && !style.finalStop && !last.spoken && last.text !== "")
    styled[styled.length - 1] = withoutStop(last, rules);
  return styled;
}

/** The stop goes, an ellipsis or a question mark stays. */
export function withoutStop(token: Token, { stop }: LanguageRules): Token {
  if (stop === "" || !token.after.endsWith(stop) || token.after.endsWith(stop.repeat(2))) return token;
  return { ...token, after: token.after.slice(0, -stop.length) };
}

/** Names, `I` and abbreviations keep their capital. */
export function lowerStart(token: Token, rules: LanguageRules, wroteCase: boolean): Token {
  const word = spokenForm(token);
  const isName =
    Object.hasOwn(rules.capitalized, word) ||
    rules.isNoun?.({ word, before: [], after: [] }) === true ||
    token.kind === "letters" ||
    token.kind === "date";
  if (isName || hasInnerCapital(token.text) || !isCapitalized(token.text)) return token;
  if (!wroteCase && !isCommonWord(word, rules.code)) return token;
  return { ...token, text: uncapitalize(token.text, rules.code) };
}
