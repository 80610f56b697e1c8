/** Korean inverse text normalization: of all patterns that fit at a word, the longest; on a tie the first. */
import type { Written, WrittenKind } from "../../words/language-rules.ts";
import { addressReader } from "../shared/addresses.ts";
import type { Words } from "../shared/readers.ts";
import { DIGITS, digitsText, NATIVE, NUMBER, nativeValue, numberText, SINO, ZERO } from "./numbers.ts";
import {
  CURRENCIES,
  CURRENCY,
  GLUED_WORDS,
  NATIVE_COUNTER,
  NOT_ONE,
  OTHER_WORDS,
  SINO_COUNTER,
  UNIT,
  UNITS,
} from "./units.ts";

/** More words than a date with a time takes, each numeral by itself. */
const LOOK_AHEAD_WORDS = 24;

/** Endings of something read. */
const PARTICLES =
  /^(?:은|는|이|가|을|를|에서|에는|에도|에|의|로|으로|와|과|도|만|까지|부터|쯤|정도|씩|보다|마다|이나|나|이다|입니다|이에요|예요|이고|인데|이며|이상|이하|짜리|동안|경|전|후|께|이요|요)+$/;

interface Text {
  text: string;
  prose?: string;
}

interface Pattern {
  pattern: RegExp;
  kind: WrittenKind;
  /** Null if the words are something else after all. `alone`: nothing else was said. */
  write: (groups: Readonly<Record<string, string | undefined>>, alone: boolean) => Text | null;
}

const HALF_OF_DAY = "오전|오후|새벽|아침|점심|저녁|밤|낮";
const MONTH = "십일|십이|유|시|일|이|삼|사|오|육|칠|팔|구|십|\\d{1,2}";
const LAST_DAY = 31;
const compiled = (source: string) => new RegExp(source, "uy");

