/** The newest dictations, as the app's page brings them along: what people come for is there with it. */
import type { BrowserSession } from "../../accounts/credentials/browser-sessions.ts";
import { SCOPES } from "../../accounts/credentials/scopes.ts";
import { currentUser } from "../../accounts/people/current-user.ts";
import { limits } from "../../config/limits.ts";
import type { SessionList } from "../../dictation/history/sessions.ts";
import type { DictationUseCases } from "../../dictation/use-cases.ts";
import type { Db } from "../../store/db.ts";

/** Null if there are none, or no history is kept. */
export function newestSessions(
  { db, dictation }: { db: Db; dictation: DictationUseCases },
  { id, userId }: BrowserSession,
): SessionList | null {
  const account = { accountId: userId, userId };
  if (!currentUser(db, account).historyAvailable) return null;
  const principal = { ...account, credential: { id, method: "browser_session", scopes: SCOPES } } as const;
  const list = dictation.newestSessions(principal, limits.sessionsWithPage);
  return list.data.length === 0 ? null : list;
}
