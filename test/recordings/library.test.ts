/** The library over the wire: list, change, many at once, and a transcript that is saved by changes. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import type { User } from "../../src/store/people/users.ts";
import { type People, startPeople } from "../support/people.ts";
import { addRecording, spoken } from "../support/recordings.ts";
import type { Json } from "../support/server.ts";

setDefaultTimeout(300_000);

let people: People;
let ada: User;
let key: Record<string, string>;

beforeAll(async () => {
  people = await startPeople();
  ada = people.add("ada");
  const made = createKey({ ...people.deps, keyPrefixes: ["tiro_"] }, ada, { name: "k" });
  key = { Authorization: `Bearer ${made.key}` };
});

afterAll(() => people.server.close());

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
