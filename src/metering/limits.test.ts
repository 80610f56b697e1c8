import { expect, test } from "bun:test";
import { TEST_ACTOR, testClock, testDatabase } from "../../test/support/database.ts";
import { listAudit } from "../accounts/audit/audit-log.ts";
import { addOrganization } from "../accounts/organizations/organizations.ts";
import { addUser } from "../accounts/people/users.ts";
import { configSchema } from "../config/schema.ts";
import { clearLimit, explainLimits, limitsOf, setLimit } from "./limits.ts";

function setUp() {
  const store = testDatabase();
  const config = configSchema.parse({
    limits: {
      stored_jobs: 500,
      plans: { free: { requests_per_minute: 60, storage_bytes: 1_000 }, team: { concurrent_audio: 99 } },
    },
  });
  const deps = { db: store.db, clock: testClock(), actor: TEST_ACTOR, config };
  const user = addUser(deps, { email: "ada@example.com", name: "Ada", plan: "free" });
  const organization = addOrganization(deps, { name: "Acme", plan: "team", owner: user });
  return { deps, user, organization, [Symbol.dispose]: () => store[Symbol.dispose]() };
}

test("an account's own limits come before its plan's, which come before the defaults", () => {
  using site = setUp();
  const { deps, user, organization } = site;
  expect(limitsOf(deps, user.id)).toEqual({
    requestsPerMinute: 60,
    concurrentAudio: 32,
    storedJobs: 500,
    storageBytes: 1_000,
    dailyAudioSeconds: null,
    monthlyAudioSeconds: null,
  });
  expect(limitsOf(deps, organization.id)).toMatchObject({ requestsPerMinute: 600, concurrentAudio: 99 });
  setLimit(deps, user.id, "requests_per_minute", "7");
  setLimit(deps, user.id, "storage-bytes", "unlimited");
  setLimit(deps, user.id, "daily_audio_seconds", "3600");
  expect(limitsOf(deps, user.id)).toMatchObject({
    requestsPerMinute: 7,
    storageBytes: null,
    dailyAudioSeconds: 3600,
  });
  expect(explainLimits(deps, user.id).map(({ source }) => source)).toEqual([
    "account",
    "default",
    "default",
    "account",
    "account",
    "default",
  ]);
  clearLimit(deps, user.id, "requests_per_minute");
  expect(limitsOf(deps, user.id).requestsPerMinute).toBe(60);
  expect(limitsOf(deps, organization.id).storageBytes).toBeNull();
});

test("a change is audited, one that changes nothing is not", () => {
  using site = setUp();
  const { deps, user } = site;
  setLimit(deps, user.id, "stored_jobs", "5");
  setLimit(deps, user.id, "stored_jobs", "5");
  clearLimit(deps, user.id, "stored_jobs");
  clearLimit(deps, user.id, "stored_jobs");
  const lines = listAudit(deps.db, { target: user.id, limit: 10 }).slice(-2);
  expect(lines).toMatchObject([
    { action: "limit.set", details: { stored_jobs: 5 } },
    { action: "limit.cleared", details: { limit: "stored_jobs" } },
  ]);
});

test.each([
  ["requests_per_minute", "0"],
  ["requests_per_minute", "1000001"],
  ["concurrent_audio", "10001"],
  ["stored_jobs", "unlimited"],
  ["storage_bytes", "0"],
  ["storage_bytes", "9999999999999999"],
  ["daily_audio_seconds", "-1"],
  ["daily_audio_seconds", "1.5"],
  ["daily_audio_seconds", ""],
  ["monthly_audio_seconds", "0"],
  ["plans", "1"],
])("%s cannot be %p", (name, value) => {
  using site = setUp();
  expect(() => setLimit(site.deps, site.user.id, name, value)).toThrow(
    expect.objectContaining({ code: "invalid_request" }),
  );
});

test.each([
  ["requests_per_minute", "1000000"],
  ["concurrent_audio", "10000"],
  ["storage_bytes", "999999999999999"],
  ["daily_audio_seconds", "1"],
])("%s may be %p", (name, value) => {
  using site = setUp();
  setLimit(site.deps, site.user.id, name, value);
  expect(explainLimits(site.deps, site.user.id)).toContainEqual({
    name: name as "stored_jobs",
    value: Number(value),
    source: "account",
  });
});
