/**
 * The 25,000 words that a language uses most (`scripts/frequent-words.ts`): what is one of them was meant as it is,
 * whatever it sounds like. Names among them, and names that many people have, stand there with a capital.
 */
import { isCommonWord } from "./common-words.ts";
import german from "./frequent-words.de.txt" with { type: "text" };
import english from "./frequent-words.en.txt" with { type: "text" };
import spanish from "./frequent-words.es.txt" with { type: "text" };
import french from "./frequent-words.fr.txt" with { type: "text" };
import { fold } from "./letter-case.ts";

const TEXTS: Readonly<Record<string, string>> = { en: english, de: german, fr: french, es: spanish };

/** Inflections that the lists do not have of every word. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  en: /(?:'s|s|es|ed|d|ing|ly)$/,
  de: /(?:e|en|er|ern|es|em|n|s|t|te|ten|st)$/,
  fr: /(?:e|s|es|x|nt|ment)$/,
  es: /(?:s|es|mente|lo|la|los|las|le|les|se|me|te|nos)$/,
};

const NOT_ASCII = /[^ -~]/;

interface Known {
  words: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

/** Made when a language is first spoken: one takes 2 MB of memory. */
const known = new Map<string, Known>();

function knownWords(language: string): Known | null {
  const made = known.get(language);
  if (made !== undefined) return made;
  const text = Object.hasOwn(TEXTS, language) ? TEXTS[language] : undefined;
  if (text === undefined) return null;
  const both = { words: new Set<string>(), names: new Set<string>() };
  for (const word of text.split("\n")) {
    const isName = word.charAt(0) !== word.charAt(0).toLowerCase();
    // Most words are ASCII and folded already: that takes a tenth of the time.
    (isName ? both.names : both.words).add(isName || NOT_ASCII.test(word) ? fold(word) : word);
  }
  known.set(language, both);
  return both;
}

export function knowsFrequentWords(language: string | null): boolean {
  return language !== null && Object.hasOwn(TEXTS, language);
}

/** @param word folded. Inflections of a plain word count; false in languages whose words are not known. */
export function isPlainWord(word: string, language: string): boolean {
  const words = knownWords(language)?.words;
  if (words === undefined) return false;
  if (words.has(word) || isCommonWord(word, language)) return true;
  const stem = word.replace(ENDINGS[language] ?? /$^/, "");
  return stem.length >= SHORTEST_STEM && (words.has(stem) || words.has(`${stem}e`) || isDoubled(stem, words));
}

/** A name, and no word. @param word folded. */
export function isKnownName(word: string, language: string): boolean {
  return isUsualName(word, language) && !(knownWords(language)?.words.has(word) ?? false);
}

/** One that many people or places have, a word or not. @param word folded. */
export function isUsualName(word: string, language: string): boolean {
  return knownWords(language)?.names.has(word) ?? false;
}

const SHORTEST_STEM = 4;

/** `stopping`, `planned`. */
function isDoubled(stem: string, words: ReadonlySet<string>): boolean {
  return /(.)\1$/.test(stem) && words.has(stem.slice(0, -1));
}
