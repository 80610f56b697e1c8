/** Whether marks stand for whole words in scripts that set no spaces: in `部分号码` no word is `分号`. */
import type { LanguageRules } from "../words/language-rules.ts";
import { wordStarts } from "../words/segments.ts";
import type { Token } from "../words/tokens.ts";

/** Says whether the tokens from one place up to another are whole words; segments the text once, when first asked. */
export function wordEnds(
  tokens: readonly Token[],
  { spaced, code }: LanguageRules,
): (from: number, to: number) => boolean {
  if (spaced) return () => true;
  let ends: ReadonlySet<number> | undefined;
  return (from, to) => {
    ends ??= wordStarts(
      tokens.map(({ text, after }) => text + after + (after === "" ? "" : " ")),
      code,
    );
    return ends.has(from) && ends.has(to);
  };
}
