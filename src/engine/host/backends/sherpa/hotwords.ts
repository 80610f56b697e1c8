/**
 * A recording's rare words, as sherpa-onnx takes them. It reads them as lines of tokens with marks of its own (`/`, `:2.0`,
 * `#0.5`, `@name`), ends the process where such a mark is no number, and writes words that it cannot spell to
 * its standard error. So nothing reaches it but words whose every character the model has a token for.
 */

/** In tokens.txt and bpe.vocab the first field is the token. */
function firstFields(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim().split(/\s+/)[0] || []);
}

const LETTERS = /^[\p{L}\p{M}\p{N}'’]+$/u;
/** Between the words of a phrase; `C++` and the like are not phrases and are left out. */
const SEPARATORS = /[\s\-‐‑–_.,]+/u;
const SHORTEST_CHARS = 2;

export class HotwordGraph {
  readonly #unit: string;
  readonly #tokens: ReadonlySet<string>;
  /** Characters that word pieces can spell; null if they spell bytes and so everything. */
  readonly #alphabet: ReadonlySet<string> | null;
  readonly #fold: (word: string) => string;

  /** @throws if the vocabulary is not that of the tokens: words would be spelled with pieces that the model has not. */
  constructor(tokensText: string, vocabularyText: string | null, unit: string) {
    this.#unit = unit;
    const tokens = firstFields(tokensText);
    this.#tokens = new Set(tokens);
    const pieces =
      vocabularyText === null ? [] : firstFields(vocabularyText).filter((piece) => !/^<.*>$/.test(piece));
    const foreign = pieces.find((piece) => !this.#tokens.has(piece));
    if (foreign !== undefined)
      throw new Error(`bpe_vocab has the piece ${JSON.stringify(foreign)}, which tokens has not`);
    this.#alphabet = unit === "bbpe" ? null : new Set(pieces.filter((piece) => [...piece].length === 1));
    this.#fold = caseOf(unit === "bbpe" ? [] : tokens);
  }

  /** Phrases with `/` between them; empty if the model can spell none of the words. */
  phrases(words: readonly string[]): string {
    return [...new Set(words.map((word) => this.#phrase(word)))].filter((phrase) => phrase !== "").join("/");
  }

  #phrase(words: string): string {
    const parts = this.#fold(words.normalize("NFC"))
      .split(SEPARATORS)
      .filter((part) => part !== "");
    const phrase = parts.join(" ");
    const spelled = parts.every((part) => LETTERS.test(part) && this.#canSpell(part));
    return spelled && [...phrase].length >= SHORTEST_CHARS ? phrase : "";
  }

  #canSpell(part: string): boolean {
    return [...part].every((character) => {
      const asToken =
        this.#unit.startsWith("cjkchar") && this.#tokens.has(character) && !/[a-z]/i.test(character);
      const asPiece = this.#unit !== "cjkchar" && (this.#alphabet === null || this.#alphabet.has(character));
      return asToken || asPiece;
    });
  }
}

/** Models that know one case only want words in it. */
function caseOf(tokens: readonly string[]): (word: string) => string {
  const ordinary = tokens.filter((token) => !/^<.*>$/.test(token));
  const lower = ordinary.some((token) => /\p{Ll}/u.test(token));
  const upper = ordinary.some((token) => /\p{Lu}/u.test(token));
  if (upper && !lower) return (word) => word.toUpperCase();
  if (lower && !upper) return (word) => word.toLowerCase();
  return (word) => word;
}
