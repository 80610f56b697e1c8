/** Quarters before the number that they change, as India counts: `साढ़े तीन` 3.5, `सवा सौ` 125, `पौने दो लाख` 175000, `ढाई` 2.5. */
import type { CardinalReader } from "./number-readers.ts";
import type { Words } from "./readers.ts";
import { plain } from "./spelled/plain.ts";
import { table } from "./tables.ts";

export interface QuarterWords {
  /** Quarters that are added to what follows: `साढ़े 2, सवा 1, पौने -1`. */
  added: string;
  /** Numbers of quarters by themselves: `डेढ़ 6, ढाई 10`. */
  alone: string;
  /** Quarters at the end of a number: Tamil `ஒன்பதரை` 9.5. */
  ends?: string;
  /** Powers of ten that may follow: `सौ 2, हज़ार 3`. */
  scales: string;
}

export interface Quarters {
  words: number;
  value: bigint;
  /** Decimals of the quarters beyond it. */
  part: "" | "25" | "5" | "75";
}

export type QuartersReader = (words: Words, at: number) => Quarters | null;

const QUARTERS = 4n;
const LOOK_AHEAD_WORDS = 12;
/** Scales of a count below a hundred, from the largest. */
const SCALES = [10_000_000_000n, 1_000_000_000n, 10_000_000n, 100_000n, 1_000n, 100n];

export function quartersReader(cardinal: CardinalReader, language: QuarterWords): QuartersReader {
  const added = valuesOf(language.added);
  const alone = valuesOf(language.alone);
  const ends = Object.entries(table(language.ends ?? "")).filter(([name]) => name !== "");
  const scales = new Map(valuesOf(language.scales).map(([name, power]) => [name, 10n ** power]));
  const scaleAt = (word = "") => scales.get(plain(word, "")) ?? null;

  function ended(words: Words, at: number): Quarters | null {
    const word = words[at] ?? "";
    const end = ends.find(([name]) => word.length > name.length && word.endsWith(name));
    const number = end && cardinal([word.slice(0, -end[0].length)], 0);
    return number ? quartersOf(1, number.value * QUARTERS + BigInt(end[1])) : null;
  }

  return (words, at) => {
    const word = plain(words[at] ?? "", "");
    const whole = split(word, alone);
    if (whole) {
      const glued = whole.rest !== "";
      const scale = scaleAt(glued ? whole.rest : words[at + 1]);
      if (glued && scale === null) return null;
      return quartersOf(scale === null || glued ? 1 : 2, whole.value * (scale ?? 1n));
    }
    const more = split(word, added);
    if (!more) return ended(words, at);
    const isGlued = more.rest !== "";
    const line = isGlued ? [more.rest, ...words.slice(at + 1, at + LOOK_AHEAD_WORDS)] : words;
    const next = isGlued ? 0 : at + 1;
    const number = cardinal(line, next);
    const bare = scaleAt(line[next]);
    if (!number && bare === null) return null;
    const value = number?.value ?? bare ?? 0n;
    const scale = SCALES.find((each) => value >= each && value % each === 0n) ?? 1n;
    const length = (number?.words ?? 1) + (isGlued ? 0 : 1);
    return quartersOf(length, ((value / scale) * QUARTERS + more.value) * scale);
  };
}

function valuesOf(text: string): [name: string, value: bigint][] {
  return Object.entries(table(text)).flatMap(([name, value]) =>
    name === "" ? [] : [[plain(name, ""), BigInt(value)] as [string, bigint]],
  );
}

/** `दीडशे` and `साडेसात` may be one word or two. */
function split(word: string, names: readonly (readonly [string, bigint])[]) {
  const found = names.find(([name]) => word.startsWith(name));
  return found && { value: found[1], rest: word.slice(found[0].length) };
}

function quartersOf(words: number, quarters: bigint): Quarters {
  const parts = ["", "25", "5", "75"] as const;
  return { words, value: quarters / QUARTERS, part: parts[Number(quarters % QUARTERS)] ?? "" };
}
