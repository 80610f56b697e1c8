import { describe, expect, test } from "bun:test";
import { CHEAP_HASHES, testAccounts } from "../../../test/support/accounts.ts";
import { testClock } from "../../../test/support/database.ts";
import { limits } from "../../config/limits.ts";
import { passwordHashOf, upsertPassword } from "../../store/credentials/passwords.ts";
import { listAudit } from "../audit/audit-log.ts";
import { disableUser } from "../people/users.ts";
import { Attempts } from "../throttling/attempts.ts";
import { PasswordHashing } from "./password-hashing.ts";
import { Passwords } from "./passwords.ts";

const PASSWORD = "Pässwort with ﬁve words";

async function setUp() {
  const site = testAccounts();
  const ada = site.person("ada");
  upsertPassword(site.db, ada.id, await site.passwords.hash(PASSWORD), 0);
  const { later, pass } = testTimers(site.clock);
  const passwords = new Passwords({ ...site.deps, security: site.security, hashCost: CHEAP_HASHES, later });
  const logIn = (password: string, address = "10.0.0.1", email = "ada@example.com") =>
    passwords.verify({ email, password, address });
  const events = () => listAudit(site.db, { target: null, limit: 50 }).map(({ action }) => action);
  return { ...site, passwords, ada, logIn, pass, events };
}

/** Timers that run when their time is over by the clock that stands. */
function testTimers(clock: { nowMs: number }) {
  let timers: { run: () => void; atMs: number }[] = [];
  const pass = async (ms: number) => {
    const endMs = clock.nowMs + ms;
    for (;;) {
      // Earlier work arrives first; a hash takes a real while.
      await Bun.sleep(5);
      const [next] = timers.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs);
      if (next === undefined) break;
      timers = timers.filter((timer) => timer !== next);
      clock.nowMs = Math.max(clock.nowMs, next.atMs);
      next.run();
    }
    clock.nowMs = endMs;
  };
  return { later: (run: () => void, ms: number) => void timers.push({ run, atMs: clock.nowMs + ms }), pass };
}

function watched<T>(value: Promise<T>) {
  const state = { value, settled: false };
  const settle = () => {
    state.settled = true;
  };
  value.then(settle, settle);
  return state;
}

const throttled = expect.objectContaining({ code: "rate_limit_exceeded" });

