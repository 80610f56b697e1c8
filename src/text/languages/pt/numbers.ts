/** Portuguese numbers, of Brazil and of Portugal; ordinals agree in gender and are ordinals in each word. */
import { cardinalReader } from "../shared/cardinals.ts";
import type { NumberWords } from "../shared/number-words.ts";
import { additiveOrdinalReader } from "../shared/ordinals.ts";
import type { Words } from "../shared/readers.ts";
import { counting } from "../shared/tables.ts";

export const NUMBERS: NumberWords = {
  values: {
    ...counting(0, 1, "zero um/uma dois/duas três quatro cinco seis sete oito nove dez onze doze treze"),
    ...counting(
      14,
      1,
      "catorze/quatorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove",
    ),
    ...counting(
      20,
      10,
      "vinte trinta quarenta cinquenta/cinqüenta sessenta setenta oitenta noventa cem/cento",
    ),
    ...genders(counting(200, 100, "duzent trezent quatrocent quinhent seiscent setecent oitocent novecent"), [
      "os",
      "as",
    ]),
  },
  articles: ["uma"],
  hundred: [],
  scales: counting(3, 3, "mil milhão/milhões bilhão/bilhões biliões/bilião/trilhão/trilhões"),
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
  ...counting(1, 1, "primeir segund terceir quart quint sext sétim oitav non décim undécim duodécim"),
  ...counting(
    20,
    10,
    "vigésim trigésim quadragésim quinquagésim sexagésim septuagésim/setuagésim octogésim nonagésim",
  ),
  ...counting(100, 100, "centésim ducentésim trecentésim/tricentésim quadringentésim quingentésim"),
  ...counting(600, 100, "sexcentésim/seiscentésim septingentésim/setingentésim octingentésim"),
  ...counting(900, 100, "noningentésim/nongentésim milésim"),
};

export const ordinal = additiveOrdinalReader(genders(ORDINAL_STEMS, ["o", "a", "os", "as"]));

const NAMED_DENOMINATORS: Readonly<Record<string, bigint>> = { meio: 2n, meios: 2n, terço: 3n, terços: 3n };

/** Up to ten by ordinals, beyond with `avos`. */
export function denominator(words: Words, at: number, one: boolean) {
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
