import { expect, test } from "bun:test";
import { TEST_ACTOR, testClock, testDatabase } from "../../../test/support/database.ts";
import { addUser } from "../../accounts/people/users.ts";
import { newId } from "../../lib/ids.ts";
import { upsertScimGroup } from "../../store/directory/groups.ts";
import { insertIdentity, setIdentityLoggedIn } from "../../store/log-in/company-identities.ts";
import { setAccountLimit } from "../../store/metering/account-limits.ts";
import { groupAccountId } from "../../store/metering/group-usage.ts";
import { groupsOfNobody } from "./quotas-check.ts";

test("a group is known from the directory or from the provider; any other is told", () => {
  using store = testDatabase();
  const { db } = store;
  const deps = { db, clock: testClock(), actor: TEST_ACTOR };
  const { id } = addUser(deps, { email: "ada@example.com", name: "Ada" });
  const times = { createdAt: 1, updatedAt: 1 };
  upsertScimGroup(db, { id: newId("grp"), displayName: "Radiology", externalId: "r-1", ...times });
  const identity = { issuer: "https://id.example.com", subject: "ada" };
  insertIdentity(db, id, identity, 1);
  setIdentityLoggedIn(db, identity, 1, ["Surgery"]);
  const limit = { name: "daily_audio_seconds", value: 60 };
  for (const group of ["Radiology", "r-1", "Surgery", "Surgrey"])
    setAccountLimit(db, groupAccountId(group), limit);
  expect(groupsOfNobody(db)).toEqual(["Surgrey"]);
});
