/** Dutch numbers: fused, units before tens. */
import { cardinalReader } from "../shared/cardinals.ts";
import type { NumberWords } from "../shared/number-words.ts";
import { ordinalReader } from "../shared/ordinals.ts";

export const NUMBERS: NumberWords = {
  values: {
    nul: 0,
    een: 1,
    één: 1,
    twee: 2,
    drie: 3,
    vier: 4,
    vijf: 5,
    zes: 6,
    zeven: 7,
    acht: 8,
    negen: 9,
    tien: 10,
    elf: 11,
    twaalf: 12,
    dertien: 13,
    veertien: 14,
    vijftien: 15,
    zestien: 16,
    zeventien: 17,
    achttien: 18,
    negentien: 19,
    twintig: 20,
    dertig: 30,
    veertig: 40,
    vijftig: 50,
    zestig: 60,
    zeventig: 70,
    tachtig: 80,
    negentig: 90,
  },
  articles: [],
  hundred: ["honderd"],
  scales: {
    duizend: 3,
    miljoen: 6,
    miljard: 9,
    biljoen: 12,
  },
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

export function denominator(words: readonly string[], at: number) {
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
