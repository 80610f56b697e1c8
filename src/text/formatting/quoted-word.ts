/** `La caja lleva entre comillas frágil`: one word that ends its clause stands in quotation marks. */
import type { LanguageRules } from "../words/language-rules.ts";
import { phrasesAt } from "../words/phrases.ts";
import { type Token, wordForms } from "../words/tokens.ts";
import { quotesOf } from "./mark-conventions.ts";
import { markPhrases } from "./spoken-marks.ts";

export function quoteWord(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const { quotedAfter = [], notNames = [], stutters = [] } = rules;
  const quoted = [...tokens];
  const words = wordForms(tokens);
  const said = ` ${words.join(" ")} `;
  if (!quotedAfter.some((phrase) => said.includes(` ${phrase} `))) return quoted;
  const { open, close } = quotesOf(rules);
  for (let at = tokens.length - 1; at >= 2; at -= 1) {
    if (!quotedAfter.includes(`${words[at - 2]} ${words[at - 1]}`)) continue;
    const token = tokens[at] as Token;
    const next = phrasesAt(markPhrases(rules.marks), tokens, at + 1)[0]?.value;
    if (next?.written === close) continue;
    const ends = token.after !== "" || at === tokens.length - 1 || next;
    const isFunction = [...notNames, ...stutters].includes(words[at] ?? "");
    if (tokens[at - 2]?.after || !ends || isFunction || !open || !close) continue;
    const word = { ...token, before: open + token.before, after: close + token.after, spoken: true };
    quoted.splice(at - 2, 3, word);
    const [before, isSet] = [tokens[at - 3], tokens[at - 1]?.after === ","];
    if (before?.after === "," && isSet) quoted[at - 3] = { ...before, after: "" };
  }
  return quoted;
}
