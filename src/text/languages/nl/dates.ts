/** Dutch dates, years and ordinals: `vijfentwintig juli tweeduizend twaalf`, `eenentwintigste`. */
import type { Written } from "../../formatting/language-rules.ts";
import { dateOf, dateReader, eraReader, plainMonths, yearReader } from "../shared/dates.ts";
import { list, type Reader, type Words } from "../shared/readers.ts";
import { cardinal, ordinal } from "./numbers.ts";

const ERAS = { "voor christus": "v.Chr.", "na christus": "n.Chr." };

const year = yearReader(cardinal, "halves");

const byMonth = dateReader({
  months: plainMonths(
    list("januari februari maart april mei juni juli augustus september oktober november december"),
  ),
  day: (words, at) => {
    const day = ordinal(words, at) ?? cardinal(words, at);
    return day && { ...day, text: String(day.value) };
  },
  year,
  between: [],
  betweenYear: [],
  eras: ERAS,
});

const LEAST_ORDINAL = 10n;

function ordinals(words: Words, at: number): Written | null {
  const found = ordinal(words, at);
  return found && found.value >= LEAST_ORDINAL
    ? { words: found.words, text: `${found.value}e`, kind: "ordinal" }
    : null;
}

/** `negentien tachtig` after a word that a year follows. */
function splitYear(words: Words, at: number): Written | null {
  const plain = cardinal(words, at);
  const found = year(words, at);
  const inYear = /^(?:in|jaar|sinds|anno|van|uit|zomer|winter|herfst|voorjaar|najaar)$/.test(
    words[at - 1] ?? "",
  );
  if (!plain || !found || found.words <= plain.words || !inYear) return null;
  return dateOf(found.words, String(found.value));
}

export const dateReaders: readonly Reader[] = [byMonth, eraReader(cardinal, ERAS), splitYear, ordinals];
