/** A word as a recognizer writes it → the ways in which it may have been said, in the letters that the starter knows. */
import { cardinalWays, decimalWays, ordinalWays, unique } from "./spoken-numbers.ts";

/** Words that are spelled by their own letters. */
const PLAIN = /^[a-z']+$/;
const PARTS = /\d[\d,]*(?:st|nd|rd|th)(?!\p{L})|\d[\d,]*(?:\.\d+)?|[\p{L}']+|[^\s]/gu;
const ORDINAL = /^(\d[\d,]*)(?:st|nd|rd|th)$/;
/** So many ways of one word are tried. */
const MOST_WAYS = 12;

const CURRENCIES: Readonly<Record<string, readonly [one: string, many: string, small: string]>> = {
  $: ["dollar", "dollars", "cents"],
  "£": ["pound", "pounds", "pence"],
  "€": ["euro", "euros", "cents"],
  "¥": ["yen", "yen", ""],
};
const SIGNS = new Map<string, readonly string[]>(
  Object.entries({
    "&": ["and"],
    "+": ["plus"],
    "=": ["equals"],
    "@": ["at"],
    "%": ["percent", "per cent"],
    "#": ["number", "hash"],
    "°": ["degrees"],
    "/": ["", "slash"],
  }),
);
const SHORT_FOR = new Map<string, readonly string[]>(
  Object.entries({
    "mr.": ["mister"],
    mr: ["mister"],
    "mrs.": ["missus"],
    mrs: ["missus"],
    "ms.": ["miz"],
    "dr.": ["doctor", "drive"],
    dr: ["doctor"],
    "st.": ["saint", "street"],
    "vs.": ["versus"],
    "etc.": ["et cetera"],
    "no.": ["number", "no"],
    "prof.": ["professor"],
    "inc.": ["inc", "incorporated"],
    "ltd.": ["limited"],
    "jr.": ["junior"],
    "e.g.": ["for example", "e g"],
    "i.e.": ["that is", "i e"],
    "a.m.": ["a m"],
    "p.m.": ["p m"],
    am: ["am", "a m"],
    pm: ["p m"],
  }),
);
const SCALE_LETTERS: Readonly<Record<string, string>> = {
  k: "thousand",
  m: "million",
  bn: "billion",
};

/** In no order of likelihood; none if nothing of it is said, such as a dash. */
export function spokenWays(word: string): string[] {
  const folded = word.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
  const bare = folded.replace(/^[^\p{L}\p{N}$£€¥#&@+]+|[^\p{L}\p{N}%°+]+$/gu, "");
  const short = SHORT_FOR.get(folded.replace(/[,;:!?"')\]]+$/u, "")) ?? SHORT_FOR.get(bare);
  if (short) return [...short];
  if (PLAIN.test(bare)) return isInitials(word, bare) ? [bare, [...bare].join(" ")] : [bare];
  return unique(inParts(bare)).slice(0, MOST_WAYS);
}

/** NBC is a word or its letters. */
function isInitials(word: string, bare: string): boolean {
  return bare.length > 1 && bare.length <= 5 && word.replace(/[^\p{L}]/gu, "") === bare.toUpperCase();
}

/** Amounts, times, ordinals, and other words made of letters, figures and signs. */
function inParts(bare: string): string[] {
  const amount = /^([$£€¥])(\d[\d,]*)(?:\.(\d+))?(k|m|bn)?$/.exec(bare);
  if (amount) return amountWays(amount);
  const time = /^(\d{1,2}):(\d{2})(am|pm|a\.m|p\.m)?$/.exec(bare);
  if (time) return timeWays(time);
  const decade = /^(\d{3,4}|\d0)'?s$/.exec(bare);
  if (decade) return cardinalWays(decade[1] as string).map(plural);
  return crossed((bare.match(PARTS) ?? []).map(partWays));
}

function partWays(part: string): readonly string[] {
  const ordinal = ORDINAL.exec(part);
  if (ordinal) return ordinalWays(digitsOf(ordinal[1]));
  if (/^\d/.test(part)) {
    const [whole, fraction] = part.split(".");
    return fraction === undefined ? cardinalWays(digitsOf(whole)) : decimalWays(digitsOf(whole), fraction);
  }
  const sign = SIGNS.get(part);
  if (sign) return sign;
  const letters = part.replace(/[^a-z']/g, "");
  // "Café" has lost its mark by now; letters that still are none of English have no sound that the network could recognize.
  return letters === "" ? [""] : [letters];
}

function amountWays([, sign = "", whole, fraction, scale]: RegExpExecArray): string[] {
  const [one, many, small] = CURRENCIES[sign] as readonly [string, string, string];
  const digits = digitsOf(whole);
  const scaled = scale === undefined ? "" : ` ${SCALE_LETTERS[scale]}`;
  if (fraction === undefined || scaled !== "") {
    const ways = fraction === undefined ? cardinalWays(digits) : decimalWays(digits, fraction);
    return ways.flatMap((way) => [`${way}${scaled} ${digits === "1" ? one : many}`, `${way}${scaled}`]);
  }
  return cardinalWays(digits)
    .slice(0, 2)
    .flatMap((way) =>
      cardinalWays(fraction.replace(/^0(?=\d)/, "")).flatMap((cents) => [
        `${way} ${digits === "1" ? one : many} and ${cents} ${small}`,
        `${way} ${digits === "1" ? one : many} ${cents}`,
        `${way} ${cents}`,
      ]),
    );
}

function timeWays([, hours = "", minutes = "", half]: RegExpExecArray): string[] {
  const after = half === undefined ? "" : ` ${[...half.replaceAll(".", "")].join(" ")}`;
  const hour = cardinalWays(String(Number(hours)))[0] as string;
  if (minutes === "00") return [`${hour}${after}`, `${hour} o'clock${after}`, `${hour} hundred`];
  const said = cardinalWays(String(Number(minutes)))[0] as string;
  return [`${hour} ${minutes.startsWith("0") ? "oh " : ""}${said}${after}`];
}

function digitsOf(text = ""): string {
  return text.replaceAll(",", "");
}

function plural(way: string): string {
  return way.endsWith("y") ? `${way.slice(0, -1)}ies` : /(x|s)$/.test(way) ? `${way}es` : `${way}s`;
}

/** Every way of the first part with every way of the second, and so on. */
function crossed(parts: readonly (readonly string[])[]): string[] {
  const ways = parts.reduce<string[]>(
    (fronts, backs) =>
      fronts.flatMap((front) => backs.map((back) => `${front} ${back}`.trim())).slice(0, MOST_WAYS),
    [""],
  );
  return ways.filter((way) => way !== "");
}
