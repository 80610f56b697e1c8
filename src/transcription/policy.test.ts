import { expect, test } from "bun:test";
import { TEST_ACTOR, testDatabase } from "../../test/support/database.ts";
import type { Principal } from "../accounts/authentication/principal.ts";
import { addMember } from "../accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../accounts/organizations/organizations.ts";
import { addUser, setUserPrivacyMode } from "../accounts/people/users.ts";
import { systemClock } from "../lib/clock.ts";
import { assertLanguageAllowed, keepsNothing, staysInMemory } from "./policy.ts";

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
    // Only English is installed, so no detected language would be allowed.
    for (const language of ["en", null]) expect(languages(account, language)).toThrow("de, cmn");
  }
  expect(languages(stranger.id, "en")).not.toThrow();

  setPolicy(deps, id, { zeroRetention: true });
  for (const account of [id, owner.id]) expect(keepsNothing(folder.db, account)).toBe(true);
  expect(keepsNothing(folder.db, stranger.id)).toBe(false);
});

test("what the app sends stays in memory wherever nothing of its person may be kept; what a key sends, under zero retention", () => {
  using folder = testDatabase();
  const { db } = folder;
  const deps = { db, clock: systemClock, actor: TEST_ACTOR };
  const { id: userId } = addUser(deps, { email: "p@example.com", name: "P" });
  const owner = addUser(deps, { email: "owner@example.com", name: "Owner" });
  const caller = (method: Principal["credential"]["method"], accountId = userId): Principal => {
    const scopes = ["read", "write"] as const;
    return {
      accountId,
      userId: accountId === userId ? userId : null,
      credential: { id: "x", method, scopes },
    };
  };
  const stays = () =>
    (["browser_session", "api_key", "oauth"] as const).map((method) => staysInMemory(db, caller(method)));
  expect(stays()).toEqual([false, false, false]);
  setUserPrivacyMode(deps, userId, true);
  expect(stays()).toEqual([true, false, false]);
  setUserPrivacyMode(deps, userId, false);
  const { id } = addOrganization(deps, { name: "Acme", owner });
  addMember(deps, id, userId, "member");
  setPolicy(deps, id, { historyAllowed: false });
  expect(stays()).toEqual([true, false, false]);
  setPolicy(deps, id, { historyAllowed: true, zeroRetention: true });
  expect(stays()).toEqual([true, true, true]);
  expect(staysInMemory(db, caller("api_key", id))).toBe(true);
});
