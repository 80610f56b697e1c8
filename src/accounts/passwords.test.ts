import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { CHEAP_HASHES, testAccounts } from "../../test/support/accounts.ts";
import { testClock } from "../../test/support/database.ts";
import { limits } from "../config/limits.ts";
import { passwordHashOf, upsertPassword } from "../store/passwords.ts";
import { Attempts } from "./attempts.ts";
import { PasswordHashing } from "./password-hashing.ts";
import { Passwords } from "./passwords.ts";
import { disableUser } from "./users.ts";

// A hash takes 150 ms, and longer on a busy machine.
setDefaultTimeout(60_000);

const PASSWORD = "Pässwort with ﬁve words";

async function setUp() {
  const site = testAccounts();
  const ada = site.person("ada");
  upsertPassword(site.db, ada.id, await site.passwords.hash(PASSWORD), 0);
  const logIn = (password: string, address = "10.0.0.1", email = "ada@example.com") =>
    site.passwords.verify({ email, password, address });
  return { ...site, ada, logIn };
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

  test("after too many wrong ones an account is closed even to the right one, then opens by and by", async () => {
    using site = await setUp();
    const tries = Array.from({ length: limits.passwordFailuresPerAccount }, (_, i) =>
      site.logIn("wrong", `10.0.1.${i}`, i % 2 ? "ADA@example.com" : "ada@example.com"),
    );
    expect(new Set(await Promise.all(tries))).toEqual(new Set([null]));
    await expect(site.logIn(PASSWORD, "10.9.9.9")).rejects.toEqual(throttled);
    site.clock.nowMs += limits.passwordFailureMs - 1;
    await expect(site.logIn(PASSWORD, "10.9.9.9")).rejects.toEqual(throttled);
    site.clock.nowMs += 1;
    expect((await site.logIn(PASSWORD, "10.9.9.9"))?.id).toBe(site.ada.id);
    expect(await site.logIn("wrong", "10.9.9.9")).toBeNull();
    expect((await site.logIn(PASSWORD, "10.9.9.9"))?.id).toBe(site.ada.id);
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
    attempts.takeBack("a");
    attempts.begin("a");
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

  test("an address is closed after its own bound, whatever accounts it tries", async () => {
    using site = await setUp();
    const counted = new Passwords({ ...site.deps, hashCost: CHEAP_HASHES });
    const verify = (i: number) =>
      counted.verify({ email: `p${i}@example.com`, password: "x".repeat(9_999), address: "10.0.0.1" });
    for (let i = 0; i < limits.passwordFailuresPerAddress; i++) expect(await verify(i)).toBeNull();
    await expect(verify(99)).rejects.toEqual(throttled);
    expect(
      await counted.verify({ email: "p99@example.com", password: "x".repeat(9_999), address: "10.0.0.2" }),
    ).toBeNull();
  });
});

test("the product hashes with 64 MiB in two passes", async () => {
  using site = testAccounts();
  const hash = await new Passwords(site.deps).hash(PASSWORD);
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
