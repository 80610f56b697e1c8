import { expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { filesHolding } from "../../test/support/data-search.ts";
import { testBinding } from "../../test/support/database.ts";
import { tiroSite } from "../../test/support/tiro.ts";
import { keepSession } from "../dictation/history/keep-session.ts";
import { newId } from "../lib/ids.ts";
import { inTransaction } from "../store/db.ts";
import { openDatabase } from "../store/open-database.ts";

test("a person's history is exported, and erased only on purpose and for good", () => {
  using site = tiroSite();
  const { id: userId } = site.json("users", "add", "--email", "ada@x.test", "--name", "Ada");
  const db = openDatabase({ dataDir: site.dataDir, nativeBinding: testBinding() });
  const fixed = { userId, organizationId: null, app: "Mail", durationSeconds: 2 };
  for (const text of ["the xylophone first", "then another xylophone"])
    inTransaction(db, () =>
      keepSession(db, { ...fixed, id: newId("ses"), finalText: text, rawText: text }, 0),
    );
  db.close();

  const exported = JSON.parse(site.run("users", "export", "ada@x.test").stdout);
  expect(exported.user.id).toBe(userId);
  expect(exported.sessions.map((session: { final_text: string }) => session.final_text)).toEqual([
    "the xylophone first",
    "then another xylophone",
  ]);
  const file = join(site.dataDir, "../ada.json");
  expect(site.run("users", "export", "ada@x.test", "--output", file).code).toBe(0);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(exported);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(site.run("users", "export", "ada@x.test", "--output", file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("exists"),
  });

  const refused = site.run("users", "erase-history", "ada@x.test");
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("--yes")]);
  expect(filesHolding(site.dataDir, "xylophone").length).toBeGreaterThan(0);
  expect(site.json("users", "erase-history", userId, "--yes")).toEqual({
    user_id: userId,
    sessions: 2,
    reclaimed: true,
  });
  expect(filesHolding(site.dataDir, "xylophone")).toEqual([]);
  expect(site.run("users", "erase-history", userId, "--yes").stdout).toBe(
    "Erased 0 sessions of ada@x.test.\n",
  );
});

test("a person is removed only on purpose", () => {
  using site = tiroSite();
  const { id } = site.json("users", "add", "--email", "ada@x.test", "--name", "Ada");
  site.json("keys", "create", "--user", id, "--name", "k");
  const refused = site.run("users", "remove", "ada@x.test");
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("--yes")]);
  const counts = { keys: 1, grants: 0, browser_sessions: 0, jobs: 0, sessions: 0, recordings: 0 };
  expect(site.json("users", "remove", "ADA@x.test", "--yes")).toEqual({
    user_id: id,
    ...counts,
    reclaimed: true,
  });
  expect(site.json("users", "list")).toEqual([]);
  expect(site.run("users", "remove", "ada@x.test", "--yes").stderr).toContain("No such user");
  expect(site.run("audit", "verify").code).toBe(0);
});
