/** The library over the wire: list, change, many at once, and a transcript that is saved by changes. */
import { expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addRecording, spoken } from "../support/recordings.ts";
import type { Json } from "../support/server.ts";
import { testPeople } from "../support/test-servers.ts";

const people = await testPeople();
const ada = people.add("ada");
const made = createKey({ ...people.deps, keyPrefixes: ["tiro_"] }, ada, { name: "k" });
const key: Record<string, string> = { Authorization: `Bearer ${made.key}` };

async function call(method: string, path: string, body?: object): Promise<[status: number, body: Json]> {
  const answer = await people.server.call(`/recordings${path}`, {
    method,
    headers: { ...key, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return [answer.status, text === "" ? null : JSON.parse(text)];
}

const db = () => people.deps.db;
const names = ([, body]: [number, Json]) => body.data.map(({ name }: Json) => name);

test("recordings are listed newest first, page by page, by folder, tag and state", async () => {
  const ids = ["one", "two", "three"].map((name) =>
    addRecording(db(), ada.id, { name, tags: [`t-${name}`] }),
  );
  expect(names(await call("GET", "?limit=2"))).toEqual(["three", "two"]);
  const [, first] = await call("GET", "?limit=2");
  expect(names(await call("GET", `?limit=2&cursor=${first.next_cursor}`))).toEqual(["one"]);
  expect(names(await call("GET", "?tag=t-two"))).toEqual(["two"]);
  expect(names(await call("GET", "?tag=t-t"))).toEqual([]);
  const [status, bulk] = await call("POST", "/bulk", {
    ids: [ids[0], `rec_${"0".repeat(32)}`],
    change: { archived: true },
  });
  expect([status, bulk.changed, bulk.refused]).toEqual([
    200,
    1,
    [{ id: `rec_${"0".repeat(32)}`, code: "recording_not_found" }],
  ]);
  expect(names(await call("GET", ""))).toEqual(["three", "two"]);
  expect(names(await call("GET", "?archived=true"))).toEqual(["one"]);
  expect(names(await call("GET", "?archived=any&state=ready"))).toEqual(["three", "two", "one"]);
  const [, changed] = await call("PATCH", `/${ids[1]}`, { name: " Two! ", tags: ["b", "a", "b"] });
  expect([changed.name, changed.tags]).toEqual(["Two!", ["b", "a"]]);
  expect((await call("DELETE", `/${ids[2]}`))[0]).toBe(204);
  expect((await call("GET", `/${ids[2]}`))[0]).toBe(404);
  expect(db().prepare("SELECT count(*) FROM recordings WHERE erased = 1").pluck().get()).toBe(0);
  expect((await call("POST", "/bulk", { ids: ids.slice(0, 2), change: { delete: true } }))[1].changed).toBe(
    2,
  );
});

test("a transcript is read in pages and saved by changes", async () => {
  const segments = Array.from({ length: 5 }, (_, index) => spoken(`this is part ${index}`, index * 10));
  const id = addRecording(db(), ada.id, { segments });
  const [, first] = await call("GET", `/${id}/transcript?limit=2`);
  expect(first.data.map((segment: Json) => segment.id)).toEqual(["00", "01"]);
  expect(first.data[0].words[0]).toEqual({ word: "this", start: 0, end: 0.4 });
  const [, second] = await call("GET", `/${id}/transcript?limit=3&cursor=${first.next_cursor}`);
  expect([second.data.length, second.has_more]).toEqual([3, false]);
  const { words, ...rest } = first.data[0];
  const split = [
    { ...rest, id: "xa", end: words[1].end, words: words.slice(0, 2) },
    { ...rest, id: "xb", start: words[2].start, speaker: "spk_1", words: words.slice(2) },
  ];
  const save = {
    base_revision: first.revision,
    changes: [
      { replace: ["00"], after: null, with: split },
      { replace: [], after: "04", with: [{ ...spoken("at the end", 60), id: "xc" }] },
    ],
    speakers: { spk_0: "Ada" },
  };
  const [status, saved] = await call("PATCH", `/${id}/transcript`, save);
  expect([status, saved.revision, saved.merged]).toEqual([200, first.revision + 1, []]);
  const [, after] = await call("GET", `/${id}/transcript`);
  expect(after.data.map((segment: Json) => segment.id)).toEqual(["xa", "xb", "01", "02", "03", "04", "xc"]);
  expect(after.speakers).toEqual([
    { id: "spk_0", name: "Ada" },
    { id: "spk_1", name: null },
  ]);
  expect((await call("GET", `/${id}`))[1].word_count).toBe(23);
  const wrong = {
    ...save,
    base_revision: saved.revision,
    changes: [{ replace: ["zz"], after: null, with: [] }],
  };
  expect((await call("PATCH", `/${id}/transcript`, wrong))[0]).toBe(400);
});

test("two editors: changes elsewhere merge, the same words are a conflict, and earlier revisions come back", async () => {
  const id = addRecording(db(), ada.id, { segments: [spoken("one two three four"), spoken("five six", 10)] });
  const path = `/${id}/transcript`;
  const [, before] = await call("GET", path);
  const [first, second] = before.data;
  const retyped = (segment: Json, at: number, word: string) => ({
    ...segment,
    words: segment.words.map((each: Json, index: number) => (index === at ? { ...each, word } : each)),
  });
  const save = (segment: Json) => ({
    base_revision: before.revision,
    changes: [{ replace: [segment.id], after: null, with: [segment] }],
  });
  expect((await call("PATCH", path, save(retyped(first, 0, "ONE"))))[0]).toBe(200);
  const [, elsewhere] = await call("PATCH", path, save(retyped(second, 1, "SIX")));
  expect(elsewhere.merged).toEqual([{ replace: ["00"], after: null, with: [retyped(first, 0, "ONE")] }]);
  const [status, inside] = await call("PATCH", path, save(retyped(first, 3, "FOUR")));
  expect([status, inside.revision]).toEqual([200, before.revision + 3]);
  expect(inside.merged.at(-1).with[0].words.map(({ word }: Json) => word)).toEqual([
    "ONE",
    "two",
    "three",
    "FOUR",
  ]);
  const [again, repeated] = await call("PATCH", path, save(retyped(first, 3, "FOUR")));
  expect([again, repeated.revision]).toEqual([200, inside.revision]);
  const [conflict, { error }] = await call("PATCH", path, save(retyped(first, 0, "Un")));
  expect([conflict, error.code, error.details.revision]).toEqual([409, "revision_conflict", inside.revision]);
  expect(error.details.conflicts[0].yours[0].words[0].word).toBe("Un");
  expect(error.details.conflicts[0].theirs[0].words[0].word).toBe("ONE");

  const [, revisions] = await call("GET", `/${id}/revisions`);
  expect(revisions.data.map(({ revision }: Json) => revision)).toEqual([4, 3, 2, 1]);
  expect([revisions.data[0].name, revisions.data[3].person]).toEqual(["ada", null]);
  const [, then] = await call("GET", `/${id}/revisions/1`);
  expect(then.data).toEqual(before.data);
  expect((await call("GET", `/${id}/revisions/9`))[1].error.code).toBe("revision_not_found");
  expect((await call("POST", `/${id}/revisions/1/restore`))[1].revision).toBe(5);
  expect((await call("GET", path))[1].data).toEqual(before.data);
  expect((await call("POST", `/${id}/revisions/4/restore`))[1].revision).toBe(6);
  expect((await call("GET", path))[1].data[0].words[0].word).toBe("ONE");
});

test("search finds the moment, and what was edited since", async () => {
  const filler = Array.from({ length: 40 }, (_, index) =>
    spoken("we talked about many other things that day", index * 10),
  );
  const id = addRecording(db(), ada.id, {
    name: "Quarterly",
    tags: ["finance"],
    segments: [
      ...filler,
      spoken("then came the Crème brûlée at last", 400),
      spoken("東京タワーの会議室", 500),
    ],
  });
  people.clock.nowMs += 60_000;
  await people.server.context.recordings.upkeep.indexDue();
  const find = async (query: string) => {
    const [, { data }] = await call("GET", `?query=${encodeURIComponent(query)}`);
    return data.map(({ id: found, match }: Json) => [found, match.start_seconds, match.segment_id]);
  };
  expect(await find("creme brulee")).toEqual([[id, 401.5, "014"]]);
  expect(await find("会議")).toEqual([[id, 500, "015"]]);
  expect(await find("quarterly finance")).toEqual([[id, null, null]]);
  expect(await find("nowhere")).toEqual([]);
  const [, page] = await call("GET", `/${id}/transcript`);
  const segment = page.data.at(-2);
  const retyped = { ...segment, words: [{ ...segment.words[0], word: "Pudding" }] };
  const changes = [{ replace: [segment.id], after: null, with: [retyped] }];
  expect((await call("PATCH", `/${id}/transcript`, { base_revision: page.revision, changes }))[0]).toBe(200);
  // Not in the search yet, and what was there is no match any more.
  expect(await find("brulee")).toEqual([]);
  people.clock.nowMs += 60_000;
  await people.server.context.recordings.upkeep.indexDue();
  expect(await find("pudding")).toEqual([[id, 400, "014"]]);
  await call("DELETE", `/${id}`);
  const orphans =
    "SELECT count(*) FROM recording_slices WHERE number / 4096 NOT IN (SELECT number FROM recordings)";
  expect(db().prepare(orphans).pluck().get()).toBe(0);
});
