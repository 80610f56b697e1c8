import { expect, test } from "bun:test";
import { testAccounts } from "../../../test/support/accounts.ts";
import { addRecording, spoken } from "../../../test/support/recordings.ts";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { inTransaction } from "../../store/db.ts";
import { insertEdit, oldestRevision } from "../../store/recordings/edits.ts";
import { segmentsAfter } from "../../store/recordings/segments.ts";
import { findRecording } from "../library/access.ts";
import { type LoggedEdit, writeEdit } from "../segments/edit-log.ts";
import { storeEdit } from "../segments/enter.ts";
import { restoreRevision } from "./revisions.ts";

const NAMED = { "0": "Ada" };

test("the oldest revision is restored to its end, though it is forgotten meanwhile and somebody else saves", async () => {
  using site = testAccounts();
  const { db, deps } = site;
  const ada = site.person("ada");
  const credential = { id: "key_0", method: "api_key", scopes: ["read", "write"] } as const;
  const principal: Principal = { accountId: ada.id, userId: ada.id, credential };
  const count = limits.transcriptChangedSegments;
  const spokenParts = Array.from({ length: count }, (_, at) => spoken(`part ${at}`, at * 2));
  const id = addRecording(db, ada.id, { segments: spokenParts });
  const find = () => findRecording(db, principal, id, "editor");
  const { number } = find();
  const read = () => segmentsAfter(db, number, 0, count).map(({ position, ...segment }) => segment);
  const save = (edit: LoggedEdit) => storeEdit(db, find(), edit, { person: ada.id, at: 0 });

  const before = [read(), find().speakers];
  const last = 1 + limits.revisionsKept;
  inTransaction(db, () => {
    const changes = read().map((segment) => ({
      replace: [segment.id],
      after: null,
      with: [{ ...segment, speaker: null }],
    }));
    const nothing = writeEdit({ changes: [], speakers: {} });
    const empty = { person: null, at: 0, changes: nothing, inverses: nothing };
    for (let revision = 1 + save({ changes, speakers: {} }).revision; revision <= last; revision += 1)
      insertEdit(db, number, { ...empty, revision }, limits.revisionsKept);
    db.prepare("UPDATE recordings SET revision = ?").run(last);
  });
  expect(oldestRevision(db, find())).toBe(1);

  let saves = 0;
  await restoreRevision(deps, principal, id, 1, () => {
    saves += 1;
    if (saves === 1) inTransaction(db, () => save({ changes: [], speakers: NAMED }));
  });
  expect(saves).toBeGreaterThan(1);
  expect([read(), find().speakers]).toEqual(before);
  await expect(restoreRevision(deps, principal, id, 1, () => {})).rejects.toMatchObject({
    code: "revision_not_found",
  });
});
