/** French numbers, Belgian and Swiss tens among them. */
import { cardinalReader } from "../shared/cardinals.ts";
import type { NumberWords } from "../shared/number-words.ts";
import { ordinalReader } from "../shared/ordinals.ts";
import type { Words } from "../shared/readers.ts";
import { counting } from "../shared/tables.ts";

export const NUMBERS: NumberWords = {
  values: {
    ...counting(
      0,
      1,
      "zéro un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    ),
    ...counting(20, 10, "vingt/vingts trente quarante cinquante soixante septante huitante/octante nonante"),
  },
  articles: ["une"],
  hundred: ["cent", "cents"],
  scales: counting(3, 3, "mille/mil million/millions milliard/milliards billion/billions"),
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
export function denominator(words: Words, at: number, one: boolean) {
  const named = NAMED_DENOMINATORS[words[at] ?? ""];
  if (named !== undefined) return { words: 1, value: named };
  const found = ordinal(words, at);
  if (!found || found.value < 4n || found.last.endsWith("s") === one) return null;
  return { words: found.words, value: found.value };
}
