import { type Slices, withoutPauses } from "../../lib/slices.ts";
import type { Db } from "../../store/db.ts";
import { insertSession, type NewSession } from "../../store/dictation/sessions.ts";
import { countingWords, indexingTokens } from "../../text/search/terms.ts";

export type KeptDictation = Omit<NewSession, "wordCount" | "terms">;

/** Puts a finished dictation into its person's history. Call it in the transaction that bills it. */
export function keepSession(db: Db, dictation: KeptDictation, nowMs: number): void {
  const { finalText, rawText } = dictation;
  insertSession(db, { ...dictation, ...withoutPauses(searchable({ finalText, rawText })) }, nowMs);
}

/** The search terms of a session's texts. */
export function* searchable({
  finalText,
  rawText,
}: Pick<NewSession, "finalText" | "rawText">): Slices<Pick<NewSession, "wordCount" | "terms">> {
  const wordCount = yield* countingWords(finalText);
  const terms = yield* indexingTokens(rawText === finalText ? [finalText] : [finalText, rawText]);
  return { wordCount, terms };
}
