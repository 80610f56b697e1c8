import { byScales, pad, type Speller } from "./speller.ts";

const FR_SMALL =
  "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf".split(
    " ",
  );
const FR_TENS = ["vingt", "trente", "quarante", "cinquante", "soixante"];
const FR_MONTHS =
  "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" ");

function frHundred(value: number): string {
  if (value < 20) return FR_SMALL[value] ?? "";
  if (value >= 80) return value === 80 ? "quatre-vingts" : `quatre-vingt-${frHundred(value - 80)}`;
  if (value >= 60) return value === 60 ? "soixante" : `soixante${joinFr(value - 60)}`;
  const tens = FR_TENS[Math.floor(value / 10) - 2] ?? "";
  return value % 10 === 0 ? tens : tens + joinFr(value % 10);
}

const joinFr = (value: number) =>
  value === 1 || value === 11 ? ` et ${FR_SMALL[value]}` : `-${frHundred(value)}`;

function frThousand(value: number): string {
  const count = Math.floor(value / 100);
  if (count === 0) return frHundred(value);
  const rest = value % 100;
  const hundreds = count === 1 ? "cent" : `${FR_SMALL[count]} cent${rest ? "" : "s"}`;
  return rest ? `${hundreds} ${frHundred(rest)}` : hundreds;
}

function frCardinal(value: number): string {
  if (value === 0) return "zéro";
  return byScales(value, [1e9, 1e6, 1e3, 1], (count, scale) => {
    if (scale === 1) return frThousand(count);
    if (scale === 1e3) return count === 1 ? "mille" : `${frThousand(count).replace(/s$/, dropPlural)} mille`;
    return `${frThousand(count)} ${scale === 1e9 ? "milliard" : "million"}${count > 1 ? "s" : ""}`;
  }).join(" ");
}

/** `deux cents`, but `deux cent mille`. */
function dropPlural(plural: string, _at: number, all: string): string {
  return /(?:cent|vingt)s$/.test(all) ? "" : plural;
}

const frOrdinal = (value: number) =>
  `${frCardinal(value)
    .replace(/(cent|vingt)s$/, "$1")
    .replace(/e$/, "")
    .replace(/cinq$/, "cinqu")
    .replace(/neuf$/, "neuv")}ième`;

export const french: Speller = {
  code: "fr",
  cardinal: frCardinal,
  ordinal: (value) => ({ spoken: frOrdinal(value), written: `${value}ᵉ` }),
  point: "virgule",
  percentWord: "pour cent",
  percentGap: " ",
  minus: "moins",
  money: (euros, cents) => ({
    spoken: `${frCardinal(euros)} euros et ${frCardinal(cents)} centimes`,
    written: `${euros},${pad(cents)} €`,
  }),
  date: (day, month, year) => ({
    spoken: `${day === 1 ? "premier" : frCardinal(day)} ${FR_MONTHS[month - 1]} ${frCardinal(year)}`,
    written: `${day === 1 ? "1ᵉʳ" : day} ${FR_MONTHS[month - 1]} ${year}`,
  }),
  time: (hour, minute) => ({
    spoken: `${frCardinal(hour)} heures ${frCardinal(minute)}`,
    written: `${hour} h ${pad(minute)}`,
  }),
  plainWords: "le chien et un chat sont dans une maison neuf au point de vue nous avons le temps de la fête",
};

const ES_SMALL =
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve".split(
    " ",
  );
const ES_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" ");
const ES_HUNDREDS =
  "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos".split(
    " ",
  );
const ES_MONTHS =
  "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");
const ES_ORDINALS = [
  "",
  "primero",
  "segundo",
  "tercero",
  "cuarto",
  "quinto",
  "sexto",
  "séptimo",
  "octavo",
  "noveno",
];
const ES_ORDINAL_TENS =
  "décimo vigésimo trigésimo cuadragésimo quincuagésimo sexagésimo septuagésimo octogésimo nonagésimo".split(
    " ",
  );

