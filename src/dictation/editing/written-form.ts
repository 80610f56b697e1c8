/** Words that the speaker wants in the text, as they are written: marks, numbers, the dictionary's spelling. */

import { normalize } from "../../text/formatting/normalize.ts";
import { rulesFor } from "../../text/languages/index.ts";
import type { EditContext } from "./command.ts";
import { fold } from "./sound-alike.ts";
import { capitalizeFirst } from "./text-range.ts";

const MARKS: Readonly<Record<string, string>> = {
  comma: ",",
  period: ".",
  "full stop": ".",
  dot: ".",
  "question mark": "?",
  "exclamation mark": "!",
  "exclamation point": "!",
  colon: ":",
  semicolon: ";",
  "semi colon": ";",
  ellipsis: "…",
  "dot dot dot": "…",
  dash: " —",
  "em dash": " —",
  hyphen: "-",
  "new line": "\n",
  "line break": "\n",
  "new paragraph": "\n\n",
  "paragraph break": "\n\n",
  "blank line": "\n\n",
  "empty line": "\n\n",
  space: " ",
};

/** The mark that a phrase such as `a comma` names, or null. Those that stick to the word before have no space. */
export function markNamed(spoken: string): string | null {
  return (
    MARKS[
      spoken
        .trim()
        .replace(/^(?:a|an|the|another|one) /, "")
        .replace(/s$/, "")
    ] ?? null
  );
}

/** Words as they are written inside a sentence. */
export function writtenForm(spoken: string, { language, dictionary }: EditContext): string {
  const quoted = spoken.replace(/^(?:the )?(?:words?|phrase|text|sentence|line) /, "").trim();
  const numbers = normalize(quoted, rulesFor(language));
  const known = dictionary.reduce((text, term) => spellLike(text, term), numbers);
  return known.replace(/\bi\b(?=$|['’]|\s)/g, "I");
}

function spellLike(text: string, term: string): string {
  const escaped = term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "giu"), () => term);
}

/** Gives the replacement the case of what it replaces: all capitals, or a first capital. */
export function withCaseOf(replacement: string, replaced: string): string {
  const letters = replaced.replace(/[^\p{L}]/gu, "");
  if (letters.length > 1 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()) {
    return replacement.toUpperCase();
  }
  return /^[^\p{L}]*\p{Lu}/u.test(replaced) ? capitalizeFirst(replacement) : replacement;
}

/** `k a t h r y n` → `kathryn`; null where these are no spelled letters. */
export function spelledWord(spoken: string): string | null {
  const letters = fold(spoken).replace(/[-,.]/g, " ").trim().split(/\s+/);
  const named = letters.map((letter) => (letter === "double" ? "double" : letter));
  if (named.length < 2 || !named.every((letter) => /^[a-z0-9]$/.test(letter) || letter === "double"))
    return null;
  let word = "";
  named.forEach((letter, index) => {
    if (letter !== "double") word += named[index - 1] === "double" ? letter + letter : letter;
  });
  return word;
}