const PATTERNS: readonly Pattern[] = [
  {
    pattern: compiled(`(?<number>${NUMBER}) ?(?:퍼센트|프로|%)`),
    kind: "percent",
    write: ({ number }) => ({ text: `${numberText(number ?? "")}%` }),
  },
  {
    pattern: compiled(
      `(?<minus>마이너스 ?)?(?:(?<whole>${SINO})[과와] ?)?(?<below>${SINO}) ?분의 ?(?<above>${SINO})`,
    ),
    kind: "fraction",
    write: ({ minus, whole, below, above }) => {
      const mixed = whole ? `${numberText(whole)} ` : "";
      return { text: `${minus ? "-" : ""}${mixed}${numberText(above ?? "")}/${numberText(below ?? "")}` };
    },
  },
  {
    pattern: compiled(
      `(?:(?<year>${DIGITS}|${SINO}|\\d{2,4}) ?년 ?)?(?<month>${MONTH}) ?월(?: ?(?<day>${SINO}|\\d{1,2}) ?일)?`,
    ),
    kind: "date",
    write: writeDate,
  },
  {
    // `팔월 일일부터 오일까지`
    pattern: compiled(`(?<day>${SINO}) ?일(?=까지)`),
    kind: "date",
    write: ({ day = "" }) => (Number(numberText(day)) <= LAST_DAY ? { text: `${numberText(day)}일` } : null),
  },
  {
    pattern: compiled(`(?<year>${DIGITS}|${SINO}) ?년`),
    kind: "date",
    write: ({ year = "" }) => ({ text: `${yearText(year)}년` }),
  },
  {
    pattern: compiled(
      `(?:(?<half>${HALF_OF_DAY}) ?)?(?<hour>${NATIVE}|${SINO}|${ZERO}|\\d{1,2}) ?시(?: ?(?:(?<thirty>반)|(?<minute>${SINO}|${ZERO}|\\d{1,2}) ?분))?(?: ?(?<second>${SINO}|\\d{1,2}) ?초)?`,
    ),
    kind: "time",
    write: writeTime,
  },
  {
    pattern: compiled(`(?<number>${NUMBER}) ?(?<currency>${CURRENCY})`),
    kind: "money",
    write: ({ number = "", currency = "" }) => {
      const amount = numberText(number);
      const grouped = amount.replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ",");
      return { text: `${CURRENCIES[currency]}${amount}`, prose: `${grouped}${currency}` };
    },
  },
  {
    pattern: compiled(`(?<number>${NUMBER}) ?(?<unit>${UNIT})(?: ?(?:퍼|당) ?(?<per>${UNIT}|시간|초))?`),
    kind: "measure",
    write: ({ number = "", unit = "", per }) => {
      const below = per === "시간" ? "/h" : per === "초" ? "/s" : per ? `/${UNITS[per]}` : "";
      const symbol = `${UNITS[unit]}${below}`;
      return { text: `${numberText(number)} ${symbol}`, prose: `${numberText(number)}${symbol}` };
    },
  },
  {
    pattern: compiled("첫 ?(?:번째|번쨰|째)"),
    kind: "ordinal",
    write: () => ({ text: "1번째", prose: "첫 번째" }),
  },
  {
    pattern: compiled(`(?<number>${NATIVE})(?<gap> ?)(?<counter>${NATIVE_COUNTER})`),
    kind: "cardinal",
    write: ({ number = "", gap, counter = "" }) => {
      const value = nativeValue(number);
      if (!gap && GLUED_WORDS.has(number + counter)) return null;
      return value === 1 && NOT_ONE.has(counter) ? null : { text: `${value}${counter}` };
    },
  },
  {
    pattern: compiled(`(?<ordinal>제)? ?(?<number>${NUMBER})(?<gap> ?)(?<counter>${SINO_COUNTER})`),
    kind: "cardinal",
    write: ({ ordinal = "", number = "", gap, counter = "" }) => {
      // 이십일 is rather 21 than 20 days.
      if (counter === "일" && !gap && /[십백천만억조]$|점/.test(number)) return null;
      // Glued single syllables are other words: 이번, 이분, 일일이, 사회, 사장, 오장.
      const single = /^[일이삼사오육칠팔구조만천백십경억]$/.test(number);
      if (single && !ordinal && GLUED.test(counter)) return null;
      return { text: `${ordinal}${numberText(number)}${counter}` };
    },
  },
  {
    pattern: compiled(`(?<digits>${DIGITS}(?: ?(?:에|의|다시|-) ?${DIGITS})*)`),
    kind: "telephone",
    write: writeDigits,
  },
  {
    pattern: compiled(`(?<number>${NUMBER})`),
    kind: "cardinal",
    write: ({ number = "" }, alone) => {
      const plain = number.replaceAll(" ", "");
      const clear = /[십백천만억조]/.test(plain) || /^마이너스|점/.test(plain);
      if (/^\d/.test(plain) || (!alone && (!clear || OTHER_WORDS.has(plain) || plain.length < 2)))
        return null;
      return { text: numberText(number) };
    },
  },
];

const GLUED =
  /^(?:개월|번|분|회|장|도|세|차|등|대|조|항|점|위|인|여|명|절|동|편|건|배|호|주|평|권|살|박|일|개|초|층|일간|주간|세기|인용|년대|인분)$/;

const readAddress = addressReader({
  signs: { 골뱅이: "@", "점/닷": ".", "대시/하이픈": "-", "밑줄/언더바": "_", "슬래시/슬래쉬": "/" },
  domains: ["kr"],
});

export function readKorean(words: Words, at: number): Written | null {
  if (/^[a-z]/.test(words[at] ?? "")) return readAddress(words, at);
  if (
    !/^[일이삼사오육륙칠팔구십백천만억조경영공유시마열스서쉰예여아하한둘두셋세석넷네넉다제첫오새점저밤낮\d]/.test(
      words[at] ?? "",
    )
  )
    return null;
  const line = words.slice(at, at + LOOK_AHEAD_WORDS).join(" ");
  let best: (Written & { length: number }) | null = null;
  for (const { pattern, kind, write } of PATTERNS) {
    const found = match(line, pattern, write, words.length <= LOOK_AHEAD_WORDS && at === 0);
    if (found && found.length > (best?.length ?? 0)) best = { ...found, kind };
  }
  if (!best) return null;
  const { length: _, ...written } = best;
  return written;
}

