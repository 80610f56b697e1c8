import { expect, test } from "bun:test";
import { join } from "node:path";
import Database from "better-sqlite3";
import { temporaryFolder, testBinding, testClock } from "../../../test/support/database.ts";
import { inTransaction } from "../db.ts";
import { customizationsOf, setCustomizations } from "../dictation/customizations.ts";
import { openDatabase } from "../open-database.ts";
import { useSecretKey } from "../secrets/sealed-secrets.ts";
import { secretKeyFile } from "../secrets/secret-key.ts";
import { MIGRATIONS } from "./list.ts";
import { migrate } from "./migrate.ts";

const [ADA, BO] = [`usr_${"a".repeat(32)}`, `usr_${"b".repeat(32)}`];
const words = Array.from({ length: 1_205 }, (_, index) => `${index} "字" \u2028\\`);
const replacements = Array.from({ length: 250 }, (_, index) => ({
  from: `${index}\u0001'`,
  to: index % 2 ? "" : "é",
}));

test("lists that stood in one row are whole and in their order, and can be changed anywhere", () => {
  using folder = temporaryFolder();
  const before = new Database(join(folder.path, "tiro.db"), { nativeBinding: testBinding() });
  useSecretKey(before, secretKeyFile(folder.path, undefined));
  const own = MIGRATIONS.findIndex(({ name }) => name === "customization_lists");
  migrate(before, MIGRATIONS.slice(0, own), testClock());
  for (const [user, dictionary, pairs] of [
    [ADA, words, replacements.map(({ from, to }) => [from, to])],
    [BO, [], []],
  ] as const) {
    before
      .prepare("INSERT INTO users (id, email, plan, administrator, created_at) VALUES (?, ?, 'free', 0, 1)")
      .run(user, `${user}@x.test`);
    before
      .prepare("INSERT INTO customizations VALUES (?, 3, 4, ?, ?, 'Short.', '[\"d\"]')")
      .run(user, JSON.stringify(dictionary), JSON.stringify(pairs));
  }
  before.close();

  const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding() });
  const rest = { revision: 3, updatedAt: 4, customInstructions: "Short.", dismissed: ["d"] };
  const ada = { ...rest, dictionary: words, replacements };
  expect(customizationsOf(db, ADA)).toEqual(ada);
  expect(customizationsOf(db, BO)).toEqual({ ...rest, dictionary: [], replacements: [] });
  const changed = {
    ...ada,
    dictionary: words.toSpliced(350, 1),
    replacements: replacements.toSpliced(7, 101),
  };
  inTransaction(db, () => setCustomizations(db, ADA, changed, ada));
  expect(customizationsOf(db, ADA)).toEqual(changed);
  expect(db.pragma("foreign_key_check")).toEqual([]);
  db.close();
});
