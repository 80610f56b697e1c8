/**
 * `bun run languages`: writes the tables of the languages that take their numbers, months, units and currencies from Unicode
 * CLDR: `src/text/languages/CODE/cldr.json`. `scripts/languages/rules/CODE.txt` adds rules where CLDR has none for
 * a language, or not all that is said.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LanguageData } from "../../src/text/languages/shared/language-data.ts";
import { grammarOf, parseRules, type RuleSets } from "./rbnf.ts";
import { CURRENCIES, UNITS } from "./things.ts";

const ROOT = join(import.meta.dir, "../..");
const MODULES = join(ROOT, "node_modules");
const CODES =
  "ar be bn bg ca hr cs da de en es et fi fr gl el he hi hu id ga it lv lt ms mt mr mn nl no fa pl pt ro ru sl sw sv ta th tr uk ur vi cy yi".split(
    " ",
  );

interface Names {
  [key: string]: string;
}

function cldr(part: string, code: string, file: string) {
  return JSON.parse(readFileSync(join(MODULES, `cldr-${part}-full/main/${code}/${file}.json`), "utf8")).main[
    code
  ];
}

function ruleSets(code: string): RuleSets[] {
  const ours = join(import.meta.dir, `rules/${code}.txt`);
  const theirs = join(MODULES, `cldr-rbnf/rbnf/${code}.json`);
  const extra = existsSync(ours) ? readFileSync(ours, "utf8") : "";
  const sets = extra === "" ? [] : [parseRules(extra)];
  if (existsSync(theirs) && !extra.startsWith("# alone")) {
    const all: RuleSets = JSON.parse(readFileSync(theirs, "utf8")).rbnf.rbnf.SpelloutRules;
    sets.push(without(all, extra));
  }
  return sets;
}

/** `# not 600: text` takes a rule of CLDR that begins so for a mistake, `# not %name` a whole set. */
function without(sets: RuleSets, extra: string): RuleSets {
  const mistakes = [...extra.matchAll(/^# not (\d+): (.*)$/gmu)];
  const isRight = ([base, text]: RuleSets[string][number]) =>
    !mistakes.some(([, low, start = ""]) => base === low && text.startsWith(start));
  return Object.fromEntries(
    Object.entries(sets)
      .filter(([name]) => name.startsWith("%") && !extra.includes(`# not ${name}\n`))
      .map(([name, rules]) => [name, rules.filter(isRight)]),
  );
}

/** Different spoken forms of a thing, apart by `/`. */
function forms(names: readonly string[]): string {
  const clean = names.map((name) =>
    name
      .replace(/[\u200e\u200f]/g, "")
      .replaceAll("\u00a0", " ")
      .trim(),
  );
  return [...new Set(clean.filter((name) => name !== "" && !name.includes("/")))].join("/");
}

function monthsOf(code: string): string[] {
  const { months } = cldr("dates", code, "ca-gregorian").dates.calendars.gregorian;
  const [format, alone]: Names[] = [months.format.wide, months["stand-alone"].wide];
  return Object.keys(format as Names).map((month) => forms([format?.[month] ?? "", alone?.[month] ?? ""]));
}

function weekdaysOf(code: string): string[] {
  const { days } = cldr("dates", code, "ca-gregorian").dates.calendars.gregorian;
  return Object.values(days.format.wide as Names);
}

function unitsOf(code: string): Names {
  const { long, short } = cldr("units", code, "units").units;
  const units: Names = {};
  for (const [key, sign] of Object.entries(UNITS)) {
    const spoken = patternsOf(long[key]);
    let [symbol = sign] = patternsOf(short[key]).slice(-1);
    symbol = symbol.replace(/[\u200e\u200f]/g, "").trim();
    const latin = sign !== "" && !/[^\p{Script=Latin}\p{P}\p{S}\d²³]/u.test(symbol) ? sign : "";
    const name = forms(spoken);
    if (name !== "")
      units[latin || symbol] = forms([units[latin || symbol] ?? "", name].flatMap((text) => text.split("/")));
  }
  return units;
}

/** The text around the number in all plural forms and cases. */
function patternsOf(unit: Names | undefined): string[] {
  return Object.entries(unit ?? {})
    .filter(([key, pattern]) => /-count-|^unitPattern/.test(key) && /^\{0\}\s?\S/u.test(pattern))
    .map(([, pattern]) => pattern.replace("{0}", "").replaceAll("\u00a0", " ").trim());
}

function currenciesOf(code: string): Names {
  const { currencies } = cldr("numbers", code, "currencies").numbers;
  return Object.fromEntries(
    Object.entries(CURRENCIES).map(([id, symbol]) => {
      const names = Object.entries((currencies[id] ?? {}) as Names).filter(([key]) =>
        key.startsWith("displayName"),
      );
      return [symbol, forms(names.map(([, name]) => name.toLowerCase()))];
    }),
  );
}

function dataOf(code: string): LanguageData {
  const grammar = grammarOf(code, ruleSets(code));
  const { numbers } = cldr("numbers", code, "numbers");
  const system = numbers.defaultNumberingSystem;
  const symbols = numbers[`symbols-numberSystem-${system}`];
  const money: string = numbers["currencyFormats-numberSystem-latn"].standard.split(";")[0];
  return {
    ...grammar,
    decimal: symbols.decimal,
    group: symbols.group,
    indian: numbers["decimalFormats-numberSystem-latn"].standard.startsWith("#,##,"),
    digits: DIGITS[system] ?? "",
    percentGap: /\s/u.test(
      numbers["percentFormats-numberSystem-latn"].standard.replace(/[\u200e\u200f]/g, ""),
    )
      ? " "
      : "",
    moneyLayout: moneyLayout(money.replace(/[\u200e\u200f]/g, "")),
    months: monthsOf(code),
    weekdays: weekdaysOf(code),
    units: unitsOf(code),
    percent: forms(patternsOf(cldr("units", code, "units").units.long["concentr-percent"])),
    currencies: currenciesOf(code),
  };
}

const DIGITS: Names = { deva: "०१२३४५६७८९", beng: "০১২৩৪৫৬৭৮৯", arabext: "۰۱۲۳۴۵۶۷۸۹" };

function moneyLayout(pattern: string): LanguageData["moneyLayout"] {
  if (!pattern.startsWith("¤")) return "after";
  return /^¤\s/u.test(pattern) ? "before-spaced" : "before";
}

/** Hungarian without the endings of cases, which `suffixes` of its table reads after anything: `kilométerrel`, `tizedikén`. */
function withoutCases(data: LanguageData): LanguageData {
  const bare = ([sign, names]: [string, string]) => [sign, names.split("/", 1).join("")];
  const ordinals = (data.sets.o ?? "")
    .split("\n")
    .filter((rule) => !/(?:án|ai|ára|ától|áig|én|ei|ére|étől|éig)$/u.test(rule));
  return {
    ...data,
    units: Object.fromEntries(Object.entries(data.units).map(bare)),
    percent: "százalék",
    sets: { ...data.sets, o: [...ordinals, "1 els"].join("\n") },
  };
}

for (const code of CODES) {
  const data = dataOf(code);
  const folder = join(ROOT, "src/text/languages", code);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "cldr.json"),
    `${JSON.stringify(code === "hu" ? withoutCases(data) : data, null, 2)}\n`,
  );
}
