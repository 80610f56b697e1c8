/**
 * `bun run bench:punctuation [--pauses] [PACK] [TEXT…]`: how well a punctuation pack finds sentence ends,
 * commas, question marks and capitals. TEXT is prose with its marks, a paragraph a line, plain or as `{"work","text"}`
 * and packed with gzip; by default texts of the office, and, where it lies beside the repository, prose of authors of whom
 * the starter has seen nothing. `--pauses`: with silences between the words as of somebody who reads calmly, the same at
 * each run.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setMarks } from "../../src/recognition/set-marks.ts";
import { Random } from "../../test/chaos/random.ts";
import { inProcessPunctuation } from "./punctuation-engine.ts";

const ROOT = join(import.meta.dir, "../..");
const PROSE = resolve(ROOT, "../shared/train/prose/en.jsonl.gz");
/** As in scripts/train-starter/punctuation/corpus.py. */
const HELD_OUT = ["1695", "2641", "2852", "514", "8867"];
/** Words of each text, and in one question, as a recording of some minutes has. */
const MOST_WORDS = 30_000;
const CHUNK_WORDS = 900;

interface Labelled {
  word: string;
  mark: "" | "," | "." | "?";
  /** Null if the print says nothing: a word all in capitals. */
  capital: boolean | null;
}

const ABBREVIATIONS = new Set(
  "mr mrs ms dr st messrs prof rev capt col gen lieut sr jr hon mme mlle".split(" "),
);

/** How often a silence of 0.8 s, or one of 0.4 s, follows a mark. */
const SILENCES = { "": [0.01, 0.04], ",": [0.15, 0.35], ".": [0.6, 0.25], "?": [0.6, 0.25] } as const;

function silenceAfter({ mark }: Labelled, chance: number): number {
  const [long, short] = SILENCES[mark];
  return chance < long ? 0.8 : chance < long + short ? 0.4 : 0;
}

/** Null if it holds what nobody could say: figures, other alphabets. */
function labelled(paragraph: string): Labelled[] | null {
  const text = paragraph
    .normalize("NFKD")
    .replace(/\p{M}|[_*]|\[[^\]]*\]/gu, "")
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/-{2,}|[—–]/g, " — ")
    .replace(/(?:\. ?){2,}|…/g, "… ")
    .replaceAll("-", " ");
  const words: Labelled[] = [];
  for (const raw of text.split(/\s+/)) {
    const core = raw.replace(/^["'()<>]+/, "").replace(/["'()<>,.;:?!…—]+$/, "");
    const tail = raw.slice(raw.indexOf(core) + core.length);
    const last = words.at(-1);
    if (core === "") {
      if (last && last.mark === "" && /[—,;:…]/.test(raw)) last.mark = ",";
      continue;
    }
    if (!/^[A-Za-z]+(?:'[A-Za-z]+)*$/.test(core)) return null;
    const word = core.toLowerCase();
    const shouted = core.length > 1 && core === core.toUpperCase() && !word.startsWith("i'");
    words.push({ word, mark: markIn(tail, word), capital: shouted ? null : /^[A-Z]/.test(core) });
  }
  // Where small letters follow, a stop ended no sentence.
  for (const [index, each] of words.entries())
    if (each.mark === "." && words[index + 1]?.capital === false)
      each.mark = ABBREVIATIONS.has(each.word) ? "" : ",";
  return words.length > 1 ? words : null;
}

function markIn(tail: string, word: string): Labelled["mark"] {
  if (tail.includes("?")) return "?";
  if (tail.includes("!")) return ".";
  if (/[.…]/.test(tail) && !ABBREVIATIONS.has(word) && (word.length > 1 || word === "i")) return ".";
  return /[,;:—]/.test(tail) ? "," : "";
}

class Score {
  #both = 0;
  #told = 0;
  #true = 0;

  add(told: boolean, isTrue: boolean): void {
    this.#both += told && isTrue ? 1 : 0;
    this.#told += told ? 1 : 0;
    this.#true += isTrue ? 1 : 0;
  }

  toString(): string {
    const precision = this.#both / Math.max(1, this.#told);
    const recall = this.#both / Math.max(1, this.#true);
    const f1 = (2 * this.#both) / Math.max(1, this.#told + this.#true);
    return `${f1.toFixed(3)} (precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}, ${this.#true})`;
  }
}

/** Paragraphs by the name of their text. */
function readTexts(path: string): Map<string, string[]> {
  const content = readFileSync(path);
  const text = path.endsWith(".gz") ? new TextDecoder().decode(Bun.gunzipSync(content)) : content.toString();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const items = lines.map((line) =>
    line.startsWith("{") ? (JSON.parse(line) as { work: string; text: string }) : { work: path, text: line },
  );
  const wanted = path === PROSE ? items.filter(({ work }) => HELD_OUT.includes(String(work))) : items;
  const groups = Map.groupBy(wanted, ({ work }) => String(work));
  return new Map([...groups].map(([work, paragraphs]) => [work, paragraphs.map(({ text }) => text)]));
}

const hasPauses = process.argv[2] === "--pauses";
const [packFolder = join(ROOT, "models/starter-punctuation-en"), ...given] = process.argv.slice(
  hasPauses ? 3 : 2,
);
const { engine, manifest } = inProcessPunctuation(packFolder);

const paths = given.length > 0 ? given : [join(import.meta.dir, "punctuation.txt"), PROSE];
for (const path of paths.filter(existsSync)) {
  for (const [name, paragraphs] of readTexts(path)) {
    const words = paragraphs.flatMap((paragraph) => labelled(paragraph) ?? []).slice(0, MOST_WORDS);
    const [ends, commas, questions, capitals] = [new Score(), new Score(), new Score(), new Score()];
    const random = new Random(1);
    const began = performance.now();
    for (let at = 0; at < words.length; at += CHUNK_WORDS) {
      const chunk = words.slice(at, at + CHUNK_WORDS);
      const heard = chunk.map((each) => ({
        text: each.word,
        pauseSeconds: hasPauses ? silenceAfter(each, random.next()) : 0,
      }));
      const options = { lane: "batch", signal: new AbortController().signal } as const;
      const marked = await setMarks(engine, { manifest }, heard, "en", options);
      for (const [index, { mark, capital }] of chunk.entries()) {
        const { text, marks } = marked[index] as { text: string; marks: string };
        ends.add(/[.?]/.test(marks), mark === "." || mark === "?");
        commas.add(marks.includes(","), mark === ",");
        questions.add(marks.includes("?"), mark === "?");
        if (capital !== null) capitals.add(/^\p{Lu}/u.test(text), capital);
      }
    }
    const rate = Math.round(words.length / ((performance.now() - began) / 1000));
    console.log(`${name}: ${words.length} words, ${rate} a second`);
    for (const [what, score] of Object.entries({
      "sentence ends": ends,
      commas,
      "question marks": questions,
      capitals,
    }))
      console.log(`  ${what.padEnd(15)} F1 ${score}`);
  }
}
if (!given.length && !existsSync(PROSE)) console.log(`(no prose of other authors at ${PROSE})`);
