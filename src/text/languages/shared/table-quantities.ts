/** Months, units and currencies of a language: CLDR's, with what its table has of its own. */
import type { LanguageData } from "./language-data.ts";
import type { LanguageTable } from "./language-table.ts";
import { metricUnits } from "./metric.ts";
import type { Notation } from "./notation.ts";
import type { PatternWords } from "./pattern-slots.ts";
import type { Currency, MeasureWords, MoneyWords } from "./quantities.ts";
import { alternatives, list } from "./readers.ts";
import { counting } from "./tables.ts";

export function measuresOf(data: LanguageData, table: LanguageTable, notation: Notation): MeasureWords {
  const { per, metric, everyday, halfAfterUnit, bareMetre, joinedUnits: joined } = table;
  const cldr = Object.entries(everyday === undefined ? data.units : {}).flatMap(([symbol, names]) => {
    const spoken = names.toLowerCase();
    return [...notation.phrases(spoken), ...notation.phrases(spoken.replaceAll("-", " "))].map((name) => [
      name,
      symbol,
    ]);
  });
  // The units of its own go before others of the same name.
  const own = alternatives(notation.table(table.units));
  const half = { halfAfter: notation.phrases(table.halves), half: `${data.decimal}5` };
  return {
    units: {
      ...Object.fromEntries(cldr),
      ...(metric && metricUnits(metric, notation)),
      ...Object.fromEntries(own),
    },
    everyday: notation.table(everyday),
    per: notation.phrases(per?.words),
    perPrice: notation.phrases(per?.price),
    perUnits: notation.table(per?.units),
    ...(halfAfterUnit && half),
    bareMetre,
    and: notation.phrases(table.moneyAnd),
    decimal: data.decimal,
    joined,
  };
}

export function moneyOf(data: LanguageData, table: LanguageTable, notation: Notation): MoneyWords {
  const { money, otherLayout, bareCents = "after-and", everyday, moneyNotBefore } = table;
  const adjective = moneyNotBefore === undefined ? null : new RegExp(`^(?:${moneyNotBefore})`, "u");
  const others = list(otherLayout?.symbols ?? "");
  const usual = table.moneyLayout ?? data.moneyLayout;
  const cldr = everyday === undefined ? data.currencies : {};
  const currency = (symbol: string, names: string, cents: string): Currency => ({
    symbol,
    names: notation.names(names),
    cents: notation.names(cents),
    layout: (others.includes(symbol) ? otherLayout?.layout : undefined) ?? usual,
    centSign: table.centSigns?.[symbol],
    afterRound: table.moneyAfterRound?.[symbol],
  });
  const own = Object.entries(money).map(([symbol, [names, cents]]) =>
    currency(symbol, `${names}/${cldr[symbol] ?? ""}`, cents),
  );
  const rest = Object.entries(cldr).filter(([symbol, names]) => names !== "" && !(symbol in money));
  return {
    currencies: [...own, ...rest.map(([symbol, names]) => currency(symbol, names, ""))],
    and: notation.phrases(table.moneyAnd),
    bareAnd: notation.phrases(table.moneyBareAnd),
    of: notation.phrases(table.moneyOf),
    bareCents,
    ...(adjective && {
      isMoney: (words, _, end) => !adjective.test(words.slice(end - 1, end + 1).join(" ")),
    }),
    bareCentsBefore: table.bareCentsBefore === undefined ? undefined : list(table.bareCentsBefore),
    decimal: data.decimal,
    gap: notation.gap,
  };
}

export function calendarOf(data: LanguageData, table: LanguageTable, notation: Notation) {
  return {
    months: monthsOf(data, table, notation),
    numberedMonths: counting(1, 1, table.numberedMonths ?? ""),
    eras: table.eras ?? {},
  };
}

/** Spoken month → as it is written, and in a sentence where that differs. */
function monthsOf(data: LanguageData, table: LanguageTable, notation: Notation): PatternWords["months"] {
  const extra = list(table.months ?? "");
  const months: Record<string, { text: string; prose?: string }> = {};
  data.months.forEach((names, index) => {
    const isCased = /^\p{Lu}/u.test(names);
    for (const entry of [...(extra[index] ?? "").split("/"), ...names.split("/")]) {
      const [name = "", written, prose] = entry.replaceAll("_", " ").split("=");
      if (name === "" || name === "-") continue;
      const cased = isCased
        ? name.replace(/^(?:d')?\p{L}/u, (start) => start.slice(0, -1) + start.slice(-1).toUpperCase())
        : name;
      const forms = { text: written ?? cased, ...(prose !== undefined && { prose }) };
      months[notation.phrase(name.toLowerCase())] ??= forms;
    }
  });
  return months;
}
