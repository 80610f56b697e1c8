/**
 * `bun run bench:accuracy --dictionary --prose FOLDER`: how many sentences of prose a dictionary changes wrongly, and how many
 * misheard terms it puts right. The lists of terms are our own (`dictionary-terms/`): rules may be made by `en-tuning`, not by
 * the others. FOLDER has `en.jsonl.gz` and its like for de, fr and es, a `{"work","text"}` a line; of English every other
 * work, for the list of plain words was made by those between (`scripts/frequent-words.ts`), and each list of terms has
 * works of its own. A misheard term stands in a sentence as it sounds (`respell.ts`), or as the same name is usually spelled:
 * the former is to be put right, the latter mostly is somebody else.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lettersOf } from "../../src/text/dictionary/index-terms.ts";
import { formatWithReasons } from "../../src/text/formatting/format-dictation.ts";
import { lcg, respell } from "./dictionary-terms/respell.ts";
import { rowsOf } from "./figures.ts";

const LISTS = ["en-tuning", "en-held-out", "en-last", "de", "fr", "es"];
const ENGLISH_LISTS = 3;
const MOST_SENTENCES = 13_100;
/** So few works are all taken. */
const MANY_WORKS = 10;
const WORDS = { fewest: 5, most: 25 };
const SEED = 5;

const FRAMES: Readonly<Record<string, readonly string[]>> = {
  en: ["we wrote to X about it yesterday", "nobody has heard from X since then"],
  de: ["wir haben gestern an X geschrieben", "niemand hat seitdem von X gehört"],
  fr: ["nous avons écrit à X hier soir", "personne ne parle plus de X depuis"],
  es: ["ayer le escribimos a X sobre eso", "nadie sabe nada de X desde entonces"],
};

interface Listed {
  terms: string[];
  /** Of each term. */
  otherSpellings: string[][];
}

export function readList(list: string): Listed {
  const pairs = rowsOf(join(import.meta.dir, "dictionary-terms", `${list}.tsv`));
  return {
    terms: pairs.map(([term = ""]) => term),
    otherSpellings: pairs.map(([, others]) => others?.split("|") ?? []),
  };
}

/** Of works that belong to the list. */
export function sentencesOf(path: string, list: string): string[] {
  const lines = new TextDecoder()
    .decode(Bun.gunzipSync(readFileSync(path)))
    .split("\n")
    .filter(Boolean);
  const paragraphs = lines.map((line) => JSON.parse(line) as { work: string; text: string });
  const works = [...new Set(paragraphs.map(({ work }) => work))].sort();
  const isTaken = (work: number) =>
    works.length <= MANY_WORKS || work % (2 * ENGLISH_LISTS) === 2 * LISTS.indexOf(list) + 1;
  const taken = new Set(works.filter((_, index) => isTaken(index)));
  const sentences = paragraphs
    .filter(({ work }) => taken.has(work))
    .flatMap(({ text }) => text.replaceAll("\n", " ").split(/(?<=[.!?])\s+/))
    .filter((sentence) => {
      const words = sentence.split(/\s+/).length;
      return words >= WORDS.fewest && words <= WORDS.most;
    });
  const random = lcg(SEED);
  for (let index = sentences.length - 1; index > 0; index -= 1) {
    const other = random(index + 1);
    [sentences[index], sentences[other]] = [sentences[other] as string, sentences[index] as string];
  }
  return sentences.slice(0, MOST_SENTENCES);
}

/** Changes by a dictionary, as `heard → written`. */
function changesIn(sentence: string, language: string, dictionary: readonly string[]): string[] {
  return formatWithReasons(sentence, { language, dictionary })
    .reasons.filter(
      ({ code, said, written }) => code === "dictionary" && lettersOf(said) !== lettersOf(written),
    )
    .map(({ said, written }) => `${said} → ${written}`);
}

function countWrong(sentences: readonly string[], language: string, terms: readonly string[]): string[] {
  return sentences.flatMap((sentence) => {
    const changes = changesIn(sentence, language, terms);
    return changes.length === 0 ? [] : [`${changes.join(", ")}: ${sentence}`];
  });
}

function rightOf(
  heard: readonly string[][],
  terms: readonly string[],
  language: string,
  capital: boolean,
): string {
  let [right, all] = [0, 0];
  for (const [index, spellings] of heard.entries())
    for (const spelling of spellings)
      for (const frame of FRAMES[language] ?? []) {
        const word = capital ? spelling.charAt(0).toUpperCase() + spelling.slice(1) : spelling.toLowerCase();
        const sentence = frame.replace("X", word);
        const { text } = formatWithReasons(capital ? `${sentence}.` : sentence, {
          language,
          dictionary: terms,
        });
        all += 1;
        if (text.includes(terms[index] as string)) right += 1;
      }
  return `${right} of ${all}`;
}

/** @param showWrong what the tuning list changes wrongly; of the others nobody looks at it. */
export function measureTerms(prose: string, showWrong: boolean): void {
  for (const list of LISTS) {
    const language = list.slice(0, 2);
    const { terms, otherSpellings } = readList(list);
    const misheard = respell(terms, language);
    const path = join(prose, `${language}.jsonl.gz`);
    if (!existsSync(path)) throw new Error(`There is no prose in ${path}`);
    const sentences = sentencesOf(path, list);
    for (const isLower of [false, true]) {
      const texts = isLower ? sentences.map((sentence) => sentence.toLowerCase()) : sentences;
      const wrong = countWrong(texts, language, terms);
      const right =
        misheard === null ? "not known without espeak-ng" : rightOf(misheard, terms, language, !isLower);
      console.log(`${list}, ${terms.length} terms, ${isLower ? "lower case" : "as written"}:`);
      console.log(
        `    ${wrong.length} of ${texts.length} sentences changed wrongly; misheard terms put right: ${right}`,
      );
      console.log(
        `    other spellings of a name made the term: ${rightOf(otherSpellings, terms, language, !isLower)}`,
      );
      if (showWrong && list.endsWith("tuning")) console.log(wrong.map((line) => `    ${line}`).join("\n"));
    }
  }
}
