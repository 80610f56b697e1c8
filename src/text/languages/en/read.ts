/** English inverse text normalization: of all that can be read at a word, the longest; on a tie the first named here. */
import { longestOf } from "../shared/readers.ts";
import { readAddress } from "./addresses.ts";
import { readDate } from "./dates.ts";
import { readDigits } from "./digits.ts";
import { readLetters } from "./letters.ts";
import { readMeasure } from "./measures.ts";
import { readMoney, readPrice } from "./money.ts";
import { readCitation, readDashed, readNumbered } from "./numbered.ts";
import { readPrompt } from "./paths.ts";
import { readCount, readFraction, readPoint, readRank, readSplit } from "./plain-numbers.ts";
import { readPressure } from "./pressure.ts";
import { readProduct } from "./products.ts";
import { readPostBox, readStreet } from "./streets.ts";
import { readTime } from "./times.ts";
import { readTitle } from "./titles.ts";

export const readEnglish = longestOf([
  readAddress,
  readPrompt,
  readStreet,
  readPostBox,
  readProduct,
  readPrice,
  readPressure,
  readTitle,
  readDashed,
  readCitation,
  readNumbered,
  readDate,
  readTime,
  readMoney,
  readRank,
  readMeasure,
  readFraction,
  readSplit,
  readPoint,
  readDigits,
  readCount,
  readLetters,
]);
