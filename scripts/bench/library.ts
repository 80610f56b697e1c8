/**
 * `bun run bench:library [recordings]`: lists and searches 10,000 recordings of a hundred words, and stores, reads, saves, takes
 * back, indexes and erases one of four hours (36,000 words): how long each takes, and how long it holds the event loop in
 * processor time. Ends with 1 if a goal is missed.
 */
import type { Principal } from "../../src/accounts/authentication/principal.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLogger } from "../../src/lib/logger.ts";
import type { RecordingFilters } from "../../src/recordings/library/list.ts";
import { prepareTranscript } from "../../src/recordings/transcript/insert.ts";
import { createRecordingUseCases } from "../../src/recordings/use-cases.ts";
import type { TranscriptSegment } from "../../src/recordings/wire.ts";
import { temporaryFolder, testDatabase } from "../../test/support/database.ts";
import { longestTurn } from "../../test/support/event-loop.ts";
import { latencies, tellTimes, timesOf } from "./figures.ts";
import { anonymousAtRest } from "./idle-memory.ts";
import { fillLibrary, keepRecording, spokenWords } from "./many-recordings.ts";
import { random, word } from "./many-sessions.ts";

const [count = 10_000] = Bun.argv.slice(2).map(Number);
const LOOKS = 300;
const SAVES = 300;
const IDLE_ROUNDS = 3;
const GOALS = { lookP99Ms: 200, heldP99Ms: 5 };
using store = testDatabase(systemClock);
const { db, dataDir: folder } = store;
const actor = { id: "operator", credential: "cli:bench", address: null };
const changes = { db, clock: systemClock, actor };
const { id: userId } = addUser(changes, { email: "p@bench.test", name: "P" });
const credential = { id: "key_0", method: "api_key", scopes: ["read", "write"] } as const;
const principal: Principal = { accountId: userId, userId, credential };
const given = { db, clock: systemClock, logger: createLogger("error"), dataDir: folder };
const recordings = createRecordingUseCases({
  ...given,
  events: { publish: () => {} },
  progressOf: () => null,
});

try {
  fillLibrary(db, userId, { recordings: count, words: 100 });
  const indexed = await longestTurn(() => recordings.upkeep.indexDue());
  console.log(`${count} recordings are in the search; held at most ${indexed.cpuMs.toFixed(1)} ms`);
  await look("list", () => ({}));
  await look("list by a tag", () => ({ tag: word(20) }));
  await look("list by a tag that none has", () => ({ tag: "zzyzx" }));
  await look("search: one common word", () => ({ query: word(20) }));
  await look("search: two words", () => ({ query: `${word(200)} ${word(200)}` }));
  await look("search: three rare words", () => ({ query: `${word(5_000)} ${word(5_000)} ${word(5_000)}` }));
  await look("search: no such word", () => ({ query: `${word(20)} zzyzx` }));
  const folders = timesOf(LOOKS / 10, () => void recordings.listFolders(principal));
  tellTimes("folders, counts and tags", folders, GOALS.lookP99Ms);
  await measureLong();
  await recordings.close();
  db.close();
  await measureIdle();
} finally {
  await recordings.close();
}

/** Beside a server without any, in turn. */
async function measureIdle(): Promise<void> {
  using empty = temporaryFolder();
  const held = { without: [] as number[], with: [] as number[] };
  for (let round = 0; round < IDLE_ROUNDS; round++) {
    held.without.push(await anonymousAtRest(empty.path));
    held.with.push(await anonymousAtRest(folder));
  }
  const shown = (bytes: readonly number[]) => bytes.map((each) => (each / 1e6).toFixed(1)).join(", ");
  console.log(
    `anonymous memory of a server at rest: ${shown(held.without)} MB without recordings, ${shown(held.with)} MB with ${count}`,
  );
}

async function look(name: string, filters: () => Partial<RecordingFilters>): Promise<void> {
  const none = { query: null, folderId: null, tag: null, archived: false, state: null, whose: null };
  const page = { cursor: null, limit: limits.pageSizeDefault };
  const ms = await latencies(
    LOOKS,
    () => 0,
    () => recordings.list(principal, { ...none, ...filters() }, page),
  );
  tellTimes(name, ms, GOALS.lookP99Ms);
}

async function measureLong(): Promise<void> {
  const prepared = prepareTranscript(spokenWords(36_000));
  const begin = performance.now();
  const id = keepRecording(db, { accountId: userId, name: "Four hours" }, prepared);
  console.log(`four hours stored in one transaction: ${(performance.now() - begin).toFixed(1)} ms`);
  const segments: TranscriptSegment[] = [];
  const held: number[] = [];
  for (let cursor: string | null = null; ; ) {
    const turn = await longestTurn(async () => {
      const page = await recordings.readTranscript(principal, id, {
        cursor,
        limit: limits.transcriptPageDefault,
      });
      segments.push(...page.data);
      cursor = page.next_cursor;
    });
    held.push(turn.cpuMs);
    if (cursor === null) break;
  }
  tellTimes("four hours read, page by page: event loop held", held, GOALS.heldP99Ms);
  const saved: number[] = [];
  let revision = recordings.get(principal, id).revision;
  for (let index = 0; index < SAVES; index++) {
    const segment = segments[Math.floor(random() * segments.length)] as TranscriptSegment;
    const words = segment.words.map((each, at) => (at === 3 ? { ...each, word: word(5_000) } : each));
    const change = { replace: [segment.id], after: null, with: [{ ...segment, words }] };
    const save = { base_revision: revision, changes: [change] };
    const turn = await longestTurn(async () => {
      ({ revision } = await recordings.saveTranscript(principal, id, save));
    });
    saved.push(turn.cpuMs);
  }
  tellTimes("a word saved: event loop held", saved, GOALS.heldP99Ms);
  for (const [name, work] of [
    [
      "revision 1 read",
      () => recordings.readRevision(principal, id, { revision: 1, cursor: null, limit: 200 }),
    ],
    ["revision 1 brought back", () => recordings.restoreRevision(principal, id, 1)],
    ["put into the search", () => indexNow()],
    ["erased", () => recordings.erase(changes, principal, id)],
  ] as const) {
    const from = performance.now();
    const { cpuMs } = await longestTurn(work);
    console.log(
      `${name}: ${(performance.now() - from).toFixed(0)} ms, event loop held ${cpuMs.toFixed(1)} ms at most`,
    );
  }
}

function indexNow(): Promise<void> {
  db.prepare("UPDATE recordings SET index_due = 1 WHERE index_due IS NOT NULL").run();
  return recordings.upkeep.indexDue();
}
