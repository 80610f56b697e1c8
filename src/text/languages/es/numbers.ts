/** Spanish numbers; ordinals agree in gender and are ordinals in each word. */
import { cardinalReader } from "../shared/cardinals.ts";
import type { NumberWords } from "../shared/number-words.ts";
import { additiveOrdinalReader } from "../shared/ordinals.ts";
import type { Words } from "../shared/readers.ts";
import { counting } from "../shared/tables.ts";

const UNITS = counting(1, 1, "uno/un/una dos tres cuatro cinco seis siete ocho nueve");

/** With the accents that fused numbers take: `veintidós`. */
const FUSED_UNITS = { ...UNITS, ún: 1, dós: 2, trés: 3, séis: 6 };

const HUNDREDS = counting(
  200,
  100,
  "doscient trescient cuatrocient quinient seiscient setecient ochocient novecient",
);

export const NUMBERS: NumberWords = {
  values: {
    cero: 0,
    ...UNITS,
    ...counting(10, 1, "diez once doce trece catorce quince"),
    ...after("dieci", 10, FUSED_UNITS),
    veinte: 20,
    ...after("veinti", 20, FUSED_UNITS),
    ...counting(30, 10, "treinta cuarenta cincuenta sesenta setenta ochenta noventa cien/ciento"),
    ...endings(HUNDREDS, ["os", "as"]),
  },
  articles: ["un", "una"],
  hundred: [],
  scales: counting(3, 3, "mil millón/millones millardo/millardos billón/billones"),
  and: ["y"],
  fused: false,
  order: "tens-unit",
  andInTens: "required",
  andAfterHundreds: false,
  teenHundreds: false,
  vigesimal: false,
};

function after(
  prefix: string,
  tens: number,
  units: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(Object.entries(units).map(([word, value]) => [prefix + word, tens + value]));
}

function endings(stems: Readonly<Record<string, number>>, ends: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(stems).flatMap(([stem, value]) =>
      ends.map((end): [string, number] => [stem + end, value]),
    ),
  );
}

export const cardinal = cardinalReader(NUMBERS);

const ORDINAL_STEMS: Readonly<Record<string, number>> = {
  ...counting(1, 1, "primer segund tercer cuart quint sext séptim/sétim octav noven décim"),
  ...counting(
    11,
    1,
    "undécim/decimoprimer duodécim/decimosegund decimotercer decimocuart decimoquint decimosext",
  ),
  ...counting(
    17,
    1,
    "decimoséptim decimoctav decimonoven vigésim vigesimoprimer vigesimosegund vigesimotercer",
  ),
  ...counting(
    24,
    1,
    "vigesimocuart vigesimoquint vigesimosext vigesimoséptim vigesimoctav vigesimonoven trigésim",
  ),
  ...counting(40, 10, "cuadragésim quincuagésim sexagésim septuagésim octogésim nonagésim centésim"),
  ...counting(200, 100, "ducentésim tricentésim cuadringentésim quingentésim sexcentésim septingentésim"),
  ...counting(800, 100, "octingentésim noningentésim milésim"),
};

export const ordinal = additiveOrdinalReader({
  ...endings(ORDINAL_STEMS, ["o", "a", "os", "as"]),
  primer: 1,
  tercer: 3,
  decimoprimer: 11,
  decimotercer: 13,
  vigesimoprimer: 21,
  vigesimotercer: 23,
});

const NAMED_DENOMINATORS: Readonly<Record<string, bigint>> = {
  medio: 2n,
  medios: 2n,
  tercio: 3n,
  tercios: 3n,
};

/** From eleven on -avo; below the ordinals, of which one alone counts in the masculine: `un quinto`. */
export function denominator(words: Words, at: number, one: boolean) {
  const word = words[at] ?? "";
  const named = NAMED_DENOMINATORS[word];
  if (named !== undefined) return { words: 1, value: named };
  const [, stem] = /^(.+?)(?:avos?|ésim[oa]s?)$/.exec(word) ?? [];
  const avo =
    stem === undefined
      ? null
      : (cardinal([stem], 0) ?? cardinal([`${stem}a`], 0) ?? cardinal([`${stem}e`], 0));
  if (avo && avo.value > 10n) return { words: 1, value: avo.value };
  const found = ordinal(words, at);
  if (!found || found.value < 3n || (!one && !found.last.endsWith("s"))) return null;
  return one && !/^(?:cuarto|quinto|sexto|séptimo|octavo|noveno|décimo|centésimo|milésimo)$/.test(found.last)
    ? null
    : { words: found.words, value: found.value };
}
