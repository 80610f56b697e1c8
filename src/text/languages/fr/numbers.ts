/** French numbers, Belgian and Swiss tens among them. */
import { cardinalReader } from "../shared/cardinals.ts";
import type { NumberWords } from "../shared/number-words.ts";
import { ordinalReader } from "../shared/ordinals.ts";

export const NUMBERS: NumberWords = {
  values: {
    zéro: 0,
    un: 1,
    une: 1,
    deux: 2,
    trois: 3,
    quatre: 4,
    cinq: 5,
    six: 6,
    sept: 7,
    huit: 8,
    neuf: 9,
    dix: 10,
    onze: 11,
    douze: 12,
    treize: 13,
    quatorze: 14,
    quinze: 15,
    seize: 16,
    vingt: 20,
    vingts: 20,
    trente: 30,
    quarante: 40,
    cinquante: 50,
    soixante: 60,
    septante: 70,
    huitante: 80,
    octante: 80,
    nonante: 90,
  },
  articles: ["une"],
  hundred: ["cent", "cents"],
  scales: {
    mille: 3,
    mil: 3,
    million: 6,
    millions: 6,
    milliard: 9,
    milliards: 9,
    billion: 12,
    billions: 12,
  },
  and: ["et"],
  fused: false,
  order: "tens-unit",
  andInTens: "optional",
  andAfterHundreds: false,
  teenHundreds: true,
  vigesimal: true,
};

export const cardinal = cardinalReader(NUMBERS);

/** Stems whose spelling differs from the cardinal. */
const RESPELLED: readonly [RegExp, string][] = [
  [/cinqu$/, "cinq"],
  [/neuv$/, "neuf"],
  [
    /(quatr|onz|douz|treiz|quatorz|quinz|seiz|trent|quarant|cinquant|soixant|septant|huitant|octant|nonant|mill)$/,
    "$1e",
  ],
];

/** Every ordinal but `premier` ends on -ième; compounds end on `unième`. */
export const ordinal = ordinalReader(cardinal, NUMBERS.and, (word) => {
  const [, stem] = /^(.+)ièmes?$/.exec(word) ?? [];
  if (stem === undefined) return [];
  return [RESPELLED.reduce((spelled, [from, to]) => spelled.replace(from, to), stem)];
});

export const FIRST: Readonly<Record<string, string>> = {
  premier: "1ᵉʳ",
  première: "1ʳᵉ",
  premiers: "1ᵉʳˢ",
  premières: "1ʳᵉˢ",
};

const NAMED_DENOMINATORS: Readonly<Record<string, bigint>> = {
  demi: 2n,
  demie: 2n,
  demis: 2n,
  tiers: 3n,
  quart: 4n,
  quarts: 4n,
};

/** `un cinquième` is an ordinal as often as a fraction; with more than one the plural tells. */
export function denominator(words: readonly string[], at: number, one: boolean) {
  const named = NAMED_DENOMINATORS[words[at] ?? ""];
  if (named !== undefined) return { words: 1, value: named };
  const found = ordinal(words, at);
  if (!found || found.value < 4n || found.last.endsWith("s") === one) return null;
  return { words: found.words, value: found.value };
}
