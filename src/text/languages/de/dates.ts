/** German years that stand without a month's name: `neunzehn vierundneunzig`, `achtziger`. */
import { dateOf } from "../shared/dates.ts";
import { list, phraseLength, type Reader } from "../shared/readers.ts";
import type { SpelledNumbers } from "../shared/spelled/numbers.ts";
import type { Parts } from "../shared/table-language.ts";

/** `das kostet neunzehn neunzig` is an amount. */
const PRICED = /^(?:kost\p{L}*|preis\p{L}*|für|nur|macht|zahl\p{L}*|bezahl\p{L}*|euro)$/u;

export function dateReaders(parts: Parts): Reader[] {
  return [twoPartYear(parts), decade(parts.numbers)];
}

/** `neunzehn vierundneunzig`: a century and then a number that counts nothing; years from 1800 to 2039. */
function twoPartYear({ numbers: { cardinal, year }, measures, money }: Parts): Reader {
  const countedLength = phraseLength(
    [
      ...Object.keys({ ...measures.units, ...measures.everyday }),
      ...money.currencies.map(({ names }) => names),
      ...list("prozent uhr mal grad"),
    ].flatMap((names) => names.split("/")),
  );
  return (words, at) => {
    const found = /^(?:acht|neun)zehn$|^zwanzig$/.test(words[at] ?? "") ? year(words, at) : null;
    if (!found || found.words < 2 || cardinal(words, at)?.words !== 1 || found.value > 2039n) return null;
    const before = words.slice(Math.max(0, at - 2), at);
    if (before.some((word) => PRICED.test(word)) || cardinal(before, before.length - 1)) return null;
    return countedLength(words, at + found.words) > 0 ? null : dateOf(found.words, String(found.value));
  };
}

/** `achtziger jahre`, `neunzehnhundertachtziger`. */
function decade({ cardinal }: SpelledNumbers): Reader {
  return (words, at) => {
    const [, stem = ""] = /^(.*zig|.*ßig|.*tausend|.*hundert)er$/.exec(words[at] ?? "") ?? [];
    const found = stem === "" ? null : cardinal([stem], 0);
    return found ? dateOf(1, `${found.value}er`) : null;
  };
}
