import type { Db } from "../../store/db.ts";
import { insertSession, type NewSession } from "../../store/dictation/sessions.ts";
import { countWords, indexTokens } from "../search/terms.ts";

export type KeptDictation = Omit<NewSession, "wordCount" | "terms">;

/** Puts a finished dictation into its person's history. Call it in the transaction that bills it. */
export function keepSession(db: Db, dictation: KeptDictation, nowMs: number): void {
  const { finalText, rawText } = dictation;
  const wordCount = countWords(finalText);
  const terms = indexTokens(rawText === finalText ? [finalText] : [finalText, rawText]);
  insertSession(db, { ...dictation, wordCount, terms }, nowMs);
}
