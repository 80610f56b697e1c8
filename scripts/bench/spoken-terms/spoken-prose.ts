/**
 * The effect of a list of marks and names on the speech of people who say none of them: sentences of prose, each read by one of the
 * voices in turn and recognized with the list. A sentence is changed if other words come of it than without.
 */
import { join } from "node:path";
import { lettersOf } from "../../../src/text/dictionary/index-terms.ts";
import { wordErrorRate } from "../../../src/transcription/word-error-rate.ts";
import { type BenchVoice, speak } from "../diarize/voices.ts";
import { readList, sentencesOf } from "../dictionary-terms.ts";
import { tell } from "../figures.ts";
import { KeptResults } from "../kept-results.ts";

const ALL_SENTENCES = 13_100;
const GOAL_CHANGED = 3;

interface ProseOptions {
  /** Holds `en.jsonl.gz`. */
  folder: string;
  /** Of names. */
  list: string;
  marks: readonly string[];
  keep: string | undefined;
  most: number;
  showChanged: boolean;
  voiceAt(index: number): BenchVoice;
  recognize(speech: Int16Array, phrases: readonly string[], names: readonly string[]): Promise<string>;
}

/** By which list it was changed, and whether for the worse. */
interface Change {
  isByMark: boolean;
  isByName: boolean;
  isWorse: boolean;
}

export async function measureProse(options: ProseOptions): Promise<void> {
  const { terms } = readList(options.list);
  const all = [...options.marks, ...terms].map(lettersOf);
  const sentences = sentencesOf(join(options.folder, "en.jsonl.gz"), options.list)
    .map((sentence, index) => ({ sentence, index }))
    .filter(({ sentence }) => !names(sentence, all))
    .slice(0, options.most);
  const kept = new KeptResults<Change>(options.keep);
  const changes: Change[] = [];
  for (const { sentence, index } of sentences)
    changes.push(
      await kept.of(`sentence ${index}`, async () =>
        changeOf(await heardBoth(options, sentence, index, terms), options, sentence, terms),
      ),
    );
  const allowed = (GOAL_CHANGED * changes.length) / ALL_SENTENCES;
  for (const by of ["isByMark", "isByName", "isWorse"] as const) {
    const count = changes.filter((change) => change[by]).length;
    tell(`of ${changes.length} sentences ${TOLD[by]}`, count, "", { most: Math.round(allowed) });
  }
}

const TOLD = {
  isByMark: "changed by a mark's name",
  isByName: "changed by a name of the dictionary",
  isWorse: "with more words wrong",
};

interface Heard {
  before: string;
  after: string;
}

/** The written text always holds a term: without any of them, the recognition with terms is that without. */
async function heardBoth(
  { recognize, voiceAt, marks }: ProseOptions,
  sentence: string,
  index: number,
  terms: readonly string[],
): Promise<Heard> {
  const samples = await speak(voiceAt(index), sentence);
  const after = await recognize(samples, marks, terms);
  const isSame = !names(after, [...marks, ...terms].map(lettersOf));
  return { before: isSame ? after : await recognize(samples, [], []), after };
}

function changeOf(
  { before, after }: Heard,
  { marks, showChanged }: ProseOptions,
  sentence: string,
  terms: readonly string[],
): Change {
  const isChanged = before !== after;
  if (isChanged && showChanged) console.log(`    ${before}\n      → ${after}`);
  const more = (list: readonly string[]) => isChanged && countOf(after, list) > countOf(before, list);
  return {
    isByMark: more(marks),
    isByName: more(terms),
    isWorse: isChanged && wordErrorRate(sentence, after) > wordErrorRate(sentence, before),
  };
}

function names(text: string, letters: readonly string[]): boolean {
  const said = lettersOf(text);
  return letters.some((term) => said.includes(term));
}

function countOf(text: string, list: readonly string[]): number {
  const said = lettersOf(text);
  return list.reduce((sum, term) => sum + said.split(lettersOf(term)).length - 1, 0);
}
