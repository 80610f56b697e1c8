/** English inverse text normalization: of all that can be read at a word, the longest; on a tie the first named here. */
import { longestOf } from "../shared/readers.ts";
import { readAddress } from "./addresses.ts";
import { readDate } from "./dates.ts";
import { readDigits } from "./digits.ts";
import { readLetters } from "./letters.ts";
import { readMeasure } from "./measures.ts";
import { readMoney, readPrice } from "./money.ts";
import { readDashed, readNumbered } from "./numbered.ts";
import { readCount, readFraction, readPoint, readRank } from "./plain-numbers.ts";
import { readPressure } from "./pressure.ts";
import { readStreet } from "./streets.ts";
import { readTime } from "./times.ts";
import { readTitle } from "./titles.ts";

export const readEnglish = longestOf([
  readAddress,
  readStreet,
  readPrice,
  readPressure,
  readTitle,
  readDashed,
  readNumbered,
  readDate,
  readTime,
  readMoney,
  readRank,
  readMeasure,
  readFraction,
  readPoint,
  readDigits,
  readCount,
  readLetters,
]);
