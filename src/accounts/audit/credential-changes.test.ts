import { expect, test } from "bun:test";
import { testAccounts } from "../../../test/support/accounts.ts";
import { limits } from "../../config/limits.ts";
import { inTransaction } from "../../store/db.ts";
import type { AuditAction } from "./actions.ts";
import { recordAudit } from "./audit-log.ts";
import { credentialChanges } from "./credential-changes.ts";

function setUp() {
  const site = testAccounts();
  const [ada, bob] = [site.person("ada"), site.person("bob")];
  const { db, clock } = site;
  const note = (action: AuditAction, credential: string | null, target = ada.id, address = "10.0.0.7") =>
    inTransaction(db, () =>
      recordAudit({ db, clock, actor: { id: ada.id, credential, address } }, action, target),
    );
  const told = (id = "brs_1", methods: readonly string[] = ["password"]) =>
    credentialChanges({ db, nowMs: clock.nowMs }, { id, userId: ada.id, methods }).map(
      ({ change }) => change,
    );
  return { ...site, bob, note, told };
}

test("a person is told what others and other sessions did to their log-in, newest first", () => {
  using site = setUp();
  site.note("user.password_changed", "brs_other");
  site.note("user.second_step_disabled", null);
  site.note("user.passkey_added", "brs_1");
  site.note("user.passkey_removed", "brs_other", site.bob.id);
  site.note("user.logged_in", "brs_other");
  expect(site.told()).toEqual(["second_step_disabled", "password_changed"]);
  expect(site.told("brs_other")).toEqual(["passkey_added", "second_step_disabled"]);
});

test("a set-up link is news in every session but the one that began with it", () => {
  using site = setUp();
  site.note("user.set_up", "setup-link");
  expect(site.told("brs_1", ["setup_link"])).toEqual([]);
  expect(site.told()).toEqual(["set_up"]);
  // Of two, the earlier one is not this session's.
  site.note("user.set_up", "setup-link");
  expect(site.told("brs_2", ["setup_link"])).toEqual(["set_up"]);
});

test("for so many days, and so many at most", () => {
  using site = setUp();
  for (let i = 0; i <= limits.credentialChangesShown; i++) site.note("user.passkey_added", null);
  expect(site.told()).toHaveLength(limits.credentialChangesShown);
  site.clock.nowMs += limits.credentialChangeMs - 1;
  expect(site.told()).toHaveLength(limits.credentialChangesShown);
  site.clock.nowMs += 1;
  expect(site.told()).toEqual([]);
});

test("who does much else hides nothing within the lines that are looked through", () => {
  using site = setUp();
  site.note("user.password_changed", null);
  inTransaction(site.db, () => {
    for (let i = 1; i < limits.credentialChangeLines; i++) site.note("user.session_erased", "brs_other");
  });
  expect(site.told()).toEqual(["password_changed"]);
  site.note("user.session_erased", "brs_other");
  expect(site.told()).toEqual([]);
});
