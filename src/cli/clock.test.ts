import { expect, test } from "bun:test";
import { testBinding } from "../../test/support/database.ts";
import { tiroSite } from "../../test/support/tiro.ts";
import { bootId, systemClock } from "../lib/clock.ts";
import { lastHeartbeat, setHeartbeat } from "../store/clock/heartbeat.ts";
import { openDatabase } from "../store/open-database.ts";

test("confirms the clock, says what was not counted, and leaves a line in the audit log", () => {
  using site = tiroSite();
  site.run("users", "add", "--email", "ada@example.org", "--name", "Ada");
  using open = new DisposableStack();
  const db = openDatabase({ dataDir: site.dataDir, nativeBinding: testBinding() });
  open.defer(() => void db.close());
  const reading = { wallMs: systemClock.now(), uptimeMs: systemClock.uptime(), bootId: bootId() };
  setHeartbeat(db, { ...reading, withheldMs: 5_000_000, jumpMs: 5_000_000, jumpedAt: reading.wallMs });
  expect(site.json("clock", "confirm")).toEqual({
    confirmed_at: expect.any(String),
    withheld_seconds: 5_000,
  });
  expect(lastHeartbeat(db)).toMatchObject({ withheldMs: 0, jumpMs: null, jumpedAt: null });
  expect(site.run("clock", "confirm").stdout).toContain("0 s were not counted");
  expect(site.run("audit", "list").stdout).toContain("clock.confirmed");
});
