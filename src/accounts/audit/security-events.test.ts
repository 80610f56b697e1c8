import { expect, test } from "bun:test";
import { testAccounts } from "../../../test/support/accounts.ts";
import { limits } from "../../config/limits.ts";
import { silentLogger } from "../../lib/logger.ts";
import { listAudit, verifyAudit } from "./audit-log.ts";
import { SecurityEvents } from "./security-events.ts";

const ADDRESS = "192.0.2.1";

function setUp() {
  const site = testAccounts();
  const logged: unknown[] = [];
  const keep = (event: string, fields: unknown) => void logged.push([event, fields]);
  const security = new SecurityEvents({ ...site, logger: { ...silentLogger, warn: keep, error: keep } });
  const failed = (target: string) => security.note("user.log_in_failed", { target, address: ADDRESS });
  const lines = () => listAudit(site.db, { target: null, limit: 1_000 });
  return { ...site, security, logged, failed, lines };
}

test("an event is in the log and in the audit log, with account and address", () => {
  using site = setUp();
  site.failed("usr_1");
  expect(site.lines()).toMatchObject([
    { actor: "system", address: ADDRESS, action: "user.log_in_failed", target: "usr_1" },
  ]);
  const fields = { action: "user.log_in_failed", target: "usr_1", address: ADDRESS };
  expect(site.logged).toEqual([["security_event", fields]]);
  expect(verifyAudit(site.db)).toMatchObject({ intact: true });
});

test("a flood about one account writes so many lines, then one a minute with how many were left out", () => {
  using site = setUp();
  for (let i = 0; i < 1_000; i++) site.failed("usr_1");
  expect(site.lines()).toHaveLength(limits.securityEventsOfTarget);
  expect(site.logged).toHaveLength(limits.securityEventsOfTarget);
  site.failed("usr_2");
  expect(site.lines().at(-1)).toMatchObject({ target: "usr_2", details: { left_out: 990 } });
  site.clock.nowMs += limits.passwordFailureMs;
  for (let i = 0; i < 5; i++) site.failed("usr_1");
  expect(site.lines()).toHaveLength(limits.securityEventsOfTarget + 2);
});

test("a flood of accounts writes so many lines of that kind, and leaves room for other kinds", () => {
  using site = setUp();
  for (let i = 0; i < 1_000; i++) site.failed(`usr_${i}`);
  expect(site.lines()).toHaveLength(limits.securityEventsOfKind);
  site.security.note("key.used_after_revocation", { target: "key_1", address: ADDRESS });
  expect(site.lines()).toHaveLength(limits.securityEventsOfKind + 1);
});

test("a database that cannot be written changes nothing for the caller", () => {
  using site = setUp();
  site.db.exec("CREATE TRIGGER broken BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'broken'); END");
  site.failed("usr_1");
  expect(site.logged).toHaveLength(2);
});
