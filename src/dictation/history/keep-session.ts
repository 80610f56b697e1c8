import type { Principal } from "../../accounts/authentication/principal.ts";
import { allowsHistory, policyOf } from "../../accounts/policies/policy.ts";
import type { Db } from "../../store/db.ts";
import { insertSession, type NewSession } from "../../store/dictation/sessions.ts";
import { userById } from "../../store/people/users.ts";
import { countWords, indexTokens } from "../search/terms.ts";

export type KeptDictation = Omit<NewSession, "wordCount" | "terms">;

/** Whether texts may be stored now: whoever turned history off meanwhile does not find them there. */
export function mayKeep(db: Db, principal: Principal, userId: string): boolean {
  return allowsHistory(policyOf(db, principal)) && userById(db, userId)?.privacyMode === false;
}

/** Puts a finished dictation into its person's history. Call it in the transaction that bills it. */
export function keepSession(db: Db, dictation: KeptDictation, nowMs: number): void {
  const { finalText, rawText } = dictation;
  insertSession(db, { ...dictation, ...searchable({ finalText, rawText }) }, nowMs);
}

/** What follows from the texts of a session. */
export function searchable({ finalText, rawText }: Pick<NewSession, "finalText" | "rawText">) {
  const wordCount = countWords(finalText);
  const terms = indexTokens(rawText === finalText ? [finalText] : [finalText, rawText]);
  return { wordCount, terms };
}
