/** Stored sessions on a machine whose clock jumps. */
import { describe, expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { bringSessionsToNow } from "../../src/store/dictation/sessions.ts";
import { TEST_ACTOR, testClock } from "../support/database.ts";
import { type History, historyOf } from "../support/history.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const clock = testClock();

const server = await testServer({ overrides: { clock } });

let people = 0;
function newPerson(): { history: History; get: (filters: Record<string, string>) => Promise<Json> } {
  const { db } = server.context;
  const deps = { db, clock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  const email = `historian${++people}@example.org`;
  const { key } = createKey(deps, addUser(deps, { email, name: "H" }), { name: "k" });
  return {
    history: historyOf(server, email),
    get: async (filters) => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await server.call(`/sessions?${new URLSearchParams(filters)}`, { headers });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Json;
    },
  };
}

/** When dictations were made, in minutes, on a machine whose clock jumps there and back again. */
const THERE_AND_BACK = (jump: number) => [0, 20, jump, jump + 20, 40, 60, jump + 80, 100];
const YEAR = 365 * 24 * 60;
const DAY = 24 * 60;

describe.each([DAY, -DAY, 10 * YEAR, -10 * YEAR])("a clock that jumps by %d minutes and back", (jump) => {
  const minute = (minutes: number) => clock.nowMs + minutes * 60_000;
  const [everything, inPages] = [{}, { limit: "3" }];

  async function read(get: ReturnType<typeof newPerson>["get"], filters: Record<string, string>) {
    const found: Json[] = [];
    for (let cursor = ""; ; ) {
      const page = await get({ ...filters, ...(cursor && { cursor }) });
      found.push(...page.data);
      if (!page.has_more) return found;
      cursor = page.next_cursor;
    }
  }

  test("leaves each dictation its time, and lists and searches find each once, within any bounds", async () => {
    const { history, get } = newPerson();
    const made = THERE_AND_BACK(jump).map((minutes) => {
      const atMs = minute(minutes);
      return { id: history.keep("memo", { atMs }), atMs };
    });
    const bounds = [-10 * YEAR, jump, jump + 20, 0, 20, 40, 60, 10 * YEAR].map(minute);
    for (const search of [{}, { query: "memo" }] as Record<string, string>[]) {
      for (const paging of [everything, inPages]) {
        const times = (await read(get, { ...search, ...paging })).map(({ id, created_at }) => [
          id,
          created_at,
        ]);
        const expected = made.map(({ id, atMs }) => [id, new Date(atMs).toISOString()]);
        expect(times.sort()).toEqual(expected.sort());
      }
      for (const since of bounds) {
        for (const until of bounds) {
          const range = { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
          const found = (await read(get, { ...search, ...inPages, ...range })).map(({ id }) => id);
          const within = made.filter(({ atMs }) => atMs >= since && atMs < until).map(({ id }) => id);
          expect([range, found.sort()]).toEqual([range, within.sort()]);
        }
      }
    }
  });

  test("leaves nothing in the future once it is confirmed, so that retention ends everything", async () => {
    const { history, get } = newPerson();
    for (const minutes of THERE_AND_BACK(jump)) history.keep("memo", { atMs: minute(minutes) });
    bringSessionsToNow(server.context.db, minute(100));
    const found = await read(get, inPages);
    expect(found).toHaveLength(8);
    const latest = (field: string) => Math.max(...found.map((session) => Date.parse(session[field])));
    expect(Math.max(latest("created_at"), latest("updated_at"))).toBeLessThanOrEqual(minute(100));
  });
});
