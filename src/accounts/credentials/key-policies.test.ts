import { describe, expect, test } from "bun:test";
import { refused, signIn, testAccounts } from "../../../test/support/accounts.ts";
import { limits } from "../../config/limits.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { OrganizationPolicy } from "../../store/organizations/organizations.ts";
import { listAudit } from "../audit/audit-log.ts";
import { addMember } from "../organizations/members.ts";
import { setPolicy } from "../organizations/organizations.ts";
import { countKeysEndedEarly, createKey, listKeys, rotateKey } from "./api-keys.ts";

/** An organization with a member, a stranger, and each one's key. */
function setUp() {
  const site = testAccounts();
  const [ada, bo, zoe] = [site.person("ada"), site.person("bo"), site.person("zoe")] as const;
  const acme = site.organization("Acme", ada);
  addMember(site.deps, acme.id, bo.id, "member");
  const key = (account: { id: string }, days?: number) =>
    createKey(site.deps, account, { name: "k", expiresInDays: days });
  const policy = (change: Partial<OrganizationPolicy>) => setPolicy(site.deps, acme.id, change);
  const enter = async ({ key }: { key: string }, keyDays?: number) => {
    const told = await signIn({ ...site.deps, keyDays }, `Bearer ${key}`).catch(({ code }) => code);
    return typeof told === "string" ? told : "in";
  };
  return { ...site, ada, bo, zoe, acme, key, policy, enter };
}

describe("the longest life of keys", () => {
  test("ends keys of the organization and its members, also those that were made before, and nobody else's", async () => {
    using site = setUp();
    const [own, members, strangers] = [site.key(site.acme), site.key(site.bo), site.key(site.zoe, 50)];
    site.policy({ keyDays: 30 });
    site.clock.nowMs += 30 * DAY_MS - 1;
    expect(await Promise.all([own, members, strangers].map((key) => site.enter(key)))).toEqual([
      "in",
      "in",
      "in",
    ]);
    site.clock.nowMs += 1;
    expect(await Promise.all([own, members, strangers].map((key) => site.enter(key)))).toEqual([
      "invalid_api_key",
      "invalid_api_key",
      "in",
    ]);
    expect(listKeys(site.deps.db, site.bo.id)[0]?.expiresAt).toBe(site.clock.nowMs);
    expect(countKeysEndedEarly(site.deps, site.acme.id)).toBe(2);
    site.policy({ keyDays: null });
    expect(await site.enter(own)).toBe("in");
  });

  test("is the least of the operator's and the organizations'", async () => {
    using site = setUp();
    const other = site.organization("Beta", site.zoe);
    addMember(site.deps, other.id, site.bo.id, "member");
    site.policy({ keyDays: 30 });
    setPolicy(site.deps, other.id, { keyDays: 20 });
    const life = (account: { id: string }, keyDays?: number) =>
      (createKey({ ...site.deps, keyDays }, account, { name: "k" }).expiresAt ?? 0) - site.clock.nowMs;
    expect([life(site.ada), life(site.bo), life(site.bo, 10)]).toEqual([
      30 * DAY_MS,
      20 * DAY_MS,
      10 * DAY_MS,
    ]);
    const plain = site.key(site.zoe);
    site.clock.nowMs += 10 * DAY_MS;
    expect([await site.enter(plain), await site.enter(plain, 10)]).toEqual(["in", "invalid_api_key"]);
  });

  test("bounds what may be asked for, and frees the place of a key that it ended", () => {
    using site = setUp();
    for (let i = 0; i < limits.keysPerAccount; i++) site.key(site.bo);
    site.policy({ keyDays: 30 });
    expect(() => site.key(site.ada, 31)).toThrow(expect.objectContaining(refused("expires")));
    expect(() => site.key(site.bo, 30)).toThrow("at most");
    site.clock.nowMs += 30 * DAY_MS;
    expect(site.key(site.bo, 30).expiresAt).toBe(site.clock.nowMs + 30 * DAY_MS);
  });
});

describe("networks of keys", () => {
  test("let the organization's own keys in from there alone; a refusal is in the audit log", async () => {
    using site = setUp();
    const [own, members] = [site.key(site.acme), site.key(site.bo)];
    // The tests call from 192.0.2.1.
    site.policy({ keyNetworks: ["198.51.100.0/24", "192.0.2.0/31"] });
    expect([await site.enter(own), await site.enter(members)]).toEqual(["in", "in"]);
    site.policy({ keyNetworks: ["2001:db8::/32"] });
    expect([await site.enter(own), await site.enter(members)]).toEqual(["address_not_allowed", "in"]);
    expect(listAudit(site.deps.db, { target: own.id, limit: 1 })).toMatchObject([
      { action: "key.used_from_elsewhere", address: "192.0.2.1" },
    ]);
  });

  test.each([[["192.0.2.1/24"]], [["example.com"]], [[]], [Array(limits.keyNetworks + 1).fill("::1")]])(
    "%p is refused",
    (keyNetworks) => {
      using site = setUp();
      expect(() => site.policy({ keyNetworks })).toThrow(expect.objectContaining(refused("key_networks")));
    },
  );
});

