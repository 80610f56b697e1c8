import { describe, expect, test } from "bun:test";
import { TEST_ACTOR, testClock, testDatabase } from "../../test/support/database.ts";
import { addOrganization } from "../accounts/organizations/organizations.ts";
import { addUser } from "../accounts/people/users.ts";
import { configSchema } from "../config/schema.ts";
import { TiroError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { inTransaction } from "../store/db.ts";
import { addScimGroupMembers, upsertScimGroup } from "../store/directory/groups.ts";
import { insertIdentity, setIdentityLoggedIn } from "../store/log-in/company-identities.ts";
import { explainGroupLimits, groupIdOf, setLimit } from "./limits.ts";
import { createMeter } from "./meter.ts";
import { type Consumer, placesBesides } from "./quota-holders.ts";
import { assertAudioLeft, quotasOf } from "./quotas.ts";
import { recordUsage } from "./usage.ts";

function site() {
  const store = testDatabase();
  const config = configSchema.parse({});
  const deps = { db: store.db, clock: testClock(), actor: TEST_ACTOR, config };
  const [ada, bob] = ["ada", "bob"].map((name) => addUser(deps, { email: `${name}@x.test`, name }));
  if (!ada || !bob) throw new Error("nobody");
  const acme = addOrganization(deps, { name: "Acme", owner: ada }).id;
  const use = ({ accountId, userId }: Consumer, audioSeconds: number) =>
    inTransaction(deps.db, () =>
      recordUsage(createMeter(config.billing), deps.db, {
        requestId: newId("req"),
        accountId,
        memberId: userId === accountId ? null : userId,
        keyId: "browser",
        kind: "dictation",
        audioSeconds,
        acceptedAt: deps.clock.now(),
        createdAt: deps.clock.now(),
      }),
    );
  /** "admitted", or whose quota is used up. */
  const asked = (consumer: Consumer, more = 1, running: readonly [Consumer, number][] = []): string => {
    const underWay = (includes: (each: Consumer) => boolean) =>
      running.reduce((sum, [each, seconds]) => sum + (includes(each) ? seconds : 0), 0);
    try {
      assertAudioLeft(deps, consumer, { underWay, more });
      return "admitted";
    } catch (error) {
      if (!(error instanceof TiroError)) throw error;
      expect(error.code).toBe("quota_exceeded");
      return error.message.slice(0, error.message.indexOf(" is limited"));
    }
  };
  const inGroup = (name: string, ...people: string[]) => {
    const id = newId("grp");
    upsertScimGroup(deps.db, { id, displayName: name, externalId: null, createdAt: 1, updatedAt: 1 });
    addScimGroupMembers(deps.db, id, people);
  };
  return {
    deps,
    ada: ada.id,
    bob: bob.id,
    acme,
    use,
    asked,
    inGroup,
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

const own = (userId: string): Consumer => ({ accountId: userId, userId });

describe("a person's quota", () => {
  test("counts what they do by any account, and nobody else's", () => {
    using each = site();
    const { deps, ada, bob, acme, use, asked } = each;
    setLimit(deps, ada, "daily_audio_seconds", "100");
    use(own(ada), 60);
    use({ accountId: acme, userId: ada }, 40);
    expect(asked(own(ada))).toBe("This account");
    expect(asked({ accountId: acme, userId: ada })).toBe("This person");
    expect(asked({ accountId: acme, userId: bob })).toBe("admitted");
    expect(asked({ accountId: acme, userId: null })).toBe("admitted");
    deps.clock.nowMs += 24 * 3600_000;
    expect(asked({ accountId: acme, userId: ada }, 100)).toBe("admitted");
    expect(asked({ accountId: acme, userId: ada }, 101)).toBe("This person");
  });

  test("an organization's counts its keys and what members do in the browser, and nobody else", () => {
    using each = site();
    const { deps, ada, bob, acme, use, asked } = each;
    setLimit(deps, acme, "monthly_audio_seconds", "100");
    use({ accountId: acme, userId: ada }, 50);
    use({ accountId: acme, userId: null }, 30);
    // Ada is a member of it, Bob is not.
    use(own(ada), 15);
    use(own(bob), 50);
    expect(asked({ accountId: acme, userId: null }, 5)).toBe("admitted");
    expect(asked({ accountId: acme, userId: null }, 6)).toBe("This account");
    expect(asked(own(ada), 5)).toBe("admitted");
    expect(asked(own(ada), 6)).toBe("The organization Acme");
    expect(asked({ accountId: acme, userId: null }, 5, [[own(ada), 1]])).toBe("This account");
    expect(asked({ accountId: acme, userId: null }, 5, [[own(bob), 1]])).toBe("admitted");
    expect(asked(own(bob), 100)).toBe("admitted");
  });

  test("defaults and plans limit the account that pays alone", () => {
    using each = site();
    const { deps, ada, acme, use, asked } = each;
    deps.config.limits.daily_audio_seconds = 100;
    use(own(ada), 100);
    expect(asked(own(ada))).toBe("This account");
    expect(asked({ accountId: acme, userId: ada })).toBe("admitted");
  });
});

describe("a department's quota", () => {
  test("counts its people together, from the first limit on, whoever pays", () => {
    using each = site();
    const { deps, ada, bob, acme, use, asked, inGroup } = each;
    inGroup("Radiology", ada, bob);
    use(own(ada), 1_000);
    setLimit(deps, groupIdOf("group:Radiology") ?? "", "monthly_audio_seconds", "100");
    expect(asked(own(ada), 100)).toBe("admitted");
    use(own(ada), 60);
    use({ accountId: acme, userId: bob }, 30);
    expect(asked(own(bob), 10)).toBe("admitted");
    expect(asked(own(bob), 11)).toBe("The group Radiology");
    expect(asked({ accountId: acme, userId: ada }, 11)).toBe("The group Radiology");
    expect(asked({ accountId: acme, userId: null }, 11)).toBe("admitted");
    expect(asked(own(bob), 10, [[own(ada), 1]])).toBe("The group Radiology");
    expect(asked(own(bob), 10, [[{ accountId: acme, userId: null }, 1]])).toBe("admitted");
  });

  test("knows groups of the identity provider, too, and who is in no limited group is not asked", () => {
    using each = site();
    const { deps, ada, bob, asked, use } = each;
    const identity = { issuer: "https://login.test", subject: "1" };
    insertIdentity(deps.db, ada, identity, 1);
    setLimit(deps, "group:Surgery", "daily_audio_seconds", "5");
    setIdentityLoggedIn(deps.db, identity, 2, ["Surgery"]);
    use(own(ada), 5);
    expect(asked(own(ada))).toBe("The group Surgery");
    expect(asked(own(bob))).toBe("admitted");
    expect(quotasOf(deps, own(ada))).toMatchObject([{ period: "day", limitSeconds: 5, usedSeconds: 5 }]);
  });

  test("has places, too", () => {
    using each = site();
    const { deps, ada, acme, inGroup } = each;
    inGroup("Radiology", ada);
    setLimit(deps, "group:Radiology", "concurrent_audio", "3");
    setLimit(deps, ada, "concurrent_audio", "2");
    expect(placesBesides(deps, own(ada))).toEqual([{ id: "group:Radiology", limit: 3 }]);
    setLimit(deps, acme, "concurrent_audio", "4");
    expect(placesBesides(deps, own(ada))).toContainEqual({ id: acme, limit: 4 });
    expect(placesBesides(deps, { accountId: acme, userId: ada })).toEqual([
      { id: ada, limit: 2 },
      { id: "group:Radiology", limit: 3 },
    ]);
    expect(placesBesides(deps, { accountId: acme, userId: null })).toEqual([]);
  });

  test("can have no other limits, and needs a name", () => {
    using each = site();
    expect(() => setLimit(each.deps, "group:Radiology", "stored_jobs", "1")).toThrow(
      "A group has no limit stored_jobs",
    );
    expect(() => groupIdOf("group: ")).toThrow("The group must have");
    expect(groupIdOf("ada@x.test")).toBeNull();
    expect(explainGroupLimits(each.deps.db, "group:Radiology")).toEqual([
      { name: "concurrent_audio", value: "unlimited", source: "default" },
      { name: "daily_audio_seconds", value: "unlimited", source: "default" },
      { name: "monthly_audio_seconds", value: "unlimited", source: "default" },
    ]);
  });
});
