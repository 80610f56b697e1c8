import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TEST_ACTOR, testClock, testDatabase } from "../../../test/support/database.ts";
import { databaseCommand, runChild } from "../../../test/support/spawn-database.ts";
import { limits } from "../../config/limits.ts";
import { isId } from "../../lib/ids.ts";
import { DAY_MS } from "../../lib/units.ts";
import { addUser } from "../people/users.ts";
import { createKey, type KeyDeps, listKeys, revokeKey } from "./api-keys.ts";

function setUp() {
  const clock = testClock();
  const store = testDatabase(clock);
  const deps: KeyDeps = { db: store.db, clock, actor: TEST_ACTOR, keyPrefixes: ["tiro_", "sk_"] };
  const user = addUser(deps, { email: "ada@example.com", name: "Ada" });
  return { clock, deps, user, dataDir: store.dataDir, [Symbol.dispose]: () => store[Symbol.dispose]() };
}

const refused = (param?: string) =>
  expect.objectContaining({
    code: "invalid_request",
    extras: expect.objectContaining(param ? { param } : {}),
  });

describe("API keys", () => {
  test("have the first prefix and 256 random bits, and are listed without them", () => {
    using site = setUp();
    const { key, ...stored } = createKey(site.deps, site.user, { name: "first" });
    expect(key).toMatch(/^tiro_[A-Za-z0-9_-]{43}$/);
    expect(isId("key", stored.id)).toBe(true);
    expect(stored).toEqual({
      id: stored.id,
      accountId: site.user.id,
      userId: site.user.id,
      name: "first",
      scopes: ["read", "write"],
      lastFour: key.slice(-4),
      createdAt: site.clock.nowMs,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      replacedBy: null,
    });
    expect(listKeys(site.deps.db, site.user.id)).toEqual([stored]);
    expect(createKey(site.deps, site.user, { name: "second" }).key).not.toBe(key);
  });

  test("the full key is in no file of the data folder", () => {
    using site = setUp();
    const { key } = createKey(site.deps, site.user, { name: "secret" });
    for (const name of readdirSync(site.dataDir)) {
      const content = readFileSync(join(site.dataDir, name)).toString("latin1");
      expect(content.includes(key.slice(5, -4))).toBe(false);
    }
  });

  test(`an account holds ${limits.keysPerAccount}; a revoked or expired one makes room, another account has its own`, () => {
    using site = setUp();
    const create = (expiresInDays?: number) => createKey(site.deps, site.user, { name: "k", expiresInDays });
    const first = create();
    create(1);
    for (let i = 2; i < limits.keysPerAccount; i++) create();
    expect(() => create()).toThrow(refused());
    revokeKey(site.deps, first.id);
    create();
    expect(() => create()).toThrow(refused());
    site.clock.nowMs += DAY_MS;
    create();
    expect(() => create()).toThrow(refused());
    const other = addUser(site.deps, { email: "zoe@example.com", name: "Zoe" });
    createKey(site.deps, other, { name: "k" });
    expect(listKeys(site.deps.db, other.id)).toHaveLength(1);
    expect(listKeys(site.deps.db, null)).toHaveLength(limits.keysPerAccount + 3);
  });

  test("processes that create at the same time do not pass the bound together", async () => {
    using site = setUp();
    const children = Array.from({ length: 3 }, () =>
      runChild(databaseCommand("create-keys", site.dataDir, "14")),
    );
    const created = (await Promise.all(children)).map(({ outcome }) => Number(outcome?.created));
    expect(created.reduce((sum, count) => sum + count, 0)).toBe(limits.keysPerAccount);
    expect(listKeys(site.deps.db, site.user.id)).toHaveLength(limits.keysPerAccount);
  });

  test("revoking again keeps the first time; an unknown id is said", () => {
    using site = setUp();
    const { id } = createKey(site.deps, site.user, { name: "k" });
    const at = revokeKey(site.deps, id).revokedAt;
    expect(at).toBe(site.clock.nowMs);
    site.clock.nowMs += 1000;
    expect(revokeKey(site.deps, id).revokedAt).toBe(at);
    expect(() => revokeKey(site.deps, `${id}0`)).toThrow(refused("id"));
  });

  test("name and life have bounds", () => {
    using site = setUp();
    const create = (name: string, expiresInDays?: number) =>
      createKey(site.deps, site.user, { name, expiresInDays });
    expect(create("x".repeat(limits.keyNameChars)).name).toHaveLength(limits.keyNameChars);
    expect(() => create("x".repeat(limits.keyNameChars + 1))).toThrow(refused("name"));
    expect(() => create(" ")).toThrow(refused("name"));
    expect(create("k", 1).expiresAt).toBe(site.clock.nowMs + DAY_MS);
    expect(create("k", limits.keyExpiryDays).expiresAt).toBe(
      site.clock.nowMs + limits.keyExpiryDays * DAY_MS,
    );
    for (const days of [0, -1, 1.5, limits.keyExpiryDays + 1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => create("k", days)).toThrow(refused("expires"));
  });
});