function esThousand(value: number): string {
  if (value === 100) return "cien";
  if (value > 100) {
    const rest = value % 100;
    return `${ES_HUNDREDS[Math.floor(value / 100) - 1]}${rest ? ` ${esThousand(rest)}` : ""}`;
  }
  if (value < 30) return ES_SMALL[value] ?? "";
  const tens = ES_TENS[Math.floor(value / 10) - 3] ?? "";
  return value % 10 === 0 ? tens : `${tens} y ${ES_SMALL[value % 10]}`;
}

const esShort = (count: string) => count.replace(/veintiuno$/, "veintiún").replace(/uno$/, "un");

function esCardinal(value: number): string {
  if (value === 0) return "cero";
  return byScales(value, [1e6, 1e3, 1], (count, scale) => {
    if (scale === 1) return esThousand(count);
    if (scale === 1e3) return count === 1 ? "mil" : `${esShort(esThousand(count))} mil`;
    return count === 1 ? "un millón" : `${esShort(esCardinal(count))} millones`;
  }).join(" ");
}

export const spanish: Speller = {
  code: "es",
  cardinal: esCardinal,
  ordinal: (value) => {
    const parts = [
      value >= 100 ? "centésimo" : "",
      ES_ORDINAL_TENS[Math.floor((value % 100) / 10) - 1] ?? "",
      ES_ORDINALS[value % 10] ?? "",
    ];
    const rest = (value % 100) + (value >= 100 ? 100 : 0);
    return { spoken: parts.filter((part) => part !== "").join(" "), written: `${rest}.º` };
  },
  point: "coma",
  percentWord: "por ciento",
  percentGap: " ",
  minus: "menos",
  money: (euros, cents) => ({
    spoken: `${esShort(esCardinal(euros))} euros con ${esShort(esCardinal(cents))} céntimos`,
    written: `${euros},${pad(cents)} €`,
  }),
  date: (day, month, year) => ({
    spoken: `${esCardinal(day)} de ${ES_MONTHS[month - 1]} de ${esCardinal(year)}`,
    written: `${day} de ${ES_MONTHS[month - 1]} de ${year}`,
  }),
  time: (hour, minute) => ({
    spoken: `las ${esCardinal(hour)} y ${esCardinal(minute)}`,
    written: `las ${hour}:${pad(minute)}`,
  }),
  plainWords: "el perro y una casa de uno de los vecinos tenemos la tarde libre un día para el jardín",
};

const PT_SMALL =
  "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove".split(
    " ",
  );
const PT_TENS = "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa".split(" ");
const PT_HUNDREDS =
  "cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos".split(" ");
const PT_MONTHS =
  "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split(" ");
const PT_ORDINALS = [
  "",
  "primeira",
  "segunda",
  "terceira",
  "quarta",
  "quinta",
  "sexta",
  "sétima",
  "oitava",
  "nona",
];
const PT_ORDINAL_TENS =
  "décima vigésima trigésima quadragésima quinquagésima sexagésima septuagésima octogésima nonagésima".split(
    " ",
  );

function ptThousand(value: number): string {
  if (value === 100) return "cem";
  if (value > 100) {
    const rest = value % 100;
    return `${PT_HUNDREDS[Math.floor(value / 100) - 1]}${rest ? ` e ${ptThousand(rest)}` : ""}`;
  }
  if (value < 20) return PT_SMALL[value] ?? "";
  const tens = PT_TENS[Math.floor(value / 10) - 2] ?? "";
  return value % 10 === 0 ? tens : `${tens} e ${PT_SMALL[value % 10]}`;
}

function ptCardinal(value: number): string {
  if (value === 0) return "zero";
  const parts = byScales(value, [1e9, 1e6, 1e3, 1], (count, scale) => {
    if (scale === 1) return count < 100 || count % 100 === 0 ? `e ${ptThousand(count)}` : ptThousand(count);
    if (scale === 1e3) return count === 1 ? "mil" : `${ptThousand(count)} mil`;
    const noun = scale === 1e9 ? "bilh" : "milh";
    return `${ptThousand(count)} ${noun}${count === 1 ? "ão" : "ões"}`;
  });
  return parts.join(" ").replace(/^e /, "");
}