describe("scopes of keys", () => {
  test.each([
    [undefined, ["read", "write"]],
    [
      ["write", "read"],
      ["read", "write"],
    ],
    [["read"], ["read"]],
    [["write"], ["write"]],
  ])("%p gives %p", async (scopes, credential) => {
    using site = setUp();
    const { key } = createKey(site.deps, site.ada, { name: "k", scopes });
    expect((await signIn(site.deps, `Bearer ${key}`)).credential.scopes).toEqual(credential as never);
  });

  test.each([[[]], [["admin"]], [["read", "admin"]]])("%p is refused", (scopes) => {
    using site = setUp();
    expect(() => createKey(site.deps, site.ada, { name: "k", scopes })).toThrow(
      expect.objectContaining(refused("scope")),
    );
  });
});

describe("rotating a key", () => {
  test("makes one like it, and the old one works on for the overlap alone", async () => {
    using site = setUp();
    const old = createKey(site.deps, site.acme, { name: "ci", scopes: ["write"], expiresInDays: 90 });
    site.clock.nowMs += 60 * DAY_MS;
    const made = rotateKey(site.deps, old.id, { overlapMs: 7 * DAY_MS });
    expect(made).toMatchObject({
      accountId: site.acme.id,
      userId: null,
      name: "ci",
      scopes: ["write"],
      expiresAt: site.clock.nowMs + 90 * DAY_MS,
    });
    expect(listAudit(site.deps.db, { target: old.id, limit: 1 })).toMatchObject([
      { action: "key.rotated", details: { replaced_by: made.id } },
    ]);
    site.clock.nowMs += 7 * DAY_MS - 1;
    expect([await site.enter(old), await site.enter(made)]).toEqual(["in", "in"]);
    site.clock.nowMs += 1;
    expect([await site.enter(old), await site.enter(made)]).toEqual(["invalid_api_key", "in"]);
  });

  test("never prolongs the old one, and makes none past the policy", () => {
    using site = setUp();
    const old = site.key(site.bo, 3);
    const plain = site.key(site.bo);
    rotateKey(site.deps, old.id, { overlapMs: 7 * DAY_MS });
    const rotated = listKeys(site.deps.db, site.bo.id).find(({ id }) => id === old.id);
    expect(rotated?.expiresAt).toBe(site.clock.nowMs + 3 * DAY_MS);
    site.policy({ keyDays: 30 });
    const made = rotateKey(site.deps, plain.id, { overlapMs: 0 });
    expect(made.expiresAt).toBe(site.clock.nowMs + 30 * DAY_MS);
  });

  test("a key that was created for longer than the policy now allows gets what is allowed", () => {
    using site = setUp();
    const old = site.key(site.bo, 90);
    site.policy({ keyDays: 30 });
    expect(rotateKey(site.deps, old.id, { overlapMs: 0 }).expiresAt).toBe(site.clock.nowMs + 30 * DAY_MS);
  });

  test("is refused for one that ended, one that is not there, and beyond the bounds", () => {
    using site = setUp();
    const old = site.key(site.bo, 1);
    const rotate = (id: string, overlapMs = 0) => rotateKey(site.deps, id, { overlapMs });
    for (const overlapMs of [-1, limits.keyOverlapMs + 1, Number.NaN])
      expect(() => rotate(old.id, overlapMs)).toThrow(expect.objectContaining(refused("overlap")));
    expect(() => rotate("key_0")).toThrow("No such key");
    const made = rotate(old.id);
    expect(() => rotate(old.id)).toThrow(`${made.id} took its place`);
    const short = site.key(site.bo, 1);
    site.clock.nowMs += DAY_MS - 1;
    const next = rotate(short.id, DAY_MS);
    site.clock.nowMs += 1;
    expect(() => rotate(made.id)).toThrow("has ended");
    for (let i = 2; i <= limits.keysPerAccount; i++) site.key(site.bo);
    expect(() => rotate(next.id, DAY_MS)).toThrow("at most");
    rotate(next.id);
  });
});
