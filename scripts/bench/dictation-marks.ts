/**
 * `bun run bench:dictation-marks [PACK]`: whether a punctuation pack of English helps or harms bare dictations on their way through the
 * whole chain, by their length. The dictations are those of `bench:dictation-words` that hold no marks; totals only.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setMarks } from "../../src/recognition/set-marks.ts";
import { formatDictation } from "../../src/text/formatting/format-dictation.ts";
import { joinWords } from "../../src/text/formatting/punctuation/marked-words.ts";
import { DICTATION_HALVES, DICTATION_SETS, dictationsOf, readSaid } from "./dictation-sets.ts";
import { isHarmed } from "./harm.ts";
import { inProcessPunctuation } from "./punctuation-engine.ts";

/** Lengths in words up to which dictations count together. */
const LENGTHS = [4, 8, 12, 16, 24, Number.POSITIVE_INFINITY];
const [folder = join(import.meta.dir, "../../models/starter-punctuation-en")] = process.argv.slice(2);
const { engine, manifest } = inProcessPunctuation(folder);

async function punctuated(words: readonly string[], pauses: readonly number[] | undefined): Promise<string> {
  const heard = words.map((text, at) => ({ text, pauseSeconds: pauses?.[at + 1] ?? 0 }));
  const options = { lane: "batch", signal: new AbortController().signal } as const;
  const marked = await setMarks(engine, { manifest }, heard, "en", options);
  return joinWords(marked.map(({ text, marks }) => text + marks));
}

class Score {
  cases = 0;
  right = [0, 0];
  harmed = [0, 0];

  add(way: 0 | 1, said: string, text: string, right: readonly string[]): void {
    const plain = text.replace(/[\u00a0\u202f]/gu, " ");
    const answers = right.map((answer) => answer.replaceAll("\\n", "\n"));
    if (answers.includes(plain)) this.right[way] = (this.right[way] ?? 0) + 1;
    else if (isHarmed(said, plain, answers)) this.harmed[way] = (this.harmed[way] ?? 0) + 1;
  }

  toString(): string {
    return `${this.cases} · right ${this.right[0]} → ${this.right[1]} · harmed ${this.harmed[0]} → ${this.harmed[1]}`;
  }
}

for (const half of DICTATION_HALVES) {
  const scores = new Map<string, Score>();
  for (const file of readdirSync(join(DICTATION_SETS, "en", half)).sort())
    for (const { said, right } of dictationsOf(join(DICTATION_SETS, "en", half, file))) {
      const { words, pauses } = readSaid(said);
      if (/[.,!?;:\p{Lu}]/u.test(words)) continue;
      const length = LENGTHS.find((most) => words.split(" ").length <= most);
      const name = `${pauses ? "with pauses" : "words alone"} ≤ ${length}`;
      const score = scores.get(name) ?? new Score();
      scores.set(name, score);
      score.cases += 1;
      const options = { language: "en", ...(pauses && { pauses }) };
      score.add(0, words, formatDictation(words, options), right);
      score.add(1, words, formatDictation(await punctuated(words.split(" "), pauses), options), right);
    }
  for (const [name, score] of [...scores].sort())
    console.log(`${half.padEnd(9)} ${name.padEnd(24)} ${score}`);
}
