/** Italian numbers: fused, with elision before `uno` and `otto`. */
import { cardinalReader } from "../shared/cardinals.ts";
import type { NumberWords } from "../shared/number-words.ts";
import { ordinalReader } from "../shared/ordinals.ts";
import type { Words } from "../shared/readers.ts";
import { counting } from "../shared/tables.ts";

const UNITS = ["", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove"];
const TENS = counting(20, 10, "venti trenta quaranta cinquanta sessanta settanta ottanta novanta");

/** `ventuno`, `trentotto`, `ventitré`: the tens lose their vowel before a vowel; three takes an accent. */
function compounds(): Record<string, number> {
  const words: Record<string, number> = {};
  for (const [tens, value] of Object.entries(TENS)) {
    words[tens] = value;
    for (let unit = 1; unit < 10; unit++) {
      const spoken = UNITS[unit] ?? "";
      words[(unit === 1 || unit === 8 ? tens.slice(0, -1) : tens) + spoken] = value + unit;
    }
    words[`${tens}tré`] = value + 3;
    words[`${tens.slice(0, -1)}un`] = value + 1;
  }
  return words;
}

export const NUMBERS: NumberWords = {
  values: {
    ...counting(
      0,
      1,
      "zero uno/un/una due tre/tré quattro cinque sei sette otto nove dieci undici dodici tredici",
    ),
    ...counting(14, 1, "quattordici quindici sedici diciassette diciotto diciannove"),
    ...compounds(),
  },
  articles: ["un", "una"],
  // Elided before eight and one: `centotto`, `centottanta`.
  hundred: ["cento", "cent"],
  scales: counting(3, 3, "mille/mila milione/milioni miliardo/miliardi bilione/bilioni"),
  and: ["e"],
  fused: true,
  order: "tens-unit",
  andInTens: "never",
  andAfterHundreds: false,
  teenHundreds: false,
  vigesimal: false,
};

export const cardinal = cardinalReader(NUMBERS);

const FIRST_TEN: Readonly<Record<string, string>> = {
  prim: "uno",
  second: "due",
  terz: "tre",
  quart: "quattro",
  quint: "cinque",
  sest: "sei",
  settim: "sette",
  ottav: "otto",
  non: "nove",
  decim: "dieci",
};

/** From eleven on `-esimo` in place of the last vowel, which `tre` and `sei` keep. */
export const ordinal = ordinalReader(
  cardinal,
  [],
  (word) => {
    const [, stem] = /^(.+)[oaie]$/.exec(word) ?? [];
    if (stem === undefined) return [];
    const small = FIRST_TEN[stem];
    if (small !== undefined) return [small];
    const [, whole] = /^(.+)esim$/.exec(stem) ?? [];
    if (whole === undefined) return [];
    // `duemillesimo` comes from `duemila`.
    return [whole, `${whole}o`, `${whole}i`, `${whole}e`, `${whole}a`, whole.replace(/mill$/, "mila")];
    // `cinque centesimi` are five hundredths.
  },
  1,
);

const NAMED_DENOMINATORS: Readonly<Record<string, bigint>> = { mezzo: 2n, mezzi: 2n };

export function denominator(words: Words, at: number, one: boolean) {
  const named = NAMED_DENOMINATORS[words[at] ?? ""];
  if (named !== undefined) return { words: 1, value: named };
  const found = ordinal(words, at);
  if (!found || found.value < 3n || !found.last.endsWith(one ? "o" : "i")) return null;
  return { words: found.words, value: found.value };
}
