/** Words of measures, for readers that must not take them for anything else. */
import type { LanguageData } from "../shared/language-data.ts";
import type { LanguageTable } from "../shared/language-table.ts";
import { Notation } from "../shared/notation.ts";
import { alternatives } from "../shared/readers.ts";
import { measuresOf } from "../shared/table-quantities.ts";
import data from "./cldr.json";
import table from "./table.json";

const { units, everyday } = measuresOf(
  data as LanguageData,
  table as unknown as LanguageTable,
  new Notation(true),
);
const UNITS = new Set([...alternatives(units), ...alternatives(everyday)].map(([name]) => name));

export function isUnit(word: string | undefined): boolean {
  return UNITS.has(word ?? "");
}
