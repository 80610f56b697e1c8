import { describe, expect, test } from "bun:test";
import { PUBLIC_URL, signIn } from "../../../test/support/accounts.ts";
import { TEST_ACTOR, testClock, testDatabase } from "../../../test/support/database.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { type Logger, silentLogger } from "../../lib/logger.ts";
import { hashSecret, newSecret } from "../../lib/secrets.ts";
import { DAY_MS } from "../../lib/units.ts";
import { keyById } from "../../store/credentials/api-keys.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { createKey, revokeKey } from "../credentials/api-keys.ts";
import { addUser } from "../people/users.ts";

type SignInDeps = ChangeDeps & { logger: Logger; keyPrefixes: string[] };

function setUp() {
  const clock = testClock();
  const store = testDatabase(clock);
  const deps: SignInDeps = {
    db: store.db,
    clock,
    actor: TEST_ACTOR,
    logger: silentLogger,
    keyPrefixes: ["tiro_", "sk_"],
  };
  const user = addUser(deps, { email: "ada@example.com", name: "Ada" });
  const key = createKey(deps, user, { name: "test", expiresInDays: 2 });
  return { clock, deps, user, key, [Symbol.dispose]: () => store[Symbol.dispose]() };
}

async function refusal(deps: SignInDeps, header: string | null): Promise<TiroError> {
  try {
    await signIn(deps, header);
  } catch (error) {
    if (error instanceof TiroError) return error;
    throw error;
  }
  throw new Error("the credential was accepted");
}

describe("authenticate", () => {
  test("lets a key in as its person", async () => {
    using site = setUp();
    expect(await signIn(site.deps, `Bearer ${site.key.key}`)).toEqual({
      accountId: site.user.id,
      userId: site.user.id,
      credential: { id: site.key.id, method: "api_key", scopes: ["read", "write"] },
    });
    expect((await signIn(site.deps, `bearer  ${site.key.key}`)).userId).toBe(site.user.id);
  });

  test("keys of an older prefix work while configuration accepts it", async () => {
    using site = setUp();
    const old = createKey({ ...site.deps, keyPrefixes: ["sk_"] }, site.user, { name: "old" });
    expect((await signIn(site.deps, `Bearer ${old.key}`)).credential.id).toBe(old.id);
    expect((await refusal({ ...site.deps, keyPrefixes: ["tiro_"] }, `Bearer ${old.key}`)).code).toBe(
      "invalid_api_key",
    );
  });

  test("an organization's key has an account and no person", async () => {
    using site = setUp();
    const accountId = `org_${"0".repeat(32)}`;
    const secret = newSecret("tiro_");
    site.deps.db
      .prepare(
        `INSERT INTO api_keys (id, account_id, user_id, name, hash, last_four, created_at)
         VALUES (?, ?, NULL, 'org', ?, 'abcd', 0)`,
      )
      .run(`key_${"0".repeat(32)}`, accountId, hashSecret(secret));
    expect(await signIn(site.deps, `Bearer ${secret}`)).toMatchObject({ accountId, userId: null });
  });

  const METADATA = `resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/v1"`;
  const REALM = `Bearer realm="tiro", scope="read write", ${METADATA}`;
  const INVALID = `Bearer realm="tiro", error="invalid_token", scope="read write", ${METADATA}`;
  const cases: [name: string, header: (key: string) => string | null, challenge: string][] = [
    ["no header", () => null, REALM],
    ["an empty header", () => "", REALM],
    ["another scheme", (key) => `Basic ${key}`, INVALID],
    ["no scheme", (key) => key, INVALID],
    ["no token", () => "Bearer ", INVALID],
    ["two tokens", (key) => `Bearer ${key} ${key}`, INVALID],
    ["a foreign prefix", () => "Bearer pk_0123456789", INVALID],
    ["the prefix alone", () => "Bearer tiro_", INVALID],
    ["one character less", (key) => `Bearer ${key.slice(0, -1)}`, INVALID],
    ["another case", (key) => `Bearer tiro_${key.slice(5).toUpperCase()}x`, INVALID],
    ["an unknown key", () => `Bearer ${newSecret("tiro_")}`, INVALID],
    ["a header past the bound", () => `Bearer tiro_${"a".repeat(limits.credentialChars)}`, INVALID],
  ];
  for (const [name, header, challenge] of cases)
    test(`refuses ${name}`, async () => {
      using site = setUp();
      const error = await refusal(site.deps, header(site.key.key));
      expect(error.code).toBe("invalid_api_key");
      expect(error.extras.headers).toEqual({ "WWW-Authenticate": challenge });
      expect(error.message).not.toContain(site.key.key);
    });

  test("a header at the bound is looked up, one character more is not read", async () => {
    using site = setUp();
    const atBound = `Bearer tiro_${"a".repeat(limits.credentialChars - "Bearer tiro_".length)}`;
    expect((await refusal(site.deps, atBound)).message).toContain("unknown");
    expect((await refusal(site.deps, `${atBound}a`)).message).toContain("too long");
  });

  test("a key ends at its expiry, to the millisecond", async () => {
    using site = setUp();
    site.clock.nowMs += 2 * DAY_MS - 1;
    await signIn(site.deps, `Bearer ${site.key.key}`);
    site.clock.nowMs += 1;
    expect((await refusal(site.deps, `Bearer ${site.key.key}`)).code).toBe("invalid_api_key");
  });

  test("a revoked key is refused at the next request", async () => {
    using site = setUp();
    await signIn(site.deps, `Bearer ${site.key.key}`);
    revokeKey(site.deps, site.key.id);
    expect((await refusal(site.deps, `Bearer ${site.key.key}`)).code).toBe("invalid_api_key");
  });

  test("a disabled account is told so, but only to who holds a valid key", async () => {
    using site = setUp();
    site.deps.db.prepare("UPDATE users SET disabled_at = 1").run();
    expect((await refusal(site.deps, `Bearer ${site.key.key}`)).code).toBe("account_disabled");
    revokeKey(site.deps, site.key.id);
    expect((await refusal(site.deps, `Bearer ${site.key.key}`)).code).toBe("invalid_api_key");
  });

  test("the last use is written at most once a minute, also after the machine's clock was set back", async () => {
    using site = setUp();
    const useAndRead = async () => {
      await signIn(site.deps, `Bearer ${site.key.key}`);
      return keyById(site.deps.db, site.key.id)?.lastUsedAt;
    };
    const first = site.clock.nowMs;
    expect(await useAndRead()).toBe(first);
    site.clock.nowMs = first + limits.keyLastUsedEveryMs - 1;
    expect(await useAndRead()).toBe(first);
    site.clock.nowMs = first + limits.keyLastUsedEveryMs;
    expect(await useAndRead()).toBe(first + limits.keyLastUsedEveryMs);
    site.clock.nowMs = first - DAY_MS;
    expect(await useAndRead()).toBe(first - DAY_MS);
  });

  test("a key works while its use cannot be written down, and the log says so", async () => {
    using site = setUp();
    const warnings: unknown[] = [];
    const logger = { ...silentLogger, warn: (event: string) => void warnings.push(event) };
    site.deps.db.pragma("query_only = ON");
    expect((await signIn({ ...site.deps, logger }, `Bearer ${site.key.key}`)).userId).toBe(site.user.id);
    expect(warnings).toEqual(["key_use_not_noted"]);
  });
});
