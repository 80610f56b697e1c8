/** German numbers: fused, units before tens, inflected ordinals. */
import { cardinalReader } from "../shared/cardinals.ts";
import type { NumberWords } from "../shared/number-words.ts";
import { ordinalReader } from "../shared/ordinals.ts";

export const NUMBERS: NumberWords = {
  values: {
    null: 0,
    ein: 1,
    eins: 1,
    eine: 1,
    einen: 1,
    einem: 1,
    einer: 1,
    zwei: 2,
    zwo: 2,
    zwö: 2,
    drei: 3,
    vier: 4,
    fünf: 5,
    sechs: 6,
    sieben: 7,
    acht: 8,
    neun: 9,
    zehn: 10,
    elf: 11,
    zwölf: 12,
    dreizehn: 13,
    vierzehn: 14,
    fünfzehn: 15,
    sechzehn: 16,
    siebzehn: 17,
    achtzehn: 18,
    neunzehn: 19,
    zwanzig: 20,
    dreißig: 30,
    dreissig: 30,
    vierzig: 40,
    fünfzig: 50,
    sechzig: 60,
    siebzig: 70,
    achtzig: 80,
    neunzig: 90,
  },
  articles: ["ein", "eine", "einen", "einem", "einer"],
  hundred: ["hundert"],
  scales: {
    tausend: 3,
    million: 6,
    millionen: 6,
    milliarde: 9,
    milliarden: 9,
    billion: 12,
    billionen: 12,
    billiarde: 15,
    billiarden: 15,
    trillion: 18,
    trillionen: 18,
    trilliarde: 21,
    trilliarden: 21,
  },
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
export function denominator(words: readonly string[], at: number): { words: number; value: bigint } | null {
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
