import { byScales, pad, type Speller } from "./speller.ts";

const DE_SMALL =
  "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split(
    " ",
  );
const DE_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(" ");
const DE_MONTHS = "januar februar märz april mai juni juli august september oktober november dezember".split(
  " ",
);
const DE_SHORT = "Jan. Feb. März Apr. Mai Jun. Jul. Aug. Sept. Okt. Nov. Dez.".split(" ");

function deThousand(value: number): string {
  if (value >= 100) {
    const count = Math.floor(value / 100);
    return `${count === 1 ? "ein" : DE_SMALL[count]}hundert${value % 100 ? deThousand(value % 100) : ""}`;
  }
  if (value < 20) return DE_SMALL[value] ?? "";
  const unit = value % 10;
  const tens = DE_TENS[Math.floor(value / 10) - 2] ?? "";
  return unit === 0 ? tens : `${unit === 1 ? "ein" : DE_SMALL[unit]}und${tens}`;
}

function deMillion(value: number): string {
  if (value < 1000) return deThousand(value);
  const thousands = deThousand(Math.floor(value / 1000)).replace(/eins$/, "ein");
  return `${thousands}tausend${value % 1000 ? deThousand(value % 1000) : ""}`;
}

function deCardinal(value: number): string {
  if (value < 1e6) return deMillion(value);
  const parts = byScales(value, [1e9, 1e6, 1], (count, scale) => {
    if (scale === 1) return deMillion(count);
    const noun = scale === 1e9 ? "milliarde" : "million";
    return count === 1 ? `eine ${noun}` : `${deThousand(count)} ${noun}${scale === 1e9 ? "n" : "en"}`;
  });
  return parts.join(" ");
}

function deOrdinal(value: number): string {
  const end = value % 100;
  const cardinal = deCardinal(value);
  if (end === 0 || end >= 20) return `${cardinal}ste`;
  if (end === 1) return cardinal.replace(/eins$/, "erste");
  if (end === 3) return cardinal.replace(/drei$/, "dritte");
  if (end === 7) return cardinal.replace(/sieben$/, "siebte");
  return end === 8 ? `${cardinal}e` : `${cardinal}te`;
}

export const german: Speller = {
  code: "de",
  cardinal: deCardinal,
  ordinal: (value) => ({ spoken: deOrdinal(value), written: `${value}.` }),
  point: "komma",
  percentWord: "prozent",
  percentGap: " ",
  minus: "minus",
  money: (euros, cents) => ({
    spoken: `${deCardinal(euros)} euro und ${deCardinal(cents)} cent`,
    written: `${euros},${pad(cents)} €`,
  }),
  date: (day, month, year) => ({
    spoken: `${deOrdinal(day)}r ${DE_MONTHS[month - 1]} ${deCardinal(year)}`,
    written: `${day}. ${DE_SHORT[month - 1]} ${year}`,
  }),
  time: (hour, minute) => ({
    spoken: `${deCardinal(hour)} uhr ${deCardinal(minute)}`,
    written: `${pad(hour)}:${pad(minute)} Uhr`,
  }),
  plainWords:
    "der hund und die katze sind im garten ein haus eine blume acht geben wir haben keine zeit einer von uns geht",
};

const NL_SMALL =
  "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien".split(
    " ",
  );
const NL_TENS = "twintig dertig veertig vijftig zestig zeventig tachtig negentig".split(" ");
const NL_MONTHS =
  "januari februari maart april mei juni juli augustus september oktober november december".split(" ");

function nlThousand(value: number): string {
  if (value >= 100) {
    const count = Math.floor(value / 100);
    return `${count === 1 ? "" : NL_SMALL[count]}honderd${value % 100 ? nlThousand(value % 100) : ""}`;
  }
  if (value < 20) return NL_SMALL[value] ?? "";
  const unit = NL_SMALL[value % 10] ?? "";
  const tens = NL_TENS[Math.floor(value / 10) - 2] ?? "";
  return value % 10 === 0 ? tens : `${unit}${unit.endsWith("e") ? "ën" : "en"}${tens}`;
}

function nlCardinal(value: number): string {
  if (value < 1000) return nlThousand(value);
  const parts = byScales(value, [1e9, 1e6, 1e3, 1], (count, scale) => {
    if (scale === 1) return nlThousand(count);
    if (scale === 1e3) return `${count === 1 ? "" : nlThousand(count)}duizend`;
    return `${nlThousand(count)} ${scale === 1e9 ? "miljard" : "miljoen"}`;
  });
  return parts.join(" ");
}

function nlOrdinal(value: number): string {
  const end = value % 100;
  const cardinal = nlCardinal(value);
  if (end === 1) return cardinal.replace(/een$/, "eerste");
  if (end === 3) return cardinal.replace(/drie$/, "derde");
  return [2, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].includes(end)
    ? `${cardinal}de`
    : `${cardinal}ste`;
}

export const dutch: Speller = {
  code: "nl",
  cardinal: nlCardinal,
  ordinal: (value) => ({ spoken: nlOrdinal(value), written: `${value}e` }),
  point: "komma",
  percentWord: "procent",
  percentGap: "",
  minus: "min",
  money: (euros, cents) => ({
    spoken: `${nlCardinal(euros)} euro en ${nlCardinal(cents)} cent`,
    written: `€ ${euros},${pad(cents)}`,
  }),
  date: (day, month, year) => ({
    spoken: `${nlCardinal(day)} ${NL_MONTHS[month - 1]} ${nlCardinal(year)}`,
    written: `${day} ${NL_MONTHS[month - 1]} ${year}`,
  }),
  time: (hour, minute) => ({
    spoken: `${nlCardinal(hour)} uur ${nlCardinal(minute)}`,
    written: `${hour}:${pad(minute)} uur`,
  }),
  plainWords:
    "de hond en de kat zijn in een tuin er is geen tijd het huis van mijn ouders en acht je dat goed",
};