describe("passwords", () => {
  test("are argon2id, salted, and the same however they are typed", async () => {
    using site = await setUp();
    const hash = passwordHashOf(site.db, site.ada.id);
    expect(hash).toStartWith("$argon2id$v=19$");
    expect(hash).not.toBe(await site.passwords.hash(PASSWORD));
    expect((await site.logIn(PASSWORD))?.id).toBe(site.ada.id);
    expect((await site.logIn(PASSWORD.normalize("NFD")))?.id).toBe(site.ada.id);
    expect(await site.logIn(PASSWORD.toLowerCase())).toBeNull();
    expect(await site.logIn("x".repeat(10_000))).toBeNull();
  });

  test("nobody, and somebody without a password, are refused like a wrong one", async () => {
    using site = await setUp();
    site.person("bo");
    expect(await site.logIn(PASSWORD, "10.0.0.1", "bo@example.com")).toBeNull();
    expect(await site.logIn(PASSWORD, "10.0.0.1", "nobody@example.com")).toBeNull();
  });

  test("one that is changed, or whose account is disabled, while it is compared lets nobody in", async () => {
    using site = await setUp();
    const other = await site.passwords.hash("another good password");
    const before = site.logIn(PASSWORD);
    upsertPassword(site.db, site.ada.id, other, 1);
    expect(await before).toBeNull();
    const right = site.logIn("another good password");
    disableUser(site.deps, site.ada.id);
    await expect(right).rejects.toThrow("disabled");
  });

  test("a disabled account is told so, but only to who knows the password", async () => {
    using site = await setUp();
    disableUser(site.deps, site.ada.id);
    expect(await site.logIn("wrong")).toBeNull();
    await expect(site.logIn(PASSWORD)).rejects.toThrow("disabled");
  });

  test("after too many wrong ones an attempt waits, and the right one then gets in", async () => {
    using site = await setUp();
    const wrong = () =>
      site.logIn("wrong", `10.0.1.${++tries % 9}`, tries % 2 ? "ADA@example.com" : undefined);
    let tries = 0;
    for (let i = 0; i < limits.passwordFailuresPerAccount; i++) expect(await wrong()).toBeNull();
    const right = watched(site.logIn(PASSWORD, "10.9.9.9"));
    await site.pass(limits.accountDelayFirstMs - 1);
    expect(right.settled).toBe(false);
    await site.pass(1);
    expect((await right.value)?.id).toBe(site.ada.id);
    expect(site.events()).toContain("user.log_in_delayed");
    // Earlier failures are forgotten.
    expect(await site.logIn("wrong", "10.9.9.9")).toBeNull();
  });

  test("somebody who tries one a second keeps the owner waiting for seconds, not for ever", async () => {
    using site = await setUp();
    for (let i = 0; i < 20; i++) {
      void site.logIn("wrong", "10.0.0.66").catch(() => {});
      await site.pass(1000);
    }
    const owner = watched(site.logIn(PASSWORD, "10.9.9.9"));
    let seconds = 0;
    for (; !owner.settled && seconds < 100; seconds++) {
      void site.logIn("wrong", "10.0.0.66").catch(() => {});
      await site.pass(1000);
    }
    expect((await owner.value)?.id).toBe(site.ada.id);
    expect(seconds * 1000).toBeLessThanOrEqual(2 * limits.accountDelayLongestMs + 1000);
  });

  test("who has logged in with this browser before does not wait for what others tried", async () => {
    using site = await setUp();
    // A few wait; if the line is full, a random one is turned away.
    for (let i = 0; i < limits.passwordFailuresPerNetwork + limits.networkAttemptsWaiting / 2; i++)
      void site.logIn("wrong", "10.0.0.1").catch(() => {});
    await site.pass(0);
    const device = { id: "dev", userId: site.ada.id };
    const logIn = (who: typeof device, password = PASSWORD) =>
      site.passwords.verify({ email: "ada@example.com", password, address: "10.0.0.1", device: who });
    expect((await logIn(device))?.id).toBe(site.ada.id);
    // A stolen one helps to no more tries than anybody has, and somebody else's to none.
    for (let i = 0; i < limits.passwordFailuresPerAccount; i++) expect(await logIn(device, "x")).toBeNull();
    for (const other of [device, { id: "dev2", userId: "usr_other" }]) {
      const waits = watched(logIn(other).catch(() => null));
      await site.pass(0);
      expect(waits.settled).toBe(false);
    }
  });

  test("a network waits after its own bound, whatever accounts it tries, and others do not", async () => {
    using site = await setUp();
    const from = (address: string, i: number) => site.logIn("wrong", address, `p${i}@example.com`);
    for (let i = 0; i < limits.passwordFailuresPerNetwork; i++)
      expect(await from(`2001:db8:0:1::${i.toString(16)}`, i)).toBeNull();
    const late = watched(from("2001:db8:0:1:ffff::1", 99));
    expect(await from("2001:db8:0:2::1", 100)).toBeNull();
    expect(late.settled).toBe(false);
    await site.pass(limits.networkDelayFirstMs);
    expect(await late.value).toBeNull();
  });

  test("failures are written down with account and address, but nothing that was typed", async () => {
    using site = await setUp();
    await site.logIn("my secret", "10.0.0.1");
    await site.logIn("my secret", "10.0.0.2", "my secret");
    const lines = listAudit(site.db, { target: null, limit: 2 });
    expect(lines.map(({ action, target, address }) => [action, target, address])).toEqual([
      ["user.log_in_failed", site.ada.id, "10.0.0.1"],
      ["user.log_in_failed", "unknown", "10.0.0.2"],
    ]);
    expect(JSON.stringify(lines)).not.toContain("my secret");
  });
});

describe("attempts", () => {
  const full = (attempts: Attempts, name: string, times: number) => {
    for (let i = 0; i < times; i++) attempts.begin(name);
  };

  test("have a bound for each name, say when to come back, and leak one by one", () => {
    const clock = testClock();
    const attempts = new Attempts(clock, 3);
    full(attempts, "a", 3);
    const wait = limits.passwordFailureMs / 1000;
    expect(() => attempts.begin("a")).toThrow(
      expect.objectContaining({ extras: { retryAfterSeconds: wait } }),
    );
    attempts.begin("b");
    clock.nowMs += limits.passwordFailureMs;
    attempts.begin("a");
    expect(() => attempts.begin("a")).toThrow();
    attempts.forget("a");
    full(attempts, "a", 3);
    expect(() => attempts.begin("a")).toThrow();
  });

  test("a flood of names takes no memory and does not free the one that is closed", () => {
    const attempts = new Attempts(testClock(), 2);
    full(attempts, "victim", 2);
    for (let i = 0; i < 20_000; i++) {
      try {
        attempts.begin(`flood ${i}`);
      } catch (error) {
        expect(error).toEqual(throttled);
      }
    }
    expect(() => attempts.begin("victim")).toThrow();
  });
});

test("the product hashes with 64 MiB in two passes", async () => {
  using site = testAccounts();
  const hash = await new Passwords({ ...site.deps, security: site.security }).hash(PASSWORD);
  expect(hash).toStartWith("$argon2id$v=19$m=65536,t=2,p=1$");
});

test("a few hashes are made at once, a few more wait, the rest are refused", async () => {
  const hashing = new PasswordHashing(CHEAP_HASHES);
  const most = limits.passwordHashesAtOnce + limits.passwordHashesWaiting;
  const asked = Array.from({ length: most + 1 }, () =>
    hashing.hash("x").then(
      () => "made",
      (error) => error.code,
    ),
  );
  const outcomes = await Promise.all(asked);
  expect(outcomes.filter((outcome) => outcome === "made")).toHaveLength(most);
  expect(outcomes.at(-1)).toBe("rate_limit_exceeded");
  expect(await hashing.hash("x")).toStartWith("$argon2id$");
});
