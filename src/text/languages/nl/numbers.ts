/** Dutch numbers: fused, units before tens. */
import { cardinalReader } from "../shared/cardinals.ts";
import type { NumberWords } from "../shared/number-words.ts";
import { ordinalReader } from "../shared/ordinals.ts";
import type { Words } from "../shared/readers.ts";
import { counting } from "../shared/tables.ts";

export const NUMBERS: NumberWords = {
  values: {
    ...counting(0, 1, "nul een/één twee drie vier vijf zes zeven acht negen"),
    ...counting(10, 1, "tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien"),
    ...counting(20, 10, "twintig dertig veertig vijftig zestig zeventig tachtig negentig"),
  },
  articles: [],
  hundred: ["honderd"],
  scales: counting(3, 3, "duizend miljoen miljard biljoen"),
  // After a vowel the e takes a trema: tweeëntwintig.
  and: ["en", "ën"],
  fused: true,
  order: "unit-tens",
  andInTens: "required",
  andAfterHundreds: true,
  teenHundreds: true,
  vigesimal: false,
};

export const cardinal = cardinalReader(NUMBERS);

/** `eerste` and `derde` differ from the cardinal; the others take -de or -ste. */
export const ordinal = ordinalReader(cardinal, NUMBERS.and, (word) => {
  const [, stem] = /^(.+?)(?:de|ste)n?$/.exec(word) ?? [];
  if (stem === undefined) return [];
  return [stem.replace(/eer$/, "een"), stem.replace(/der$/, "drie"), stem];
});

const NAMED_DENOMINATORS: Readonly<Record<string, bigint>> = { half: 2n, halve: 2n, kwart: 4n };

export function denominator(words: Words, at: number) {
  const named = NAMED_DENOMINATORS[words[at] ?? ""];
  if (named !== undefined) return { words: 1, value: named };
  const found = ordinal(words, at);
  return found && found.value > 2n ? found : null;
}

/** `anderhalf`, `tweeënhalf`, `vierenhalf`. */
export function halfWord(word: string): bigint | null {
  if (word === "anderhalf" || word === "anderhalve") return 1n;
  const [, whole] = /^(.+)[eë]nhal(?:f|ve)$/.exec(word) ?? [];
  return whole === undefined ? null : (cardinal([whole], 0)?.value ?? null);
}
