/** Fits the text between what stands before and after the insertion point: space, case, no doubled marks. */
import type { LanguageRules } from "../words/language-rules.ts";
import type { Token } from "../words/tokens.ts";
import { lowerStart, withoutStop } from "./message-style.ts";

export interface Surroundings {
  textBefore: string;
  textAfter: string;
}

/** After these a sentence begins: ends of sentences with what may close them, and line breaks. */
const SENTENCE_BEGINS = /(?:^|[.!?…。！？؟।॥۔][»"”’')\]}]*\s*|\n[\s\-*•–—>\d.)]*)$/u;
/** Nothing stands between these and the next word. */
const OPEN = /[\s([{«“„‘¿¡/@#$€£_\-–—]$|(?:^|\s)["']$/u;
const STARTS_WITH_MARK = /^[.,!?;:…%)\]}»”’。，！？、；：؟،؛।]/u;
const STARTS_WITH_WORD = /^[\p{L}\p{N}]/u;

/** Case and stop, while the words are still apart. */
export function fitCase(
  tokens: readonly Token[],
  { textBefore, textAfter }: Surroundings,
  rules: LanguageRules,
  wroteCase: boolean,
): Token[] {
  const fitted = [...tokens];
  const [first] = fitted;
  if (first && rules.cased && !SENTENCE_BEGINS.test(textBefore))
    fitted[0] = lowerStart(first, rules, wroteCase);
  const last = fitted.at(-1);
  const next = textAfter.trimStart();
  const goesOn = STARTS_WITH_MARK.test(next) || (/^\p{Ll}/u.test(next) && !/^\s*\n/.test(textAfter));
  if (last && goesOn) fitted[fitted.length - 1] = withoutStop(last, rules);
  return fitted;
}

/** The text with the spaces that it needs on either side. */
export function joinTo(text: string, { textBefore, textAfter }: Surroundings, rules: LanguageRules): string {
  const inner = withoutDoubledMark(text, textBefore, textAfter);
  if (inner === "") return "";
  const spaced = rules.spaced;
  const lead =
    spaced &&
    textBefore !== "" &&
    !OPEN.test(textBefore) &&
    !STARTS_WITH_MARK.test(inner) &&
    !/^\s/.test(inner);
  const trail =
    spaced && STARTS_WITH_WORD.test(textAfter) && !/\s$/.test(inner) && !/[([{«“„‘¿¡]$/u.test(inner);
  return (lead ? " " : "") + inner + (trail ? " " : "");
}

/** A mark that stands on both sides of a seam is written once. */
function withoutDoubledMark(text: string, textBefore: string, textAfter: string): string {
  let inner = text;
  const before = textBefore.at(-1) ?? "";
  if (STARTS_WITH_MARK.test(inner) && inner[0] === before) inner = inner.slice(1).trimStart();
  const after = textAfter[0] ?? "";
  if (/^[.,!?;:。，！？、；：؟،؛।]$/u.test(after) && inner.endsWith(after)) inner = inner.slice(0, -1);
  if (/\s$/.test(textBefore)) inner = inner.trimStart();
  return inner;
}
