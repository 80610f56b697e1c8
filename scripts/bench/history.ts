/**
 * `bun run bench:history [sessions] [people]`: lists and searches in a history of a million sessions, all of one person
 * unless told otherwise, as the person and through the organization that made one in a hundred of them, and what a
 * session takes on the disk. Ends with 1 where a goal is missed.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { addOrganization } from "../../src/accounts/organizations.ts";
import type { Principal } from "../../src/accounts/principal.ts";
import { addUser } from "../../src/accounts/users.ts";
import { limits } from "../../src/config/limits.ts";
import { keepSession } from "../../src/dictation/history/keep-session.ts";
import { listSessions, type SessionFilters } from "../../src/dictation/history/sessions.ts";
import { meaningfulTerms } from "../../src/dictation/search/stop-words.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { Cursors } from "../../src/lib/cursor.ts";
import { newId } from "../../src/lib/ids.ts";
import { percentile } from "../../src/lib/percentile.ts";
import { type Db, inTransaction, openDatabase } from "../../src/store/db.ts";
import { installationSecret } from "../../src/store/secrets.ts";
import commonEnglish from "../../src/text/dictionary/common-words.en.txt" with { type: "text" };

const [sessionCount = 1_000_000, peopleCount = 1] = Bun.argv.slice(2).map(Number);
const LOOKS = 500;
const GOALS = { listP99Ms: 10, searchP99Ms: 50 };
const WORDS = commonEnglish
  .split(/\s+/)
  .filter((word) => /^[a-z]{2,}$/.test(word) && meaningfulTerms([{ text: word }], "en").length > 0);
const MEAN_WORDS = 40;
const TRANSACTION_SESSIONS = 2_000;
/** One in so many was made through the organization. */
const OF_ORGANIZATION = 100;

/** Repeatable: xorshift32 (Marsaglia 2003). */
let state = 0x2545f491;
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}

const folder = mkdtempSync(join(tmpdir(), "tiro-bench-"));
try {
  const nativeBinding = prepareNativeLibraries({ dataDir: tmpdir() }).sqliteBindingPath;
  const db = openDatabase({ dataDir: folder, nativeBinding });
  const actor = { id: "operator", credential: "cli:bench", address: null };
  const people = Array.from({ length: peopleCount }, (_, index) =>
    addUser({ db, clock: systemClock, actor }, { email: `p${index}@bench.test`, name: "P" }),
  );
  const users = people.map(({ id }) => id);
  const [owner] = people;
  if (owner === undefined) throw new Error("at least one person has a history");
  const organization = addOrganization({ db, clock: systemClock, actor }, { name: "Acme", owner });
  const kept = await fill(db, users, organization.id);
  db.pragma("wal_checkpoint(TRUNCATE)");
  const bytes = statSync(join(folder, "tiro.db")).size;
  const textBytes = db.prepare("SELECT sum(octet_length(final_text)) FROM sessions").pluck().get() as number;
  console.log(
    `${sessionCount} sessions of ${peopleCount} people, ${Math.round(textBytes / sessionCount)} bytes of text each: ` +
      `${Math.round(bytes / sessionCount)} bytes a session on the disk; kept in ${kept.toFixed(3)} ms each`,
  );
  const met = measure(db, users, null);
  process.exitCode = measure(db, users, organization.id) && met ? 0 : 1;
  db.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds for one session. */
async function fill(db: Db, users: readonly string[], acme: string): Promise<number> {
  const begin = performance.now();
  const startMs = Date.UTC(2020, 0, 1);
  for (let made = 0; made < sessionCount; made += TRANSACTION_SESSIONS) {
    inTransaction(db, () => {
      for (let index = made; index < Math.min(sessionCount, made + TRANSACTION_SESSIONS); index++) {
        const userId = users[index % users.length] as string;
        const text = sentence(Math.ceil(MEAN_WORDS * 2 * random()));
        const organizationId = index % OF_ORGANIZATION === 0 ? acme : null;
        const fixed = { id: newId("ses"), userId, organizationId, app: "Mail", durationSeconds: 5 };
        keepSession(
          db,
          { ...fixed, finalText: text, rawText: text.toLowerCase() },
          startMs + index * 100_000,
        );
      }
    });
    await Bun.sleep(0);
  }
  return (performance.now() - begin) / sessionCount;
}

function sentence(words: number): string {
  return `${Array.from({ length: words }, () => word(1)).join(" ")}.`;
}

/** By Zipf's law: the word of rank r is as frequent as 1/r. @param from leaves the most frequent words out. */
function word(from: number): string {
  const rank = from * (WORDS.length / from) ** random();
  return WORDS[Math.min(WORDS.length - 1, Math.floor(rank))] as string;
}

/** @param organizationId with whose key is looked; null: with the person's own. */
function measure(db: Db, users: readonly string[], organizationId: string | null): boolean {
  const context = { db, cursors: new Cursors(installationSecret(db, "cursors"), systemClock, limits) };
  const look = (filters: Partial<SessionFilters>, cursor: string | null = null) => {
    const userId = users[Math.floor(random() * users.length)] as string;
    const credential = { id: "key_0", method: "api_key", scopes: ["read", "write"] } as const;
    const principal: Principal = { accountId: organizationId ?? userId, userId, credential };
    const all = { query: null, sinceMs: null, untilMs: null, ...filters };
    const begin = performance.now();
    const list = listSessions(context, principal, all, { cursor, limit: 25 });
    return { ms: performance.now() - begin, list };
  };
  const dayMs = 24 * 3600_000;
  const someDay = () =>
    Date.UTC(2020, 0, 1) + Math.floor((random() * sessionCount * 100_000) / dayMs) * dayMs;
  const kinds: [name: string, goalMs: number, look: () => { ms: number }][] = [
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
  let met = true;
  for (const [name, goalMs, once] of kinds) {
    const ms = Array.from({ length: LOOKS }, () => once().ms);
    const p99 = percentile(ms, 0.99);
    met &&= p99 < goalMs;
    console.log(
      `${(organizationId === null ? name : `organization ${name}`).padEnd(39)} p50 ${percentile(ms, 0.5).toFixed(2)} ms, p99 ${p99.toFixed(2)} ms (goal ${goalMs})`,
    );
  }
  return met;
}
