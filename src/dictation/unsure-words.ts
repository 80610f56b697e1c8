/** Words that the recognizer may have misheard, listed beside an answer, which has the contract's fields alone. */
import { readRanges, type TextRange, writeRanges } from "../lib/text-ranges.ts";

export const UNSURE_WORDS = "Tiro-Unsure-Words";

/** No header where there are no such words. */
export function unsureWordsHeader(ranges: readonly TextRange[]): Record<string, string> {
  return ranges.length === 0 ? {} : { [UNSURE_WORDS]: writeRanges(ranges) };
}

export function unsureWordsIn(headers: Headers): TextRange[] {
  return readRanges(headers.get(UNSURE_WORDS) ?? "");
}
