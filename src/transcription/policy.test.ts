import { expect, test } from "bun:test";
import { TEST_ACTOR, testDatabase } from "../../test/support/database.ts";
import { addOrganization, setPolicy } from "../accounts/organizations/organizations.ts";
import { addUser } from "../accounts/people/users.ts";
import { systemClock } from "../lib/clock.ts";
import { assertLanguageAllowed, keepsNothing } from "./policy.ts";

test("an organization's policy binds its own key and its people's", () => {
  using folder = testDatabase();
  const deps = { db: folder.db, clock: systemClock, actor: TEST_ACTOR };
  const owner = addUser(deps, { email: "owner@example.com", name: "Owner" });
  const stranger = addUser(deps, { email: "stranger@example.com", name: "Stranger" });
  const { id } = addOrganization(deps, { name: "Acme", owner });
  const languages = (account: string, language: string | null) => () =>
    assertLanguageAllowed(folder.db, account, language, ["en"]);

  expect(languages(id, "en")).not.toThrow();
  setPolicy(deps, id, { allowedLanguages: ["de", "cmn"] });
  for (const account of [id, owner.id]) {
    expect(languages(account, "de")).not.toThrow();
    expect(languages(account, "cmn")).not.toThrow();
    // Only English is installed, so whatever is detected would not be allowed.
    for (const language of ["en", null]) expect(languages(account, language)).toThrow("de, cmn");
  }
  expect(languages(stranger.id, "en")).not.toThrow();

  setPolicy(deps, id, { zeroRetention: true });
  for (const account of [id, owner.id]) expect(keepsNothing(folder.db, account)).toBe(true);
  expect(keepsNothing(folder.db, stranger.id)).toBe(false);
});
