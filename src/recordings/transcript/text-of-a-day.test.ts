import { expect, test } from "bun:test";
import { testAccounts } from "../../../test/support/accounts.ts";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { DAY_MS } from "../../lib/units.ts";
import { countDaily } from "../../store/audit/daily-changes.ts";
import { findRecording } from "../library/access.ts";
import { importRecording } from "./import.ts";
import { restoreRevision } from "./revisions.ts";
import { saveTranscript } from "./save.ts";

const TOO_MUCH = {
  code: "rate_limit_exceeded",
  message: "You have changed too much today; continue tomorrow.",
};

test("of text that a person brings into the library in a day, the last character fits and one more does not", async () => {
  using site = testAccounts();
  const { db, clock } = site;
  const deps = { db, clock, events: { publish: () => {} } } as unknown as Parameters<
    typeof importRecording
  >[0];
  const principals = ["ada", "grace"].map((name): Principal => {
    const { id } = site.person(name);
    return { accountId: id, userId: id, credential: { id: "key_0", method: "api_key", scopes: ["write"] } };
  });
  const [ada, grace] = principals as [Principal, Principal];
  const day = () => Math.floor(clock.now() / DAY_MS);
  const counted = (by: number) => countDaily(db, { userId: ada.accountId, kind: "text", day: day(), by });
  const leave = (chars: number) => counted(limits.libraryCharsPerPersonAndDay - chars - counted(0));
  const recordings = () => db.prepare("SELECT count(*) FROM recordings").pluck().get();
  const content = "Ada: The meeting was moved.";
  const wishes = { name: null, fileName: null, language: null, folderId: null, tags: [] };
  const bring = (principal: Principal) =>
    importRecording(deps, principal, { content, ...wishes }, { source: "import" });

  leave(content.length);
  const { id } = await bring(ada);
  await expect(bring(ada)).rejects.toMatchObject(TOO_MUCH);
  expect(recordings()).toBe(1);
  await bring(grace);

  const find = () => findRecording(db, ada, id, "editor");
  const rename = () =>
    saveTranscript(deps, ada, id, {
      base_revision: find().revision,
      speakers: { spk_0: "Ann" },
      changes: [],
    });
  const imported = find().revision;
  await expect(rename()).rejects.toMatchObject(TOO_MUCH);
  expect(find().revision).toBe(imported);
  clock.nowMs += DAY_MS;
  await rename();
  expect([find().revision, counted(0) > 0]).toEqual([imported + 1, true]);
  leave(0);
  await expect(restoreRevision(deps, ada, id, imported, () => {})).rejects.toMatchObject(TOO_MUCH);
  expect(find().revision).toBe(imported + 1);
});
