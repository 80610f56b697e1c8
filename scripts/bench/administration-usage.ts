/** A company's ledger of more than a year, for its reports of usage. */
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { newId } from "../../src/lib/ids.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import { type Db, inTransaction } from "../../src/store/db.ts";
import { insertUsage } from "../../src/store/metering/usage.ts";
import type { User } from "../../src/store/people/users.ts";
import { TEST_ACTOR } from "../../test/support/database.ts";

const MEMBERS = 300;
const DAYS = 400;

/** So many lines, half of them with members' own keys, which its reports have too. @returns the organization's id. */
export function addUsage(db: Db, users: readonly User[], lines: number): string {
  const deps = { db, clock: systemClock, actor: TEST_ACTOR };
  const nowMs = systemClock.now();
  const members = users.slice(0, MEMBERS);
  return inTransaction(db, () => {
    const { id } = addOrganization(deps, { name: "Reports", owner: members[0] as User });
    for (const member of members.slice(1)) addMember(deps, id, member.id, "member");
    db.prepare("UPDATE members SET joined_at = ? WHERE organization_id = ?").run(
      nowMs - (DAYS / 2) * DAY_MS,
      id,
    );
    db.prepare("UPDATE organizations SET own_usage_reported = 1 WHERE id = ?").run(id);
    for (let line = 0; line < lines; line++) {
      const member = members[line % members.length] as User;
      const at = nowMs - (line % DAYS) * DAY_MS;
      const isOwn = Math.floor(line / members.length) % 2 === 1;
      insertUsage(db, {
        ...{ requestId: newId("req"), accountId: isOwn ? member.id : id, memberId: isOwn ? null : member.id },
        ...{ keyId: `key_${member.id.slice(4)}`, kind: "dictation", audioSeconds: 5, billedSeconds: 5 },
        ...{ priceMicroUsd: 100_000, amountMicroUsd: 139, freeMicroUsd: 0 },
        ...{ acceptedAt: at, createdAt: at, day: new Date(at).toISOString().slice(0, 10) },
      });
    }
    return id;
  });
}
