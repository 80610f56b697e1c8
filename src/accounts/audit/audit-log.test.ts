import { describe, expect, test } from "bun:test";
import { testAccounts } from "../../../test/support/accounts.ts";
import type { JsonValue } from "../../lib/canonical-json.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { createKey, revokeKey } from "../credentials/api-keys.ts";
import { makeSetupLink } from "../onboarding/setup-links.ts";
import { addMember, removeMember, setMemberRole } from "../organizations/members.ts";
import {
  disableOrganization,
  enableOrganization,
  setOrganizationPlan,
  setPolicy,
} from "../organizations/organizations.ts";
import { disableUser, enableUser, setUserPlan, setUserPrivacyMode } from "../people/users.ts";
import { type AuditLine, exportAudit, listAudit, recordAudit, verifyAudit } from "./audit-log.ts";

/** Every kind of change that the command line can make, once. */
function history() {
  const site = testAccounts();
  const { deps } = site;
  const [ada, bo] = [site.person("ada"), site.person("bo")];
  const acme = site.organization("Acme", ada);
  setUserPlan(deps, ada.id, "pro");
  setUserPrivacyMode(deps, ada.id, true);
  disableUser(deps, ada.id);
  enableUser(deps, ada.id);
  addMember(deps, acme.id, bo.id, "member");
  setMemberRole(deps, acme.id, bo.id, "admin");
  removeMember(deps, acme.id, bo.id);
  setOrganizationPlan(deps, acme.id, "enterprise");
  setPolicy(deps, acme.id, { zeroRetention: true, allowedLanguages: ["de", "en"] });
  disableOrganization(deps, acme.id);
  enableOrganization(deps, acme.id);
  const { id, key } = createKey(deps, acme, { name: "k" });
  revokeKey(deps, id);
  const { url } = makeSetupLink(deps, ada, "http://x");
  return { ...site, secrets: [key, url.slice(-43)] };
}

function lines(db: Db): AuditLine[] {
  const all: AuditLine[] = [];
  exportAudit(db, (line) => void all.push(line));
  return all;
}

/** As somebody with the file in hand, who first takes away what stands in the way. */
function tamper(db: Db, sql: string): void {
  for (const trigger of ["keeps_lines", "loses_no_line", "grows_at_its_end"])
    db.exec(`DROP TRIGGER audit_log_${trigger}`);
  for (const trigger of ["moves_forward", "stays"]) db.exec(`DROP TRIGGER audit_head_${trigger}`);
  db.exec(sql);
}

