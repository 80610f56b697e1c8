/** Browsers of people who may change something in the administration of the server. */
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import type { User } from "../../src/store/people/users.ts";
import { TEST_ACTOR, testBinding } from "./database.ts";
import type { People } from "./people.ts";
import { Visitor } from "./visitor.ts";

/** Somebody who came in by more than a password. */
export function strongly({ server, deps }: People, user: User): Visitor {
  const visitor = new Visitor(server.url);
  const entry = { methods: ["passkey"], address: "::1", userAgent: "Test" } as const;
  visitor.cookies.set("tiro_session", beginBrowserSession(deps, user, entry));
  return visitor;
}

/** An administrator whom this makes in a data folder, also of a server in a process of its own: the session, and a key. */
export function administratorOf(dataDir: string): { session: string; key: string } {
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  try {
    const deps = { db, clock: systemClock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
    const user = addUser(deps, { email: "ada@acme.test", name: "Ada" });
    setServerRole(deps, user.id, "administrator");
    const entry = { methods: ["passkey" as const], address: "::1", userAgent: "Drill" };
    return {
      session: beginBrowserSession(deps, user, entry),
      key: createKey(deps, user, { name: "Drill" }).key,
    };
  } finally {
    db.close();
  }
}
