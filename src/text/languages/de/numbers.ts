/** German numbers: fused, units before tens, inflected ordinals. */
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
      "null ein/eins/eine/einen/einem/einer zwei/zwo/zwö drei vier fünf sechs sieben acht neun",
    ),
    ...counting(10, 1, "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"),
    ...counting(20, 10, "zwanzig dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig"),
  },
  articles: ["ein", "eine", "einen", "einem", "einer"],
  hundred: ["hundert"],
  scales: counting(
    3,
    3,
    "tausend million/millionen milliarde/milliarden billion/billionen billiarde/billiarden trillion/trillionen trilliarde/trilliarden",
  ),
  and: ["und"],
  fused: true,
  order: "unit-tens",
  andInTens: "required",
  andAfterHundreds: true,
  teenHundreds: true,
  vigesimal: false,
};

export const cardinal = cardinalReader(NUMBERS);

/** Stems of ordinals that differ from the cardinal. */
const IRREGULAR: Readonly<Record<string, string>> = {
  erst: "eins",
  dritt: "drei",
  siebt: "sieben",
  acht: "acht",
};

/** Up to nineteen `-t-`, from twenty `-st-`, then the ending of an adjective. */
export const ordinal = ordinalReader(cardinal, NUMBERS.and, (word) => {
  const [, stem = ""] = /^(.+?)e[rnsm]?$/.exec(word) ?? [];
  if (!stem.endsWith("t")) return [];
  const irregular = Object.entries(IRREGULAR).find(([ending]) => stem.endsWith(ending));
  const before = irregular ? stem.slice(0, -irregular[0].length) : "";
  return [
    ...(irregular ? [before + irregular[1]] : []),
    ...(stem.endsWith("st") ? [stem.slice(0, -2)] : []),
    stem.slice(0, -1),
  ];
});

/** `drittel`, `zwanzigstel`; `halb` is told apart, as it takes no ending of its own. */
export function denominator(words: Words, at: number): { words: number; value: bigint } | null {
  const word = words[at] ?? "";
  if (/^halbe?[rsn]?$/.test(word)) return { words: 1, value: 2n };
  const [, stem] = /^(.+)eln?$/.exec(word) ?? [];
  const found = stem === undefined ? null : ordinal([`${stem}e`], 0);
  return found && found.value > 2n ? { words: 1, value: found.value } : null;
}

/** `anderthalb`, `dreieinhalb`. */
export function halfWord(word: string): bigint | null {
  if (word === "anderthalb") return 1n;
  const [, whole] = /^(.+)einhalb$/.exec(word) ?? [];
  return whole === undefined ? null : (cardinal([whole], 0)?.value ?? null);
}
