import { type KeptDictation, keepSession } from "../../src/dictation/history/keep-session.ts";
import { newId } from "../../src/lib/ids.ts";
import { inTransaction } from "../../src/store/db.ts";
import { userByEmail } from "../../src/store/people/users.ts";
import type { TestServer } from "./server.ts";

export interface History {
  userId: string;
  /** Keeps a dictation of the person and returns its id. */
  keep(finalText: string, more?: Partial<KeptDictation> & { atMs?: number }): string;
}

/** The history of the test server's first person. */
export function historyOf(server: TestServer, email = "person1@example.org"): History {
  const { db, clock } = server.context;
  const user = userByEmail(db, email);
  if (!user) throw new Error(`nobody is called ${email}`);
  return {
    userId: user.id,
    keep: (finalText, { atMs = clock.now(), ...more } = {}) => {
      const id = newId("ses");
      const fixed = { id, userId: user.id, organizationId: null, app: null, durationSeconds: 2.5 };
      inTransaction(db, () => keepSession(db, { ...fixed, finalText, rawText: finalText, ...more }, atMs));
      return id;
    },
  };
}
