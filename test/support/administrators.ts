/** Browsers of people who may change something in the administration of the server. */
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { type User, userByEmail } from "../../src/store/people/users.ts";
import { TEST_ACTOR, testBinding } from "./database.ts";
import type { People } from "./people.ts";
import { Visitor } from "./visitor.ts";

const EMAIL = "ada@acme.test";

type Deps = Parameters<typeof createKey>[0];

/** Somebody who came in by more than a password. */
export function strongly({ server, deps }: People, user: User): Visitor {
  const visitor = new Visitor(server.url);
  const entry = { methods: ["passkey"], address: "::1", userAgent: "Test" } as const;
  visitor.cookies.set("tiro_session", beginBrowserSession(deps, user, entry));
  return visitor;
}

/** A fresh session of an administrator whom this makes in a data folder, also of a server in a process of its own. */
export function administratorOf(dataDir: string): string {
  return inDataFolder(dataDir, (deps, user) =>
    beginBrowserSession(deps, user, { methods: ["passkey"], address: "::1", userAgent: "Drill" }),
  );
}

export function keyOfAdministrator(dataDir: string): string {
  return inDataFolder(dataDir, (deps, user) => createKey(deps, user, { name: "Drill" }).key);
}

function inDataFolder<T>(dataDir: string, use: (deps: Deps, administrator: User) => T): T {
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  try {
    const deps = { db, clock: systemClock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
    const user = userByEmail(db, EMAIL) ?? addUser(deps, { email: EMAIL, name: "Ada" });
    setServerRole(deps, user.id, "administrator");
    return use(deps, user);
  } finally {
    db.close();
  }
}
