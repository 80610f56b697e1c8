/** A reader finds the written form of what begins at a word. A language is a list of readers; the longest reading wins. */
import type { Written } from "../../words/language-rules.ts";

export type Words = readonly string[];
export type Reader = (words: Words, at: number) => Written | null;

/** The reading of the most words; of equally long ones that of the first reader. */
export function longestOf(readers: readonly Reader[]): Reader {
  return (words, at) => {
    let longest: Written | null = null;
    for (const read of readers) {
      const written = read(words, at);
      if (written && written.words > (longest?.words ?? 0)) longest = written;
    }
    return longest;
  };
}

/**
 * Many readers ask for the same number at the same word: each word of a text is read once, which keeps long runs of number
 * words fast.
 */
export function readOnce<T extends object | null>(read: (words: Words, at: number) => T): typeof read {
  const results = new WeakMap<Words, T[]>();
  return (words, at) => {
    let known = results.get(words);
    if (known === undefined) {
      known = [];
      results.set(words, known);
    }
    const found = known[at];
    if (found !== undefined) return found;
    const result = read(words, at);
    known[at] = result;
    return result;
  };
}

/** Finds the longest phrase that begins at a word, with its value. */
export type Phrases<T> = (words: Words, at: number) => { words: number; value: T } | null;

export function phrases<T>(entries: Iterable<readonly [spoken: string, value: T]>): Phrases<T> {
  const byFirst = new Map<string, { rest: readonly string[]; value: T }[]>();
  for (const [spoken, value] of entries) {
    const [first = "", ...rest] = spoken.split(" ");
    const others = byFirst.get(first) ?? [];
    byFirst.set(first, [...others, { rest, value }]);
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.rest.length - a.rest.length);
  return (words, at) => {
    const found = byFirst
      .get(words[at] ?? "")
      ?.find(({ rest }) => rest.every((word, i) => words[at + 1 + i] === word));
    return found ? { words: 1 + found.rest.length, value: found.value } : null;
  };
}

/** A set of phrases without values: how many words the longest takes at a word, or 0. */
export function phraseLength(list: readonly string[]): (words: Words, at: number) => number {
  const find = phrases(list.map((spoken) => [spoken, true]));
  return (words, at) => find(words, at)?.words ?? 0;
}

/** `"a b/c": 1` and the like: each alternative of a spoken key gets the value. */
export function alternatives<T>(table: Readonly<Record<string, T>>): [spoken: string, value: T][] {
  return Object.entries(table).flatMap(([keys, value]) =>
    keys.split("/").map((key): [string, T] => [key, value]),
  );
}

/** Words of a space-separated list. */
export function list(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}
