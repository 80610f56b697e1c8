/**
 * `bun run bench:word-times`: how far from the truth words begin, of the recognizer in the box with the starter's network
 * beside it, and beside that with times that are spread over what was decoded. Sentences by synthetic voices that report
 * when each of their words begins (flite, festival and espeak-ng where they are installed), clean, in noise and in rooms. Ends with
 * 1 if a goal is missed. `--fit` prints the weights of `word-onsets.ts` instead, from other sentences.
 */
import { join } from "node:path";
import type { Engine, Word } from "../../src/engine/engine.ts";
import { spokenWays } from "../../src/engine/host/alignment/spoken-ways.ts";
import { fitOnsets } from "./alignment/fit-onsets.ts";
import { recognized, startMoonshine } from "./alignment/moonshine.ts";
import { timedRecordings } from "./alignment/timed-recordings.ts";
import type { TimedWord } from "./alignment/timed-voices.ts";
import { linesOf, percentOf, tell } from "./figures.ts";
import { pcmOf } from "./samples.ts";

const GOALS = [
  { seconds: 0.08, share: 0.9 },
  { seconds: 0.3, share: 0.99 },
] as const;

function sentences(file: string): string[] {
  return linesOf(join(import.meta.dir, "alignment", file));
}

/** The longest row of words that were both said and recognized: by how much each begins too late, in seconds. */
function errors(said: readonly TimedWord[], recognized: readonly Word[]): number[] {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z']/g, "");
  const ways = recognized.map(({ text }) => new Set(spokenWays(text).map((way) => way.split(" ")[0])));
  const isSame = (i: number, j: number) => ways[j]?.has(plain(said[i]?.text ?? "")) === true;
  const longest = Array.from({ length: said.length + 1 }, () => new Uint16Array(recognized.length + 1));
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0;
  for (let i = said.length - 1; i >= 0; i--)
    for (let j = recognized.length - 1; j >= 0; j--)
      (longest[i] as Uint16Array)[j] = isSame(i, j)
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1));
  const found: number[] = [];
  for (let i = 0, j = 0; i < said.length && j < recognized.length; )
    if (isSame(i, j)) {
      found.push((recognized[j++] as Word).startSeconds - (said[i++] as TimedWord).startSeconds);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  return found;
}

class Tally {
  readonly #errors = new Map<string, number[]>();

  add(found: readonly number[], ...groups: readonly string[]): void {
    for (const group of groups) this.#errors.set(group, [...(this.#errors.get(group) ?? []), ...found]);
  }

  get groups(): string[] {
    return [...this.#errors.keys()];
  }

  count(group: string): number {
    return this.#errors.get(group)?.length ?? 0;
  }

  share(group: string, seconds: number): number {
    const all = this.#errors.get(group) ?? [];
    return all.filter((error) => Math.abs(error) <= seconds).length / Math.max(all.length, 1);
  }
}

async function wordsOf(engine: Engine, samples: Float32Array): Promise<Word[]> {
  return (await recognized(engine, pcmOf(samples))).pieces.flatMap(({ words }) => words);
}

async function measure(): Promise<void> {
  const [aligned, spread] = [startMoonshine(), startMoonshine(false)];
  const tallies = { aligned: new Tally(), spread: new Tally() };
  let said = 0;
  try {
    for (const { voice, surroundings, samples, words } of timedRecordings(sentences("sentences.txt"))) {
      said += words.length;
      for (const [tally, engine] of [
        [tallies.aligned, aligned],
        [tallies.spread, spread],
      ] as const)
        tally.add(errors(words, await wordsOf(engine, samples)), voice, surroundings, "all");
    }
  } finally {
    await Promise.all([aligned.close(), spread.close()]);
  }
  console.log("  aligned: ≤ 80 ms  ≤ 300 ms   spread: ≤ 80 ms  ≤ 300 ms   words");
  for (const group of tallies.aligned.groups) {
    const shares = [tallies.aligned, tallies.spread].map((tally) =>
      GOALS.map(({ seconds }) => percentOf(tally.share(group, seconds), 1).padStart(8)).join("  "),
    );
    console.log(`  ${shares.join("   ")}   ${group}: ${tallies.aligned.count(group)}`);
  }
  console.log(
    `of ${said} words that were said, ${tallies.aligned.count("all")} were recognized and are judged`,
  );
  for (const { seconds, share } of GOALS)
    tell(`begin within ${1000 * seconds} ms`, 100 * tallies.aligned.share("all", seconds), "%", {
      least: 100 * share,
    });
}

if (process.argv.includes("--fit"))
  console.log(await fitOnsets([...timedRecordings(sentences("sentences-tuning.txt"))]));
else await measure();
