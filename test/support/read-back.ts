/** Numbers, dates and amounts that are spelled, formatted, and must come back as they were. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rulesFor } from "../../src/text/languages/index.ts";
import { normalize } from "../../src/text/languages/normalize.ts";
import { type Speller, spellersOf } from "./spellers/rbnf.ts";
import { SPOKEN, type SpokenForms } from "./spellers/spoken-dates.ts";

export const READ_BACK = Object.keys(SPOKEN);

interface Language {
  code: string;
  spellers: ReadonlyMap<string, Speller>;
  /** January to December as they are written in a date. */
  months: readonly string[];
  digits: string;
  forms: SpokenForms;
}

export function languageOf(code: string): Language {
  const path = join(import.meta.dir, "../../src/text/languages", code, "cldr.json");
  const data: { months: string[]; digits: string } = JSON.parse(readFileSync(path, "utf8"));
  return {
    code,
    spellers: spellersOf(code),
    months: data.months.map((names) => names.split("/")[0] ?? ""),
    digits: data.digits,
    forms: SPOKEN[code] as SpokenForms,
  };
}

/** The spoken words, the expected text, and the written one. */
export interface ReadBack {
  spoken: string;
  expected: string;
  written: string;
}

/** @param turn Picks one of the rule sets of cardinals; without it each says the number. */
export function readNumber(language: Language, value: number, turn?: number): ReadBack[] {
  const sets = [...language.spellers].filter(([name]) => /-(?:cardinal|numbering$)/.test(name));
  return sets
    .filter((_, index) => turn === undefined || index === turn % sets.length)
    .map(([, spell]) => attempt(language, spell(value), String(value)));
}

export function readDate(language: Language, date: number, month: number, year: number): ReadBack {
  const { forms, spellers, months, code } = language;
  const cardinal = numberingOf(spellers);
  const ordinal = spellers.get(forms.ordinals ?? "") ?? cardinal;
  // Vietnamese and others say months as numbers: one of them is enough.
  const name = code === "vi" ? "" : (months[month - 1] ?? "");
  const years = spellers.get("%spellout-numbering-year") ?? cardinal;
  const [spoken, written] = forms.date;
  const day = Math.min(date, forms.lastDay ?? date);
  return attempt(
    language,
    spoken
      .replace("{d}", cardinal(day))
      .replace("{o}", () => ordinal(day))
      .replace("{n}", name.toLowerCase())
      .replace("{y}", () => years(year))
      .replace("{p}", () => ordinal(year)),
    written.replace("{d}", String(day)).replace("{n}", name).replace("{y}", String(year)),
  );
}

export function readAmount(language: Language, amount: number, cents: number): ReadBack {
  const cardinal = numberingOf(language.spellers);
  const [spoken, written] = language.forms.money;
  return attempt(
    language,
    spoken.replace("{a}", cardinal(amount)).replace("{c}", () => cardinal(cents)),
    written.replace("{a}", String(amount)).replace("{c}", String(cents)),
  );
}

function numberingOf(spellers: ReadonlyMap<string, Speller>): Speller {
  return (spellers.get("%spellout-numbering") ?? spellers.get("%spellout-cardinal")) as Speller;
}

function attempt({ code, digits }: Language, spoken: string, expected: string): ReadBack {
  const own = [...digits];
  const said = spoken.normalize("NFC");
  return {
    spoken: said,
    expected: expected.replace(/\d/g, (digit) => own[Number(digit)] ?? digit),
    written: normalize(said, rulesFor(code)),
  };
}
