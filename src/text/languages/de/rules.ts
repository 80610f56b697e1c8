/** German. */
import type { LanguageRules } from "../../words/language-rules.ts";
import type { LanguageData } from "../shared/language-data.ts";
import type { LanguageTable } from "../shared/language-table.ts";
import type { Words } from "../shared/readers.ts";
import type { SpelledNumbers } from "../shared/spelled/numbers.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";
import { dateReaders } from "./dates.ts";
import { isNoun } from "./nouns.ts";
import { namedStreetReader, placeReader } from "./places.ts";
import { isPolite } from "./politeness.ts";
import table from "./table.json";

const rules = tableLanguage("de", data as LanguageData, table as unknown as LanguageTable, (parts) => ({
  readers: () => [namedStreetReader, placeReader(parts.numbers), ...dateReaders(parts)],
  denominator: denominator(parts.numbers),
}));

/** `drittel`, `zwanzigstel`; `halb` is separate, as it takes no ending of its own. */
function denominator({ properOrdinal }: SpelledNumbers) {
  return (words: Words, at: number) => {
    const word = words[at] ?? "";
    if (/^halbe?[rsn]?$/.test(word)) return { words: 1, value: 2n };
    const [, stem] = /^(.+)eln?$/.exec(word) ?? [];
    const found = stem === undefined ? null : properOrdinal([`${stem}e`], 0);
    return found && found.value > 2n ? { words: 1, value: found.value } : null;
  };
}

export const german: LanguageRules = {
  ...rules,
  isNoun: (context) => isNoun(context) || isPolite(context),
  adjectives: {
    always:
      /(?:^| )(?:d(?:er|e[mns])|(?:[kmd]?ein|unser|euer)(?:e[mns])?) \p{L}+(?:ende|ige|iche|ische|ste|te)[nrsm]?$/u,
    alone:
      /(?:(?:^| )(?:[kmds]?ein|ihr|unser|euer)(?:e[mnrs]?)? \p{L}+|(?:^| )d(?:er|ie|as|e[mns]) \p{L}+ \p{L}*(?:ge|[bv]er?|ent|zer|über|unter)\p{L}{2,}(?:en|t)|^d(?:er|ie|as|e[mns]) (?:(?:von|durch|i[mn]|a[mn]) \p{L}+ )?\p{L}+)e[mnrs]?$/u,
  },
};
