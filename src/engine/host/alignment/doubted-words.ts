/** Which words a recognizer doubted, which reports that token by token. */

/** So many words further on the same word is looked for: a term stands for no more. */
const REACH = 6;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

interface OwnWord {
  text: string;
  isDoubted: boolean;
}

/**
 * @param words those that it wrote, as white space sets them apart, but for some that others were put in the place of: of
 * those it said nothing. @param tokens its own, with those that it doubted.
 */
export function doubtedWords(
  words: readonly string[],
  tokens: readonly string[],
  doubted: readonly boolean[] = [],
): boolean[] {
  const own = ownWords(tokens, doubted);
  let at = 0;
  return words.map((word) => {
    const found = own.findIndex(({ text }, i) => i >= at && i < at + REACH && text === word);
    if (found < 0) return false;
    at = found + 1;
    return own[found]?.isDoubted ?? false;
  });
}

function ownWords(tokens: readonly string[], doubted: readonly boolean[]): OwnWord[] {
  const words: OwnWord[] = [];
  tokens.forEach((token, i) => {
    const text = token.replace(/^[▁ ]+/, "");
    if (text !== token || words.length === 0) words.push({ text: "", isDoubted: false });
    const word = words.at(-1) as OwnWord;
    word.text += text;
    // A doubted comma says nothing about the word before it.
    word.isDoubted ||= doubted[i] === true && LETTER_OR_DIGIT.test(text);
  });
  return words.filter(({ text }) => text !== "");
}
