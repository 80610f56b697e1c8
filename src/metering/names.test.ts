import { expect, test } from "bun:test";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../../test/support/database.ts";
import { createKey } from "../accounts/credentials/api-keys.ts";
import { addOrganization } from "../accounts/organizations/organizations.ts";
import { addUser } from "../accounts/people/users.ts";
import { systemClock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { openDatabase } from "../store/open-database.ts";
import { deleteUser } from "../store/people/user-removal.ts";
import { nameOf } from "./names.ts";

test("names of ids, and of what is there no more", () => {
  using folder = temporaryFolder();
  const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding() });
  const deps = { db, clock: systemClock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  const ada = addUser(deps, { email: "ada@example.com", name: "Ada" });
  const bob = addUser(deps, { email: "bob@example.com", name: "Bob" });
  const acme = addOrganization(deps, { name: "Acme", owner: ada });
  const key = createKey(deps, bob, { name: "desk" });
  const names = () => [ada, bob, acme, key].map(({ id }) => nameOf(db, id));
  expect(names()).toEqual(["Ada", "Bob", "Acme", "desk"]);
  deleteUser(db, bob.id);
  expect(names()).toEqual(["Ada", null, "Acme", null]);
  expect([newId("gra"), newId("req"), "operator"].map((id) => nameOf(db, id))).toEqual([
    null,
    undefined,
    undefined,
  ]);
  db.close();
});
