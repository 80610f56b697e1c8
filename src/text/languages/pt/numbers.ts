/** Portuguese numbers, of Brazil and of Portugal; ordinals agree in gender and are ordinals in each word. */
import { cardinalReader } from "../shared/cardinals.ts";
import type { NumberWords } from "../shared/number-words.ts";
import { additiveOrdinalReader } from "../shared/ordinals.ts";

export const NUMBERS: NumberWords = {
  values: {
    zero: 0,
    um: 1,
    uma: 1,
    dois: 2,
    duas: 2,
    três: 3,
    quatro: 4,
    cinco: 5,
    seis: 6,
    sete: 7,
    oito: 8,
    nove: 9,
    dez: 10,
    onze: 11,
    doze: 12,
    treze: 13,
    catorze: 14,
    quatorze: 14,
    quinze: 15,
    dezesseis: 16,
    dezasseis: 16,
    dezessete: 17,
    dezassete: 17,
    dezoito: 18,
    dezenove: 19,
    dezanove: 19,
    vinte: 20,
    trinta: 30,
    quarenta: 40,
    cinquenta: 50,
    cinqüenta: 50,
    sessenta: 60,
    setenta: 70,
    oitenta: 80,
    noventa: 90,
    cem: 100,
    cento: 100,
    ...genders(
      {
        duzent: 200,
        trezent: 300,
        quatrocent: 400,
        quinhent: 500,
        seiscent: 600,
        setecent: 700,
        oitocent: 800,
        novecent: 900,
      },
      ["os", "as"],
    ),
  },
  articles: ["uma"],
  hundred: [],
  scales: {
    mil: 3,
    milhão: 6,
    milhões: 6,
    bilhão: 9,
    bilhões: 9,
    biliões: 12,
    bilião: 12,
    trilhão: 12,
    trilhões: 12,
  },
  and: ["e"],
  fused: false,
  order: "tens-unit",
  andInTens: "required",
  andAfterHundreds: true,
  teenHundreds: false,
  vigesimal: false,
};

function genders(stems: Readonly<Record<string, number>>, ends: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(stems).flatMap(([stem, value]) =>
      ends.map((end): [string, number] => [stem + end, value]),
    ),
  );
}

export const cardinal = cardinalReader(NUMBERS);

const ORDINAL_STEMS: Readonly<Record<string, number>> = {
  primeir: 1,
  segund: 2,
  terceir: 3,
  quart: 4,
  quint: 5,
  sext: 6,
  sétim: 7,
  oitav: 8,
  non: 9,
  décim: 10,
  undécim: 11,
  duodécim: 12,
  vigésim: 20,
  trigésim: 30,
  quadragésim: 40,
  quinquagésim: 50,
  sexagésim: 60,
  septuagésim: 70,
  setuagésim: 70,
  octogésim: 80,
  nonagésim: 90,
  centésim: 100,
  ducentésim: 200,
  trecentésim: 300,
  tricentésim: 300,
  quadringentésim: 400,
  quingentésim: 500,
  sexcentésim: 600,
  seiscentésim: 600,
  septingentésim: 700,
  setingentésim: 700,
  octingentésim: 800,
  noningentésim: 900,
  nongentésim: 900,
  milésim: 1000,
};

export const ordinal = additiveOrdinalReader(genders(ORDINAL_STEMS, ["o", "a", "os", "as"]));

const NAMED_DENOMINATORS: Readonly<Record<string, bigint>> = { meio: 2n, meios: 2n, terço: 3n, terços: 3n };

/** Up to ten by ordinals, beyond with `avos`. */
export function denominator(words: readonly string[], at: number, one: boolean) {
  const named = NAMED_DENOMINATORS[words[at] ?? ""];
  if (named !== undefined) return { words: 1, value: named };
  const number = cardinal(words, at);
  if (number && /^avos?$/.test(words[at + number.words] ?? ""))
    return { words: number.words + 1, value: number.value };
  const found = ordinal(words, at);
  if (!found || found.value < 4n) return null;
  const agrees = one ? /o$/.test(found.last) : /[oa]s$/.test(found.last);
  return agrees ? { words: found.words, value: found.value } : null;
}
