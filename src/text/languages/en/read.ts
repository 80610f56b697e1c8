/** What English reads beyond its table; of equally long readings that of the first named here. */
import type { LanguageCode, Parts } from "../shared/table-language.ts";
import { addresses } from "./addresses.ts";
import { readMonthBeside, readSlashed } from "./dates.ts";
import { readDigits } from "./digits.ts";
import { readLetters } from "./letters.ts";
import { measureReader } from "./measures.ts";
import { readPrice } from "./money.ts";
import { readCitation, readDashed, readNumbered, readWeighed } from "./numbered.ts";
import { promptReader } from "./paths.ts";
import { readFraction, readSplit } from "./plain-numbers.ts";
import { isMoney } from "./pounds.ts";
import { readProduct } from "./products.ts";
import { readPostBox, readStreet } from "./streets.ts";
import table from "./table.json";
import { readTime } from "./times.ts";
import { readTitle } from "./titles.ts";

export function englishCode({ measures: { perUnits } }: Parts): LanguageCode {
  return {
    readers: (_, parser) => [
      promptReader(parser),
      readStreet,
      readPostBox,
      readProduct,
      readPrice,
      readTitle,
      readDashed,
      readCitation,
      readWeighed,
      readNumbered,
    ],
    laterReaders: (amount) => [
      readMonthBeside,
      readSlashed,
      readTime,
      measureReader(amount, { least: table.least, perUnits }),
      readFraction,
      readSplit,
      readDigits,
      readLetters,
    ],
    denominator: () => null,
    addresses,
    isMoney,
    readsSigns: false,
  };
}
