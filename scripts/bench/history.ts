/**
 * `bun run bench:history [sessions] [people]`: lists and searches in a history of a million sessions, all of one person
 * by default, as the person and through the organization that made one in a hundred of them, and what a
 * session takes on the disk. Ends with 1 if a goal is missed.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Principal } from "../../src/accounts/authentication/principal.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { listSessions, type SessionFilters } from "../../src/dictation/history/sessions.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { Cursors } from "../../src/lib/cursor.ts";
import type { Db } from "../../src/store/db.ts";
import { installationSecret } from "../../src/store/secrets/installation-secrets.ts";
import { testDatabase } from "../../test/support/database.ts";
import { tellTimes } from "./figures.ts";
import { FIRST_SESSION_MS, fillHistory, random, SESSION_EVERY_MS, word } from "./many-sessions.ts";

const [sessionCount = 1_000_000, peopleCount = 1] = Bun.argv.slice(2).map(Number);
const LOOKS = 500;
const GOALS = { listP99Ms: 10, searchP99Ms: 30 };
using store = testDatabase(systemClock);
const { db } = store;
const actor = { id: "operator", credential: "cli:bench", address: null };
const people = Array.from({ length: peopleCount }, (_, index) =>
  addUser({ db, clock: systemClock, actor }, { email: `p${index}@bench.test`, name: "P" }),
);
const users = people.map(({ id }) => id);
const [owner] = people;
if (owner === undefined) throw new Error("at least one person has a history");
const organization = addOrganization({ db, clock: systemClock, actor }, { name: "Acme", owner });
const kept = await fillHistory(db, users, { sessions: sessionCount, organizationId: organization.id });
db.pragma("wal_checkpoint(TRUNCATE)");
const bytes = statSync(join(store.dataDir, "tiro.db")).size;
const textBytes = db.prepare("SELECT sum(octet_length(final_text)) FROM sessions").pluck().get() as number;
console.log(
  `${sessionCount} sessions of ${peopleCount} people, ${Math.round(textBytes / sessionCount)} bytes of text each: ` +
    `${Math.round(bytes / sessionCount)} bytes a session on the disk; kept in ${kept.toFixed(3)} ms each`,
);
await measure(db, users, null);
await measure(db, users, organization.id);

/** @param organizationId with whose key is looked; null: with the person's own. */
async function measure(db: Db, users: readonly string[], organizationId: string | null): Promise<void> {
  const context = { db, cursors: new Cursors(installationSecret(db, "cursors"), systemClock, limits) };
  const look = async (filters: Partial<SessionFilters>) => {
    const userId = users[Math.floor(random() * users.length)] as string;
    const credential = { id: "key_0", method: "api_key", scopes: ["read", "write"] } as const;
    const principal: Principal = { accountId: organizationId ?? userId, userId, credential };
    const all = { query: null, sinceMs: null, untilMs: null, ...filters };
    const begin = performance.now();
    await listSessions(context, principal, all, { cursor: null, limit: 25 });
    return performance.now() - begin;
  };
  const dayMs = 24 * 3600_000;
  const someDay = () =>
    FIRST_SESSION_MS + Math.floor((random() * sessionCount * SESSION_EVERY_MS) / dayMs) * dayMs;
  const kinds: [name: string, goalMs: number, look: () => Promise<number>][] = [
    ["list", GOALS.listP99Ms, () => look({})],
    ["list until a day", GOALS.listP99Ms, () => look({ untilMs: someDay() })],
    ["search: one common word", GOALS.searchP99Ms, () => look({ query: word(20) })],
    ["search: two words", GOALS.searchP99Ms, () => look({ query: `${word(20)} ${word(20)}` })],
    [
      "search: three rare words",
      GOALS.searchP99Ms,
      () => look({ query: `${word(500)} ${word(500)} ${word(500)}` }),
    ],
    ["search: no such word", GOALS.searchP99Ms, () => look({ query: `${word(20)} zzyzx` })],
    ["search since a day", GOALS.searchP99Ms, () => look({ query: word(20), sinceMs: someDay() })],
  ];
  for (const [name, goalMs, once] of kinds) {
    const ms: number[] = [];
    while (ms.length < LOOKS) ms.push(await once());
    tellTimes(organizationId === null ? name : `organization ${name}`, ms, goalMs);
  }
}
