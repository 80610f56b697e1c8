/**
 * Units of measure whose names languages build alike: SI prefixes before names that take a plural or cases. A language gives
 * names, prefixes and endings; the symbols are those of the SI brochure.
 */
import type { MetricTable } from "./language-table.ts";
import type { Notation } from "./notation.ts";
import { alternatives, list } from "./readers.ts";

const LENGTHS = /^(?:[kdcm]?m|[кдсм]?м)$/;

export function metricUnits(table: MetricTable, notation: Notation): Record<string, string> {
  const forms = formsOf(table.forms);
  const powers = alternatives(notation.table(table.powers));
  const prefixes = Object.entries(notation.table(table.prefixes));
  const [bases, prefixedOnly] = [notation.table(table.bases), notation.table(table.prefixedOnly)];
  const units: Record<string, string> = {};

  function add(name: string, unit: string): void {
    for (const form of forms(name)) {
      units[form] ??= unit;
      if (!LENGTHS.test(unit)) continue;
      for (const [adjective, power] of powers)
        units[table.powersStand === "after" ? `${form} ${adjective}` : `${adjective} ${form}`] = unit + power;
    }
  }

  for (const [name, symbol] of Object.entries(notation.table(table.others))) add(name, symbol);
  for (const [name, symbol] of Object.entries({ ...bases, ...prefixedOnly })) {
    if (name in bases) add(name, symbol);
    for (const [prefix, sign] of prefixes) {
      const unit = symbol.replace(/^|(?<=\|)/g, sign);
      add(prefix + name, unit);
      add(`${prefix} ${name}`, unit);
    }
  }
  return units;
}

/** A name and its other forms: those of the first ending that it has. */
function formsOf(endings: string): (name: string) => string[] {
  const known = list(endings).map((entry) => {
    const [ending = "", forms = ""] = entry.split("=");
    return { ending: ending.replace("*", ""), forms: forms.split("/") };
  });
  return (name) => {
    const found = known.find(({ ending }) => name.endsWith(ending));
    const stem = name.slice(0, name.length - (found?.ending.length ?? 0));
    return [name, ...(found?.forms ?? []).map((form) => stem + form)];
  };
}