describe("the audit log", () => {
  test("has a line for every change, in order, chained, without secrets", () => {
    using site = history();
    const all = lines(site.db);
    expect(all.map(({ action }) => action)).toEqual([
      "user.added",
      "user.added",
      "organization.added",
      "user.plan_set",
      "user.privacy_set",
      "user.disabled",
      "user.enabled",
      "member.added",
      "member.role_set",
      "member.removed",
      "organization.plan_set",
      "organization.policy_set",
      "organization.disabled",
      "organization.enabled",
      "key.created",
      "key.revoked",
      "user.setup_link_made",
    ]);
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
    for (const [index, line] of all.entries())
      expect(line.previous_hash).toBe(all[index - 1]?.hash ?? "0".repeat(64));
    for (const secret of site.secrets) expect(JSON.stringify(all)).not.toContain(secret);
    expect(verifyAudit(site.db)).toEqual({
      intact: true,
      lines: all.length,
      head: `${all.length}:${all.at(-1)?.hash}`,
    });
    expect(all[3]).toMatchObject({
      at: "2026-11-21T00:00:00.000Z",
      actor: "operator",
      credential: "cli:test",
      address: null,
      details: { plan: { from: "free", to: "pro" } },
    });
  });

  test("a change that changes nothing has no line", () => {
    using site = testAccounts();
    const ada = site.person("ada");
    setUserPlan(site.deps, ada.id, "free");
    enableUser(site.deps, ada.id);
    setUserPrivacyMode(site.deps, ada.id, false);
    disableUser(site.deps, ada.id);
    site.clock.nowMs++;
    disableUser(site.deps, ada.id);
    expect(lines(site.db).map(({ action }) => action)).toEqual(["user.added", "user.disabled"]);
  });

  test("no change without its line, no line without its change", () => {
    using site = testAccounts();
    site.db.exec("CREATE TRIGGER broken BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'broken'); END");
    expect(() => site.person("ada")).toThrow();
    expect(site.db.prepare("SELECT count(*) FROM users").pluck().get()).toBe(0);
    expect(() => recordAudit(site.deps, "user.added", "x")).toThrow("outside the transaction");
  });

  for (const sql of [
    "UPDATE audit_log SET actor = 'x' WHERE sequence = 2",
    "DELETE FROM audit_log WHERE sequence = 2",
    "DELETE FROM audit_log",
    "INSERT OR REPLACE INTO audit_log SELECT 2, at, 'x', NULL, NULL, action, target, details, previous_hash, hash FROM audit_log WHERE sequence = 2",
    "UPDATE audit_head SET sequence = 1",
    "DELETE FROM audit_head",
  ])
    test(`the database refuses ${sql.slice(0, 50)}`, () => {
      using site = history();
      expect(() => site.db.exec(sql)).toThrow("append-only");
      expect(verifyAudit(site.db)).toMatchObject({ intact: true });
    });

  const hits: [name: string, sql: string, line: number, problem: string][] = [
    ["a changed actor", "UPDATE audit_log SET actor = 'nobody' WHERE sequence = 3", 3, "changed"],
    ["a changed time", "UPDATE audit_log SET at = at + 1 WHERE sequence = 17", 17, "changed"],
    ["a changed detail", "UPDATE audit_log SET details = '{}' WHERE sequence = 4", 4, "changed"],
    ["a changed hash", "UPDATE audit_log SET hash = zeroblob(32) WHERE sequence = 5", 5, "changed"],
    ["a removed line", "DELETE FROM audit_log WHERE sequence = 6", 6, "removed"],
    ["a removed first line", "DELETE FROM audit_log WHERE sequence = 1", 1, "removed"],
    ["a cut end", "DELETE FROM audit_log WHERE sequence > 10", 11, "cut off: it had 17 lines"],
    ["nothing left", "DELETE FROM audit_log", 1, "cut off"],
    [
      "two exchanged lines",
      "UPDATE audit_log SET sequence = 99 WHERE sequence = 7; UPDATE audit_log SET sequence = 7 WHERE sequence = 8; UPDATE audit_log SET sequence = 8 WHERE sequence = 99",
      7,
      "changed",
    ],
    ["a head set back", "UPDATE audit_head SET sequence = 16", 18, "does not belong"],
    ["no head", "DELETE FROM audit_head", 18, "head was removed"],
  ];
  for (const [name, sql, line, problem] of hits)
    test(`names the first broken line: ${name}`, () => {
      using site = history();
      tamper(site.db, sql);
      expect(verifyAudit(site.db)).toEqual({
        intact: false,
        line,
        problem: expect.stringContaining(problem),
      } as never);
    });

  test("a head that was kept elsewhere shows a log that was written anew", () => {
    using site = history();
    const verdict = verifyAudit(site.db);
    const head = verdict.intact ? verdict.head : "";
    site.person("later");
    expect(verifyAudit(site.db, head)).toMatchObject({ intact: true, lines: 18 });
    using other = testAccounts();
    expect(verifyAudit(other.db, head)).toMatchObject({ intact: false, line: 1 });
    for (let i = 0; i < 20; i++) other.person(`p${i}`);
    expect(verifyAudit(other.db)).toMatchObject({ intact: true });
    expect(verifyAudit(other.db, head)).toMatchObject({ intact: false, line: 17 });
    for (const wrong of ["", "1", `${head}0`, "x:y"])
      expect(() => verifyAudit(other.db, wrong)).toThrow("SEQUENCE:HASH");
  });

  test("lists the newest, all or about one thing, oldest first", () => {
    using site = history();
    expect(listAudit(site.db, { target: null, limit: 2 }).map(({ sequence }) => sequence)).toEqual([16, 17]);
    const [{ target = "" } = {}] = listAudit(site.db, { target: null, limit: 1 });
    expect(new Set(listAudit(site.db, { target, limit: 100 }).map((line) => line.target))).toEqual(
      new Set([target]),
    );
  });

  test("details that a line was given come back as they were", () => {
    using site = testAccounts();
    const details: JsonValue = { b: [1, null, { z: "ü", a: true }], a: "\u0000" };
    inTransaction(site.db, () => recordAudit(site.deps, "user.added", "x", details));
    expect(lines(site.db)[0]?.details).toEqual(details);
    expect(verifyAudit(site.db)).toMatchObject({ intact: true });
  });
});
