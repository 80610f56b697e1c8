import type { Db } from "../../store/db.ts";
import { insertSession, type NewSession } from "../../store/dictation/sessions.ts";
import { countWords, indexTokens } from "../../text/search/terms.ts";

export type KeptDictation = Omit<NewSession, "wordCount" | "terms">;

/** Puts a finished dictation into its person's history. Call it in the transaction that bills it. */
export function keepSession(db: Db, dictation: KeptDictation, nowMs: number): void {
  const { finalText, rawText } = dictation;
  insertSession(db, { ...dictation, ...searchable({ finalText, rawText }) }, nowMs);
}

/** The search terms of a session's texts. */
export function searchable({ finalText, rawText }: Pick<NewSession, "finalText" | "rawText">) {
  const wordCount = countWords(finalText);
  const terms = indexTokens(rawText === finalText ? [finalText] : [finalText, rawText]);
  return { wordCount, terms };
}
