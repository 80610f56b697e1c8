import { expect, test } from "bun:test";
import { testAccounts } from "../../../test/support/accounts.ts";
import { addRecording, spoken } from "../../../test/support/recordings.ts";
import { limits } from "../../config/limits.ts";
import { withoutPauses } from "../../lib/slices.ts";
import { inTransaction } from "../../store/db.ts";
import type { RecordingFilter } from "../../store/recordings/list.ts";
import { indexDue } from "./indexing.ts";
import { searchRecordings } from "./search.ts";

const ANY: RecordingFilter = { folder: null, tag: null, archived: null, state: null, whose: null };

test("of many recordings with a word, only some are looked at in one turn, and none twice", () => {
  using site = testAccounts();
  const { db, clock } = site;
  const { id } = site.person("ada");
  const count = 2 * limits.recordingsSearchedAtOnce + 1;
  const tagsOf = (number: number) => (number % limits.recordingsSearchedAtOnce === 0 ? ["rare"] : []);
  const ids = inTransaction(db, () =>
    Array.from({ length: count }, (_, number) =>
      addRecording(db, id, { segments: [spoken("hello")], tags: tagsOf(number) }),
    ),
  );
  clock.nowMs += limits.indexPauseMs;
  while (withoutPauses(indexDue(site.deps)) > 0);
  const search = (tag: string | null, limit = count) => {
    const slices = searchRecordings(
      db,
      { accountId: id },
      { query: "hello", filter: { ...ANY, tag } },
      null,
      limit,
    );
    for (let turns = 1; ; turns += 1) {
      const slice = slices.next();
      if (slice.done) return { turns, found: slice.value.map(({ recording }) => recording.id) };
    }
  };
  expect(search(null)).toEqual({ turns: 3, found: ids.toReversed() });
  const rare = ids.filter((_, number) => tagsOf(number).length > 0).toReversed();
  expect(search("rare")).toEqual({ turns: 3, found: rare });
  expect(search("rare", 2)).toEqual({ turns: 2, found: rare.slice(0, 2) });
  expect(search("none")).toEqual({ turns: 3, found: [] });
});
