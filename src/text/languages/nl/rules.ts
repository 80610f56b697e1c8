/** Dutch. */
import type { LanguageRules } from "../../words/language-rules.ts";
import type { LanguageData } from "../shared/language-data.ts";
import type { LanguageTable } from "../shared/language-table.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";
import table from "./table.json";
import { timeReader } from "./time.ts";

export const dutch: LanguageRules = tableLanguage(
  "nl",
  data as LanguageData,
  table as unknown as LanguageTable,
  ({ numbers }) => ({ readers: [timeReader(numbers.cardinal)] }),
);
