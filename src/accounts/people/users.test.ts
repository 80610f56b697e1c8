import { describe, expect, test } from "bun:test";
import { TEST_ACTOR, testClock, testDatabase } from "../../../test/support/database.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { isId } from "../../lib/ids.ts";
import { allUsers } from "../../store/people/users.ts";
import { addUser, findUser, type NewUser } from "./users.ts";

const ADA: NewUser = { email: "Ada@example.com", name: "Ada" };

describe("people", () => {
  test("are added, listed oldest first, and found by id or address in any case", () => {
    const clock = testClock();
    using store = testDatabase(clock);
    const ada = addUser({ db: store.db, clock, actor: TEST_ACTOR }, ADA);
    clock.nowMs += 1;
    const zoe = addUser(
      { db: store.db, clock, actor: TEST_ACTOR },
      { email: "zoe@example.com", name: "Zoë", plan: "team" },
    );
    expect(isId("usr", ada.id)).toBe(true);
    expect(ada).toEqual({
      id: ada.id,
      email: "Ada@example.com",
      name: "Ada",
      plan: "free",
      administrator: false,
      auditor: false,
      privacyMode: false,
      interfaceLanguage: null,
      disabledAt: null,
      createdAt: clock.nowMs - 1,
    });
    expect(allUsers(store.db)).toEqual([ada, zoe]);
    expect(findUser(store.db, "aDA@EXAMPLE.com")).toEqual(ada);
    expect(findUser(store.db, zoe.id)).toEqual(zoe);
    for (const nobody of ["", "ada", "usr_0", "no@example.com", "' OR 1=1 --"])
      expect(() => findUser(store.db, nobody)).toThrow(TiroError);
  });

  test("an address is taken in any case", () => {
    using store = testDatabase();
    const deps = { db: store.db, clock: testClock(), actor: TEST_ACTOR };
    addUser(deps, ADA);
    expect(() => addUser(deps, { ...ADA, email: "ADA@EXAMPLE.COM" })).toThrow("already");
    expect(allUsers(store.db)).toHaveLength(1);
  });

  const longLocal = "a".repeat(64);
  const label = "b".repeat(63);
  const longest = `${longLocal}@${label}.${label}.`.padEnd(limits.emailChars, "c");
  const cases: [field: keyof NewUser, value: string, valid: boolean][] = [
    ["email", "a@b", true],
    ["email", "first.last+tag@sub.example.co.uk", true],
    ["email", longest, true],
    ["email", `${longest}d`, false],
    ["email", `a${longLocal}@example.com`, false],
    ["email", `a@${label}b.com`, false],
    ["email", "", false],
    ["email", "ada", false],
    ["email", "@example.com", false],
    ["email", "ada@", false],
    ["email", "a..b@example.com", false],
    ["email", ".a@example.com", false],
    ["email", "a@-example.com", false],
    ["email", "a@example..com", false],
    ["email", "a b@example.com", false],
    ["email", "a@b@example.com", false],
    ["email", "ada@example.com\n", false],
    ["email", "zoë@example.com", false],
    ["name", "x".repeat(limits.personNameChars), true],
    ["name", "x".repeat(limits.personNameChars + 1), false],
    // Counted in code points: a character outside the basic plane is one, not two.
    ["name", "𝒳".repeat(limits.personNameChars), true],
    ["name", "  ", false],
    ["name", "two\nlines", false],
    ["name", "escape\u001b[2J", false],
    ["name", "sepa\u2028rator", false],
    ["plan", "enterprise", true],
    ["plan", "gold", false],
    ["plan", "", false],
  ];
  for (const [field, value, valid] of cases)
    test(`${field} ${JSON.stringify(value.slice(0, 40))} (${value.length}) is ${valid ? "taken" : "refused"}`, () => {
      using store = testDatabase();
      const add = () =>
        addUser({ db: store.db, clock: testClock(), actor: TEST_ACTOR }, { ...ADA, [field]: value });
      if (valid) expect(add()[field]).toBe(value);
      else expect(add).toThrow(expect.objectContaining({ code: "invalid_request" }));
      expect(allUsers(store.db)).toHaveLength(valid ? 1 : 0);
    });

  test("a name is trimmed and composed, so that equal names are equal", () => {
    using store = testDatabase();
    const user = addUser(
      { db: store.db, clock: testClock(), actor: TEST_ACTOR },
      { ...ADA, name: " Zoe\u0308 " },
    );
    expect(user.name).toBe("Zo\u00eb");
  });
});
