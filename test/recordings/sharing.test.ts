/** Who sees what: shares one by one and by folder, organizations' recordings, members who leave, people who are removed. */
import { expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addMember, removeMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { exportPerson } from "../../src/dictation/history/export.ts";
import { removePerson } from "../../src/dictation/remove-person.ts";
import { withoutPauses } from "../../src/lib/slices.ts";
import type { Organization } from "../../src/store/organizations/organizations.ts";
import type { User } from "../../src/store/people/users.ts";
import { addRecording, spoken } from "../support/recordings.ts";
import type { Json } from "../support/server.ts";
import { testPeople } from "../support/test-servers.ts";

type Headers = Record<string, string>;
let [ada, ben, eve] = [] as unknown as [User, User, User];
let [asAda, asBen, asEve, asAcme] = [] as unknown as [Headers, Headers, Headers, Headers];

const people = await testPeople();
[ada, ben, eve] = [people.add("ada"), people.add("ben"), people.add("eve")];
const acme = addOrganization(people.deps, { name: "Acme", owner: people.add("chief") });
for (const { id } of [ada, ben]) addMember(people.deps, acme.id, id, "member");
const bearer = (account: User | Organization) => ({
  Authorization: `Bearer ${createKey({ ...people.deps, keyPrefixes: ["tiro_"] }, account, { name: "k" }).key}`,
});
[asAda, asBen, asEve] = [bearer(ada), bearer(ben), bearer(eve)];
asAcme = { ...bearer(acme), "Service-User": ada.id };

async function call(
  who: Headers,
  method: string,
  path: string,
  body?: object,
): Promise<[status: number, body: Json]> {
  const answer = await people.server.call(`/recordings${path}`, {
    method,
    headers: { ...who, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return [answer.status, text === "" ? null : JSON.parse(text)];
}

const status = async (...asked: Parameters<typeof call>) => (await call(...asked))[0];
const db = () => people.deps.db;
const seen = async (who: Headers, query = "") =>
  (await call(who, "GET", query))[1].data.map(({ name, access }: Json) => `${name}: ${access}`);

test("a recording is shared with colleagues alone, to read or to edit, until a membership ends", async () => {
  const id = addRecording(db(), ada.id, { name: "Shared", segments: [spoken("hello dear colleague")] });
  expect(await status(asBen, "GET", `/${id}`)).toBe(404);
  expect((await call(asAda, "GET", "/people?query=BEN"))[1].data).toEqual([
    { user_id: ben.id, name: "ben", email: ben.email },
  ]);
  const invited = addUser(people.deps, { email: "ben.new@acme.test", name: "Ben New" });
  addMember(people.deps, acme.id, invited.id, "member");
  expect((await call(asAda, "GET", "/people?query=BEN"))[1].data).toHaveLength(1);
  for (const nobody of [eve.id, ada.id, invited.id, `usr_${"0".repeat(32)}`])
    expect(await status(asAda, "PUT", `/${id}/shares/${nobody}`, { role: "viewer" })).toBe(400);
  expect(await status(asAda, "PUT", `/${id}/shares/${ben.id}`, { role: "viewer" })).toBe(200);
  const rename = { name: "Renamed" };
  expect(await status(asBen, "GET", `/${id}/transcript`)).toBe(200);
  expect(await status(asBen, "PATCH", `/${id}`, rename)).toBe(403);
  await call(asAda, "PUT", `/${id}/shares/${ben.id}`, { role: "editor" });
  expect((await call(asBen, "PATCH", `/${id}`, rename))[1].shared_with).toEqual([
    { user_id: ben.id, name: "ben", role: "editor" },
  ]);
  for (const [method, path, body] of [
    ["DELETE", `/${id}`],
    ["PATCH", `/${id}`, { archived: true }],
    ["PUT", `/${id}/shares/${eve.id}`, { role: "viewer" }],
  ] as const)
    expect([method, await status(asBen, method, path, body)]).toEqual([method, 403]);
  people.clock.nowMs += 60_000;
  await people.server.context.recordings.upkeep.indexDue();
  expect(await seen(asBen, "?query=colleague")).toEqual(["Renamed: editor"]);
  expect(await seen(asBen, "?access=own")).toEqual([]);
  expect(await seen(asEve, "?query=colleague")).toEqual([]);
  const audited = "SELECT count(*) FROM audit_log WHERE target = ? AND action = 'recording.shared'";
  expect(db().prepare(audited).pluck().get(id)).toBe(2);

  removeMember(people.deps, acme.id, ben.id);
  expect(await seen(asBen)).toEqual([]);
  expect((await call(asAda, "GET", `/${id}`))[1].shared_count).toBe(0);
  addMember(people.deps, acme.id, ben.id, "member");
  expect(await seen(asBen)).toEqual([]);
  await call(asAda, "DELETE", `/${id}`);
});

test("a folder is shared with what is in it, and members put recordings of their own into it", async () => {
  const [, folder] = await call(asAda, "POST", "/folders", { name: "Team" });
  const share = `/folders/${folder.id}/shares/${ben.id}`;
  await call(asAda, "PUT", share, { role: "viewer" });
  const own = addRecording(db(), ada.id, { name: "Ada's" });
  const bens = addRecording(db(), ben.id, { name: "Ben's" });
  expect(await status(asAda, "PATCH", `/${own}`, { folder_id: folder.id })).toBe(200);
  expect(await seen(asBen)).toEqual(["Ben's: owner", "Ada's: viewer"]);
  expect(await status(asBen, "PATCH", `/${bens}`, { folder_id: folder.id })).toBe(403);
  await call(asAda, "PUT", share, { role: "editor" });
  expect(await status(asBen, "PATCH", `/${bens}`, { folder_id: folder.id })).toBe(200);
  expect(await seen(asAda, `?folder_id=${folder.id}`)).toEqual(["Ben's: editor", "Ada's: owner"]);
  const [, folders] = await call(asBen, "GET", "/folders");
  expect([folders.data[0].access, folders.data[0].count, folders.counts.all]).toEqual(["editor", 2, 2]);
  expect(await status(asEve, "GET", `?folder_id=${folder.id}`)).toBe(404);

  removeMember(people.deps, acme.id, ben.id);
  expect(await seen(asBen)).toEqual(["Ben's: owner"]);
  expect(await seen(asAda)).toEqual(["Ada's: owner"]);
  addMember(people.deps, acme.id, ben.id, "member");
  expect(await status(asAda, "DELETE", `/folders/${folder.id}`)).toBe(204);
  expect((await call(asAda, "GET", `/${own}`))[1].folder_id).toBeNull();
  for (const [who, id] of [
    [asAda, own],
    [asBen, bens],
  ] as const)
    await call(who, "DELETE", `/${id}`);
});

test("an organization's recording is its key's, and its folder's people's", async () => {
  const id = addRecording(db(), acme.id, { name: "Acme's" });
  expect(await seen(asAcme)).toEqual(["Acme's: owner"]);
  expect(await seen(asAda)).toEqual([]);
  const [, folder] = await call(asAcme, "POST", "/folders", { name: "Minutes" });
  await call(asAcme, "PATCH", `/${id}`, { folder_id: folder.id });
  expect(await status(asAcme, "PUT", `/folders/${folder.id}/shares/${eve.id}`, { role: "viewer" })).toBe(400);
  await call(asAcme, "PUT", `/folders/${folder.id}/shares/${ben.id}`, { role: "viewer" });
  expect(await seen(asBen)).toEqual(["Acme's: viewer"]);
  removeMember(people.deps, acme.id, ben.id);
  expect(await seen(asBen)).toEqual([]);
  addMember(people.deps, acme.id, ben.id, "member");
});

test("policies: what is too old goes, privacy mode stores nothing more and keeps what is there", async () => {
  const old = addRecording(db(), ada.id, { createdAt: people.clock.now() - 40 * 86_400_000 });
  const young = addRecording(db(), ada.id, { createdAt: people.clock.now() });
  setPolicy(people.deps, acme.id, { retentionDays: 30 });
  await people.server.context.recordings.upkeep.sweepOnce();
  expect([await status(asAda, "GET", `/${old}`), await status(asAda, "GET", `/${young}`)]).toEqual([
    404, 200,
  ]);
  setPolicy(people.deps, acme.id, { retentionDays: null });
  db().prepare("UPDATE users SET privacy_mode = 1 WHERE id = ?").run(ada.id);
  const save = { base_revision: 1, changes: [], speakers: { spk_0: "Ada" } };
  expect(await status(asAda, "GET", `/${young}/transcript`)).toBe(200);
  expect((await call(asAda, "PATCH", `/${young}/transcript`, save))[1].error.code).toBe(
    "history_unavailable",
  );
  db().prepare("UPDATE users SET privacy_mode = 0 WHERE id = ?").run(ada.id);
});

test("a person's recordings are exported, and go with them", async () => {
  const id = addRecording(db(), ben.id, { name: "Mine", segments: [spoken("all of this is mine")] });
  const others = addRecording(db(), ada.id, { name: "Ada's" });
  await call(asAda, "PUT", `/${others}/shares/${ben.id}`, { role: "editor" });
  await call(asBen, "PATCH", `/${others}/transcript`, {
    base_revision: 1,
    changes: [],
    speakers: { spk_0: "B" },
  });
  const [, folder] = await call(asBen, "POST", "/folders", { name: "Ben's" });
  await call(asBen, "PATCH", `/${id}`, { folder_id: folder.id });
  const exported = JSON.parse([...exportPerson(db(), ben)].join("")) as Json;
  expect(exported.recordings.map(({ name, folder: where }: Json) => [name, where])).toEqual([
    ["Mine", "Ben's"],
  ]);
  expect(exported.recordings[0].segments[0].words[4].word).toBe("mine");
  const dataDir = people.server.dataDir;
  expect(withoutPauses(removePerson({ ...people.deps, dataDir }, ben.id)).recordings).toBe(1);
  for (const table of ["recordings", "recording_folders"])
    expect(
      db()
        .prepare(
          `SELECT count(*) FROM ${table} JOIN recording_owners ON recording_owners.number = owner WHERE user_id = ?`,
        )
        .pluck()
        .get(ben.id),
    ).toBe(0);
  const [revision] = (await call(asAda, "GET", `/${others}/revisions`))[1].data;
  expect([revision.revision, revision.person]).toEqual([2, null]);
});
