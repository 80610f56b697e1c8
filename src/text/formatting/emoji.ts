/** Emoji that are said by their names, if a person's instructions allow them: `thumbs up emoji`. */
import { oncePer } from "../../lib/once-per.ts";
import type { LanguageRules } from "../words/language-rules.ts";
import { indexPhrases, type Phrases, phrasesAt } from "../words/phrases.ts";
import { newToken, spokenForm, spokenForms, type Token } from "../words/tokens.ts";
import table from "./emoji-names.json";
import type { Reasons } from "./reasons.ts";

/** Alternatives are apart by `/`, words of a list by spaces. */
interface EmojiNames {
  /** `emoji cœur`, not `heart emoji`: with both orders, `merci emoji cœur` would be read as two. */
  wordFirst: boolean;
  words: string;
  /** Before a name they show that it is talked about: `the heart emoji`. */
  literalAfter: string;
  names: Readonly<Record<string, string>>;
}

interface KnownNames {
  phrases: Phrases<{ emoji: string }>;
  literalAfter: readonly string[];
}

const NAMES: Readonly<Record<string, EmojiNames>> = table;

export function writeEmoji(tokens: readonly Token[], rules: LanguageRules, reasons: Reasons): Token[] {
  const names = namesOf(rules);
  if (names === null) return [...tokens];
  const written: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const [found] = phrasesAt(names.phrases, tokens, at);
    if (!found || isTalkedAbout(tokens, at, names, rules)) {
      written.push(tokens[at] as Token);
      at += 1;
      continue;
    }
    const last = written.at(-1);
    // The comma and the stop were guessed around the name.
    if (last) written[written.length - 1] = { ...last, after: last.after.replace(/[,，、]$/u, "") };
    const { emoji } = found.value;
    const gap = at === 0 ? "" : (tokens[at]?.gap ?? "") || (rules.spaced ? " " : "");
    written.push(newToken({ gap, after: emoji, spoken: true }));
    reasons.add("mark", tokens.slice(at, at + found.length), emoji);
    at += found.length;
  }
  return written;
}

const namesOf = oncePer(({ code, spaced }: LanguageRules): KnownNames | null => {
  const names = Object.hasOwn(NAMES, code) ? NAMES[code] : undefined;
  if (names === undefined) return null;
  const apart = (words: string) => (spaced ? words.split(" ") : [...words]);
  const entries = Object.entries(names.names).flatMap(([emoji, all]) =>
    all.split("/").flatMap((name) =>
      names.words.split("/").map((word) => ({
        emoji,
        words: (names.wordFirst ? [word, name] : [name, word]).flatMap(apart),
      })),
    ),
  );
  const phrases = indexPhrases(entries, ({ words }) => words);
  return { phrases, literalAfter: names.literalAfter.split(" ") };
});

function isTalkedAbout(
  tokens: readonly Token[],
  at: number,
  { literalAfter }: KnownNames,
  { spaced }: LanguageRules,
): boolean {
  if (at === 0 || tokens[at - 1]?.after !== "") return false;
  if (spaced) return literalAfter.includes(spokenForm(tokens[at - 1]));
  const before = spokenForms(tokens, at - LONGEST_LITERAL, at).join("");
  return literalAfter.some((word) => before.endsWith(word));
}
const LONGEST_LITERAL = 3;
