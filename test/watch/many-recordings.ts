/**
 * A folder with very many recordings, of which each is recognized at once: what looking costs, and that each gets its turn
 * and one result.
 */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { folderSource } from "../../src/watch/recordings.ts";
import { WatchFolder } from "../../src/watch/watch-folder.ts";
import { TEST_ACTOR, temporaryFolder, testClock, testDatabase } from "../support/database.ts";
import { type LongestTurn, longestTurn } from "../support/event-loop.ts";
import { saidAtOnce } from "./said-at-once.ts";

const DAY_MS = 24 * 3600_000;

export interface ManyReport {
  /** Of the event loop, while it is looked at all of them, and a day later, when what is gone is forgotten. */
  longest: LongestTurn;
  /** How often each was recognized; names with results. */
  recognized: number[];
  results: number;
  heapMib: number;
}

/** @param takeAll else only the first hundreds are recognized, because that takes long for very many. */
export async function lookAtMany(count: number, { takeAll }: { takeAll: boolean }): Promise<ManyReport> {
  using folder = temporaryFolder();
  const dir = join(folder.path, "inbox");
  mkdirSync(dir);
  for (let number = 0; number < count; number += 1) {
    const path = join(dir, `${number}.wav`);
    // Every other one is the same as its neighbour: they are two recordings all the same.
    writeFileSync(path, `recording ${number >> 1}`);
    utimesSync(path, 0, 0);
  }
  const clock = testClock();
  using store = testDatabase(clock);
  const { db } = store;
  const ada = addUser({ db, clock, actor: TEST_ACTOR }, { email: "ada@example.com", name: "Ada" });
  const jobs = new Map<string, number>();
  const transcription = await saidAtOnce(
    { db, clock },
    {
      accountId: ada.id,
      spoolDir: join(folder.path, "spool"),
      onJob: (id) => jobs.set(id, (jobs.get(id) ?? 0) + 1),
    },
  );
  const settings = { dir, account: ada.id, format: "text", originals: "keep" } as const;
  const watch = new WatchFolder(
    { db, clock, transcription, settleMs: 1 },
    settings,
    folderSource(dir, undefined),
  );
  const look = (isWhole: boolean) => watch.look({ isWhole, stopping: () => false });
  await look(true);
  const heapBytes = process.memoryUsage().heapUsed;
  const longest = await longestTurn(async () => {
    clock.nowMs += 10;
    await look(true);
    // Each look begins as many as may run, and ends those of the look before.
    const looks = takeAll ? (count / limits.watchJobsAtOnce + 1) * 2 : 10;
    for (let left = looks; left > 0 && watch.waiting > 0; left -= 1) await look(false);
    clock.nowMs += DAY_MS + 1;
    await look(true);
  });
  return {
    longest,
    recognized: [...jobs.values()],
    results: readdirSync(dir).filter((name) => name.endsWith(".txt")).length,
    heapMib: Math.max(0, process.memoryUsage().heapUsed - heapBytes) / 2 ** 20,
  };
}
