/**
 * `bun run bench:dictation-marks [PACK]`: whether a punctuation pack of English helps or harms bare dictations on their way through the
 * whole chain, by their length. The dictations are those of `bench:dictation-words` that hold no marks; totals only.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setMarks } from "../../src/recognition/set-marks.ts";
import { formatDictation } from "../../src/text/formatting/format-dictation.ts";
import { joinWords } from "../../src/text/formatting/punctuation/marked-words.ts";
import { DICTATION_SETS, dictationsOf, plainText, readSaid } from "./dictation-sets.ts";
import { isHarmed } from "./harm.ts";
import { inProcessPunctuation } from "./punctuation-engine.ts";
import { HALVES, Tally } from "./sets.ts";

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

/** Right or harmed, and before the marks or with them. */
function outcomesOf(way: "before" | "with", said: string, text: string, right: readonly string[]): string[] {
  const plain = plainText(text);
  const answers = right.map((answer) => answer.replaceAll("\\n", "\n"));
  if (answers.includes(plain)) return [`right ${way}`];
  return isHarmed(said, plain, answers) ? [`harmed ${way}`] : [];
}

for (const half of HALVES) {
  const scores = new Map<string, Tally>();
  for (const file of readdirSync(join(DICTATION_SETS, "en", half)).sort())
    for (const { said, right } of dictationsOf(join(DICTATION_SETS, "en", half, file))) {
      const { words, pauses } = readSaid(said);
      if (/[.,!?;:\p{Lu}]/u.test(words)) continue;
      const length = LENGTHS.find((most) => words.split(" ").length <= most);
      const name = `${pauses ? "with pauses" : "words alone"} ≤ ${length}`;
      const score = scores.get(name) ?? new Tally();
      scores.set(name, score);
      const options = { language: "en", ...(pauses && { pauses }) };
      const marked = await punctuated(words.split(" "), pauses);
      score.add([
        ...outcomesOf("before", words, formatDictation(words, options), right),
        ...outcomesOf("with", words, formatDictation(marked, options), right),
      ]);
    }
  for (const [name, score] of [...scores].sort()) {
    const [right, harmed] = ["right", "harmed"].map((what) =>
      ["before", "with"].map((way) => score.count(`${what} ${way}`)).join(" → "),
    );
    console.log(`${half.padEnd(9)} ${name.padEnd(24)} ${score.cases} · right ${right} · harmed ${harmed}`);
  }
}