export const portuguese: Speller = {
  code: "pt",
  cardinal: ptCardinal,
  ordinal: (value) => {
    const rest = value % 100;
    const parts = [PT_ORDINAL_TENS[Math.floor(rest / 10) - 1] ?? "", PT_ORDINALS[rest % 10] ?? ""];
    const hundreds = value >= 100 ? ["centésima"] : [];
    const spoken = [...hundreds, ...parts].filter((part) => part !== "").join(" ");
    return { spoken, written: `${rest + (value >= 100 ? 100 : 0)}ª` };
  },
  point: "vírgula",
  percentWord: "por cento",
  percentGap: " ",
  minus: "menos",
  money: (euros, cents) => ({
    spoken: `${ptCardinal(euros)} reais e ${ptCardinal(cents)} centavos`,
    written: `R$ ${euros},${pad(cents)}`,
  }),
  date: (day, month, year) => ({
    spoken: `${ptCardinal(day)} de ${PT_MONTHS[month - 1]} de ${ptCardinal(year)}`,
    written: `${day} de ${PT_MONTHS[month - 1]} de ${year}`,
  }),
  time: (hour, minute) => ({
    spoken: `às ${ptCardinal(hour)} e ${ptCardinal(minute)}`,
    written: `às ${hour}:${pad(minute)}`,
  }),
  plainWords: "o cachorro e uma casa de um dos vizinhos temos a tarde livre para o jardim",
};

const IT_SMALL =
  "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove".split(
    " ",
  );
const IT_TENS = "venti trenta quaranta cinquanta sessanta settanta ottanta novanta".split(" ");
const IT_MONTHS =
  "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre".split(" ");

function itThousand(value: number): string {
  if (value >= 100) {
    const count = Math.floor(value / 100);
    return `${count === 1 ? "" : IT_SMALL[count]}cento${value % 100 ? itThousand(value % 100) : ""}`;
  }
  if (value < 20) return IT_SMALL[value] ?? "";
  const unit = value % 10;
  const tens = IT_TENS[Math.floor(value / 10) - 2] ?? "";
  if (unit === 0) return tens;
  return (unit === 1 || unit === 8 ? tens.slice(0, -1) : tens) + (unit === 3 ? "tré" : IT_SMALL[unit]);
}

function itCardinal(value: number): string {
  if (value === 0) return "zero";
  const millions = byScales(Math.floor(value / 1e6) * 1e6, [1e9, 1e6], (count, scale) => {
    const noun = scale === 1e9 ? "miliard" : "milion";
    if (count === 1) return `un ${noun}${scale === 1e9 ? "o" : "e"}`;
    return `${itThousand(count)} ${noun}i`;
  });
  const rest = byScales(value % 1e6, [1e3, 1], (count, scale) => {
    if (scale === 1) return itThousand(count);
    return count === 1 ? "mille" : `${itThousand(count).replace(/uno$/, "un")}mila`;
  });
  return [...millions, ...(rest.length ? [rest.join("")] : [])].join(" ");
}

export const italian: Speller = {
  code: "it",
  cardinal: itCardinal,
  ordinal: (value) => {
    const cardinal = itCardinal(value).replace(/tré$/, "tre");
    // Three and six keep their vowel, not in thirteen and sixteen.
    const kept = value > 20 && (value % 10 === 3 || value % 10 === 6);
    return { spoken: `${kept ? cardinal : cardinal.slice(0, -1)}esimo`, written: `${value}º` };
  },
  point: "virgola",
  percentWord: "per cento",
  percentGap: " ",
  minus: "meno",
  money: (euros, cents) => ({
    spoken: `${itCardinal(euros)} euro e ${itCardinal(cents)} centesimi`,
    written: `${euros},${pad(cents)} €`,
  }),
  date: (day, month, year) => ({
    spoken: `${itCardinal(day)} ${IT_MONTHS[month - 1]} ${itCardinal(year)}`,
    written: `${day} ${IT_MONTHS[month - 1]} ${year}`,
  }),
  time: (hour, minute) => ({
    spoken: `le ${itCardinal(hour)} e ${itCardinal(minute)}`,
    written: `le ${hour}:${pad(minute)}`,
  }),
  plainWords: "il cane e una casa di uno dei vicini sei arrivato almeno abbiamo il tempo per un giardino",
};
