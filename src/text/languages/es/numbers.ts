/** Spanish numbers; ordinals agree in gender and are ordinals in each word. */
import { cardinalReader } from "../shared/cardinals.ts";
import type { NumberWords } from "../shared/number-words.ts";
import { additiveOrdinalReader } from "../shared/ordinals.ts";

const UNITS: Readonly<Record<string, number>> = {
  uno: 1,
  un: 1,
  una: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
};

/** With the accents that fused numbers take: `veintidós`. */
const FUSED_UNITS: Readonly<Record<string, number>> = {
  ...UNITS,
  ún: 1,
  dós: 2,
  trés: 3,
  séis: 6,
};

const HUNDREDS: Readonly<Record<string, number>> = {
  doscient: 200,
  trescient: 300,
  cuatrocient: 400,
  quinient: 500,
  seiscient: 600,
  setecient: 700,
  novecient: 900,
  ochocient: 800,
};

export const NUMBERS: NumberWords = {
  values: {
    cero: 0,
    ...UNITS,
    diez: 10,
    once: 11,
    doce: 12,
    trece: 13,
    catorce: 14,
    quince: 15,
    ...after("dieci", 10, FUSED_UNITS),
    veinte: 20,
    ...after("veinti", 20, FUSED_UNITS),
    treinta: 30,
    cuarenta: 40,
    cincuenta: 50,
    sesenta: 60,
    setenta: 70,
    ochenta: 80,
    noventa: 90,
    cien: 100,
    ciento: 100,
    ...endings(HUNDREDS, ["os", "as"]),
  },
  articles: ["un", "una"],
  hundred: [],
  scales: {
    mil: 3,
    millón: 6,
    millones: 6,
    millardo: 9,
    millardos: 9,
    billón: 12,
    billones: 12,
  },
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
  primer: 1,
  segund: 2,
  tercer: 3,
  cuart: 4,
  quint: 5,
  sext: 6,
  séptim: 7,
  sétim: 7,
  octav: 8,
  noven: 9,
  décim: 10,
  undécim: 11,
  decimoprimer: 11,
  duodécim: 12,
  decimosegund: 12,
  decimotercer: 13,
  decimocuart: 14,
  decimoquint: 15,
  decimosext: 16,
  decimoséptim: 17,
  decimoctav: 18,
  decimonoven: 19,
  vigésim: 20,
  vigesimoprimer: 21,
  vigesimosegund: 22,
  vigesimotercer: 23,
  vigesimocuart: 24,
  vigesimoquint: 25,
  vigesimosext: 26,
  vigesimoséptim: 27,
  vigesimoctav: 28,
  vigesimonoven: 29,
  trigésim: 30,
  cuadragésim: 40,
  quincuagésim: 50,
  sexagésim: 60,
  septuagésim: 70,
  octogésim: 80,
  nonagésim: 90,
  centésim: 100,
  ducentésim: 200,
  tricentésim: 300,
  cuadringentésim: 400,
  quingentésim: 500,
  sexcentésim: 600,
  septingentésim: 700,
  octingentésim: 800,
  noningentésim: 900,
  milésim: 1000,
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
export function denominator(words: readonly string[], at: number, one: boolean) {
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
