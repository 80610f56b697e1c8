import { expect, test } from "bun:test";
import { TEST_ACTOR, temporaryFolder, testClock, testDatabase } from "../../test/support/database.ts";
import { saidAtOnce } from "../../test/watch/said-at-once.ts";
import { addUser } from "../accounts/people/users.ts";
import type { RecordingSource } from "./source.ts";
import { WatchFolder } from "./watch-folder.ts";

const COUNT = 40;
/** A slow source: more than a slice each. */
const EACH_MS = 100;

test("a long look leaves others their turns, and brings on what comes next before it ends", async () => {
  using folder = temporaryFolder();
  const clock = testClock();
  using store = testDatabase(clock);
  const { db } = store;
  const ada = addUser({ db, clock, actor: TEST_ACTOR }, { email: "ada@example.com", name: "Ada" });
  const results: string[] = [];
  const resultsAt: number[] = [];
  const turnsAt: number[] = [];
  let turns = 0;
  const source: RecordingSource = {
    async *recordings() {
      for (let number = 0; number < COUNT; number += 1) {
        clock.nowMs += EACH_MS;
        turnsAt.push(turns);
        resultsAt.push(results.length);
        yield { name: `${number}.wav`, version: "1", modifiedMs: 0, bytes: 4, mode: 0o600 };
      }
    },
    copy: async ({ name }, uploads) => {
      const writer = uploads.create();
      writer.push(Buffer.from(name));
      return writer.finish();
    },
    isUnchanged: async () => true,
    write: async (name) => void results.push(name),
    delete: async () => {},
    move: async () => {},
  };
  const transcription = await saidAtOnce({ db, clock }, { accountId: ada.id, spoolDir: folder.path });
  const settings = { dir: folder.path, account: ada.id, format: "text", originals: "keep" } as const;
  const watch = new WatchFolder({ db, clock, transcription, settleMs: 1 }, settings, source);
  const others = setInterval(() => {
    turns += 1;
  });
  await watch.look({ isWhole: true, stopping: () => false });
  clearInterval(others);
  expect(turnsAt).toEqual([...new Set(turnsAt)]);
  expect(resultsAt.at(-1)).toBeGreaterThan(0);
});
