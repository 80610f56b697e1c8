/** Names that are spelled after they are said: `mein name ist jansen ich buchstabiere j a n s e n` → Jansen, …: J-A-N-S-E-N. */
import type { LanguageRules } from "../words/language-rules.ts";
import { capitalize, fold } from "../words/letter-case.ts";
import { endsSentence, foldedForm, type Token } from "../words/tokens.ts";

/** Between the name and its letters: `glielo scrivo lettera per lettera`. */
const MOST_WORDS_BETWEEN = 6;
const LEAST_LETTERS = 3;

export function writeSpelledNames(tokens: readonly Token[], { code }: LanguageRules): Token[] {
  const written = [...tokens];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== "letters" || text.length < LEAST_LETTERS || !/^\p{L}+$/u.test(text)) continue;
    const name = nameBefore(written, at, fold(text.toLowerCase()));
    if (name === null) continue;
    const said = written[name] as Token;
    const before = written[at - 1] as Token;
    if (before.after === "" && code !== "en") written[at - 1] = { ...before, after: ":", spoken: true };
    const named = { ...said, text: capitalize(said.text, code) };
    written[name] = said.after === "" ? { ...named, after: ",", spoken: true } : named;
    written[at] = { ...(written[at] as Token), text: [...text].join("-") };
  }
  return written;
}

/** The place of the word that has these letters. */
function nameBefore(tokens: readonly Token[], at: number, letters: string): number | null {
  for (let place = at - 1; place >= Math.max(0, at - 1 - MOST_WORDS_BETWEEN); place -= 1) {
    const token = tokens[place] as Token;
    if (endsSentence(token)) return null;
    if (token.kind === undefined && foldedForm(token) === letters) return place;
  }
  return null;
}
