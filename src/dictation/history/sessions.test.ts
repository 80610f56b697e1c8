import { expect, spyOn, test } from "bun:test";
import { testAccounts } from "../../../test/support/accounts.ts";
import { limits } from "../../config/limits.ts";
import { Cursors } from "../../lib/cursor.ts";
import { newId } from "../../lib/ids.ts";
import * as turns from "../../lib/in-turns.ts";
import { inTransaction } from "../../store/db.ts";
import { installationSecret } from "../../store/secrets/installation-secrets.ts";
import { keepSession } from "./keep-session.ts";
import { listSessions } from "./sessions.ts";

test("of long texts with a word, only some are looked at in one turn, and none twice", async () => {
  using site = testAccounts();
  const { db, clock } = site;
  const { id: userId } = site.person("ada");
  const long = "hello ".repeat(limits.searchedCharsAtOnce / 11);
  const ids = inTransaction(db, () =>
    Array.from({ length: 5 }, (_, number) => {
      const session = { id: newId("ses"), userId, organizationId: null, app: null, durationSeconds: 1 };
      keepSession(db, { ...session, finalText: long, rawText: long }, clock.now() + number);
      return session.id;
    }),
  );
  const credential = { id: "key_0", method: "api_key", scopes: ["read"] } as const;
  const needs = { db, cursors: new Cursors(installationSecret(db, "cursors"), clock, limits) };
  let steps = 0;
  using _ = spyOn(turns, "inTurns").mockImplementation(async (slices) => {
    for (steps = 1; ; steps += 1) {
      const slice = slices.next();
      if (slice.done) return slice.value;
    }
  });
  const search = async (limit: number, cursor: string | null = null) => {
    const filters = { query: "hello", sinceMs: null, untilMs: null };
    const principal = { accountId: userId, userId, credential };
    const { data, next_cursor } = await listSessions(needs, principal, filters, { cursor, limit });
    return { steps, found: data.map(({ id }) => id), next_cursor };
  };
  const newest = ids.toReversed();
  expect(await search(9)).toEqual({ steps: 3, found: newest, next_cursor: null });
  const page = await search(2);
  expect(page).toMatchObject({ steps: 2, found: newest.slice(0, 2) });
  expect(await search(9, page.next_cursor)).toMatchObject({ steps: 2, found: newest.slice(2) });
});
