/** Small numbers in a row that are alternatives: `seven eight or nine chairs` → seven, eight, or nine. */
import type { LanguageRules } from "./language-rules.ts";
import { spokenForm, type Token } from "./tokens.ts";

export function separateAlternatives(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const { alternatives, numberStyle } = rules;
  const separated = [...tokens];
  if (!alternatives || !numberStyle) return separated;
  const small = numberStyle.digits;
  const valueAt = (at: number): number => {
    const token = tokens[at];
    return token?.kind === undefined && Object.hasOwn(small, spokenForm(token))
      ? Number(small[spokenForm(token)])
      : Number.NaN;
  };
  for (let at = 0; at + 3 < tokens.length; at += 1) {
    const [one, other, last] = [valueAt(at), valueAt(at + 1), valueAt(at + 3)];
    const isRow = other === one + 1 && last === other + 1 && spokenForm(tokens[at + 2]) === alternatives.word;
    if (!isRow || tokens.slice(at, at + 3).some(({ after }) => after !== "")) continue;
    separated[at] = withComma(tokens[at] as Token);
    if (alternatives.serialComma) separated[at + 1] = withComma(tokens[at + 1] as Token);
  }
  return separated;
}

function withComma(token: Token): Token {
  return { ...token, after: "," };
}
