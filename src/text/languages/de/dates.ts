/** German dates, years and ordinals: `zwölfter märz zweitausendzwölf`, `dritter zehnter`, `zwanzigstes`. */
import type { Written } from "../../formatting/language-rules.ts";
import {
  dateOf,
  dateReader,
  eraReader,
  ordinalSignReader,
  splitYearReader,
  yearReader,
} from "../shared/dates.ts";
import { list, phraseLength, type Reader, type Words } from "../shared/readers.ts";
import { cardinal, ordinal } from "./numbers.ts";
import { MEASURES, MONEY } from "./units.ts";

/** The bare form abbreviates, as NeMo's German inverse text normalization does (`taggers/date.py`). */
const MONTHS: Readonly<Record<string, { text: string; prose: string }>> = {
  januar: { text: "Jan.", prose: "Januar" },
  jänner: { text: "Jan.", prose: "Jänner" },
  februar: { text: "Feb.", prose: "Februar" },
  feber: { text: "Feb.", prose: "Feber" },
  märz: { text: "März", prose: "März" },
  april: { text: "Apr.", prose: "April" },
  mai: { text: "Mai", prose: "Mai" },
  juni: { text: "Jun.", prose: "Juni" },
  juno: { text: "Jun.", prose: "Juni" },
  juli: { text: "Jul.", prose: "Juli" },
  julei: { text: "Jul.", prose: "Juli" },
  august: { text: "Aug.", prose: "August" },
  september: { text: "Sept.", prose: "September" },
  oktober: { text: "Okt.", prose: "Oktober" },
  november: { text: "Nov.", prose: "November" },
  dezember: { text: "Dez.", prose: "Dezember" },
};

const ERAS = {
  "vor christus": "v. Chr.",
  "vor christi geburt": "v. Chr.",
  "nach christus": "n. Chr.",
  "nach christi geburt": "n. Chr.",
};

const year = yearReader(cardinal, "halves");

const byMonth = dateReader({
  months: MONTHS,
  day: (words, at) => {
    const day = ordinal(words, at);
    return day && { ...day, text: `${day.value}.` };
  },
  year,
  eras: ERAS,
});

/** `am dritten zehnten zweitausendfünf` → 3.10.2005. */
function byNumber(words: Words, at: number): Written | null {
  const day = ordinal(words, at);
  const month = day && day.value <= 31n ? ordinal(words, at + day.words) : null;
  if (!day || !month || month.value > 12n || month.value === 0n || day.value === 0n) return null;
  const length = day.words + month.words;
  const end = year(words, at + length);
  // Two ordinals without a year are a date after `am` only.
  if (!end && !/^(?:am|vom|zum|bis|den|dem)$/.test(words[at - 1] ?? "")) return null;
  return dateOf(length + (end?.words ?? 0), `${day.value}.${month.value}.${end?.value ?? ""}`);
}

/** Eleventh and twelfth stay words, as their cardinals do. */
const LEAST_ORDINAL = 13n;

/** `neunzehnachtzig` in one word. */
function fusedYear(words: Words, at: number): Written | null {
  const [, century = "", rest = ""] = /^(.*?zehn|elf|zwölf|zwanzig)(.+)$/.exec(words[at] ?? "") ?? [];
  const found = century === "" ? null : year([century, rest], 0);
  return found?.words === 2 ? dateOf(1, String(found.value)) : null;
}

const countedLength = phraseLength([
  ...[MEASURES.units, MEASURES.everyday].flatMap((units) =>
    Object.keys(units).flatMap((key) => key.split("/")),
  ),
  ...MONEY.currencies.flatMap(({ names }) => names.split("/")),
  ...list("prozent uhr mal grad"),
]);
/** `das kostet neunzehn neunzig` is an amount. */
const PRICED = /^(?:kost\p{L}*|preis\p{L}*|für|nur|macht|zahl\p{L}*|bezahl\p{L}*|euro)$/u;

/** `neunzehn vierundneunzig`: a century and then a number that counts nothing; years from 1800 to 2039. */
function twoPartYear(words: Words, at: number): Written | null {
  const found = /^(?:acht|neun)zehn$|^zwanzig$/.test(words[at] ?? "") ? year(words, at) : null;
  if (!found || found.words < 2 || cardinal(words, at)?.words !== 1 || found.value > 2039n) return null;
  const before = words.slice(Math.max(0, at - 2), at);
  if (before.some((word) => PRICED.test(word)) || cardinal(before, before.length - 1)) return null;
  return countedLength(words, at + found.words) > 0 ? null : dateOf(found.words, String(found.value));
}

/** `achtziger jahre`, `neunzehnhundertachtziger`. */
function decade(words: Words, at: number): Written | null {
  const [, stem = ""] = /^(.*zig|.*ßig|.*tausend|.*hundert)er$/.exec(words[at] ?? "") ?? [];
  const found = stem === "" ? null : cardinal([stem], 0);
  return found ? dateOf(1, `${found.value}er`) : null;
}

export const dateReaders: readonly Reader[] = [
  byMonth,
  byNumber,
  eraReader(cardinal, ERAS),
  splitYearReader(cardinal, list("jahr jahre jahres seit um anno von bis sommer winter herbst frühjahr")),
  twoPartYear,
  fusedYear,
  decade,
  ordinalSignReader(ordinal, LEAST_ORDINAL, () => "."),
];
