/** `La caja lleva entre comillas frágil`: one word that ends its clause stands in quotation marks. */
import type { LanguageRules } from "../words/language-rules.ts";
import { phrasesAt } from "../words/phrases.ts";
import { spokenForm, type Token } from "../words/tokens.ts";
import { quotesOf } from "./mark-conventions.ts";
import { markPhrases } from "./spoken-marks.ts";

export function quoteWord(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const { quotedAfter = [], notNames = [], stutters = [] } = rules;
  const { open, close } = quotesOf(rules);
  const quoted = [...tokens];
  for (let at = tokens.length - 1; at >= 2 && quotedAfter.length > 0; at -= 1) {
    const token = tokens[at] as Token;
    const said = `${spokenForm(tokens[at - 2])} ${spokenForm(tokens[at - 1])}`;
    const ends =
      token.after !== "" ||
      at === tokens.length - 1 ||
      phrasesAt(markPhrases(rules.marks), tokens, at + 1)[0];
    const isFunction = [...notNames, ...stutters].includes(spokenForm(token));
    if (!quotedAfter.includes(said) || tokens[at - 2]?.after || !ends || isFunction || !open || !close)
      continue;
    const word = { ...token, before: open + token.before, after: close + token.after, spoken: true };
    quoted.splice(at - 2, 3, word);
    const [before, isSet] = [tokens[at - 3], tokens[at - 1]?.after === ","];
    if (before?.after === "," && isSet) quoted[at - 3] = { ...before, after: "" };
  }
  return quoted;
}