/** A pattern that ends at the end of a word, or before particles that are glued to it. */
function match(line: string, pattern: RegExp, write: Pattern["write"], whole: boolean) {
  pattern.lastIndex = 0;
  const found = pattern.exec(line);
  const length = found?.[0].trimEnd().length ?? 0;
  if (!found || length === 0) return null;
  const rest = line.slice(length).split(" ", 1)[0] ?? "";
  if (rest !== "" && !PARTICLES.test(rest)) return null;
  const text = write(found.groups ?? {}, whole && length === line.length);
  if (!text || (found[0].trimEnd().length < 2 && !whole)) return null;
  return {
    length,
    words: (line.slice(0, length).match(/ /g)?.length ?? 0) + 1,
    text: text.text + rest,
    ...(text.prose !== undefined && { prose: text.prose + rest }),
  };
}

function yearText(spoken: string): string {
  return new RegExp(`^(?:${DIGITS})$`, "u").test(spoken) ? digitsText(spoken) : numberText(spoken);
}

function writeDate({ year, month = "", day }: Readonly<Record<string, string | undefined>>): Text | null {
  const number = month === "유" ? "6" : month === "시" ? "10" : numberText(month);
  const days = day === undefined ? null : numberText(day);
  if (days !== null && (Number(days) < 1 || Number(days) > 31)) return null;
  const parts = [year && `${yearText(year)}년`, `${number}월`, days && `${days}일`];
  return { text: parts.filter(Boolean).join(" ") };
}

/** With a colon, as NeMo's `ko/verbalizers/time.py` has it; a sentence has the words: `오후 2시 30분`. */
function writeTime(groups: Readonly<Record<string, string | undefined>>): Text | null {
  const { half, hour = "", thirty, minute, second } = groups;
  const native = new RegExp(`^(?:${NATIVE})$`, "u").test(hour);
  const hours = native ? nativeValue(hour) : Number(numberText(hour));
  const minutes = thirty ? 30 : minute === undefined ? null : Number(numberText(minute));
  const seconds = second === undefined ? null : Number(numberText(second));
  if (hours > 24 || (minutes ?? 0) > 59 || (seconds ?? 0) > 59) return null;
  // 이시, 사시, 일시 are other words; hours of one syllable are native.
  if (!native && !half && minutes === null && hour.length < 2) return null;
  const clock = [hours, minutes ?? 0, ...(seconds === null ? [] : [seconds])];
  const text = clock.map((part, i) => (i === 0 ? part : String(part).padStart(2, "0"))).join(":");
  const spelled = [
    `${hours}시`,
    thirty ? "반" : minutes !== null && `${minutes}분`,
    seconds !== null && `${seconds}초`,
  ];
  const lead = half ? `${half} ` : "";
  return { text: lead + text, prose: lead + spelled.filter(Boolean).join(" ") };
}

/** Telephone numbers in the country's groups; other rows of four digits and more as they are. */
function writeDigits({ digits = "" }: Readonly<Record<string, string | undefined>>): Text | null {
  const parts = digits.split(/ ?(?:에|의|다시|-) ?/u);
  const text = digitsText(parts.join(""));
  const grouped =
    /^(02|0\d\d)(\d{3,4})(\d{4})$/.exec(text) ??
    (text.length === 8 && parts.length > 1 ? /^(\d{4})(\d{4})$/.exec(text) : null);
  if (grouped) return { text: grouped.slice(1).join("-") };
  if (parts.length > 1)
    return parts.every((part) => digitsText(part).length > 1)
      ? { text: parts.map(digitsText).join("-") }
      : null;
  return text.length < 4 ? null : { text };
}
