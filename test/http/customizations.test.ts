/** Customizations over HTTP: lists of desired states, all or nothing, with revisions. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { limits } from "../../src/config/limits.ts";
import { historyOf } from "../support/history.ts";
import { type Json, startServer, type TestServer } from "../support/server.ts";

const server: TestServer = await startServer({ environment: { TIRO_DICTATION_RECOGNIZER_WORDS: "3" } });
afterAll(() => server.close());

let key: string;
beforeEach(() => {
  key = server.newKey();
});

async function call(method: "GET" | "PATCH", body?: unknown): Promise<[number, Json]> {
  const headers = { authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const answer = await server.call("/customizations", init);
  return [answer.status, await answer.json()];
}
const patch = (...operations: unknown[]) => call("PATCH", { operations });
const add = (word: string) => ({ type: "dictionary_add", word });
const remove = (word: string) => ({ type: "dictionary_remove", word });
const replace = (from: string, to: string) => ({ type: "replacement_set", from, to });
const keep = (from: string) => ({ type: "replacement_remove", from });
const instruct = (text: string) => ({ type: "custom_instructions_set", text });
const statuses = ([, body]: [number, Json]) => body.results.map(({ status }: Json) => status);

const NONE = {
  object: "customizations",
  revision: 0,
  updated_at: null,
  dictionary: [],
  replacements: [],
  custom_instructions: "",
};

test("nobody's are empty, at revision 0", async () => {
  expect(await call("GET")).toEqual([200, NONE]);
});

test("a list is applied as a whole and told one by one", async () => {
  const [status, body] = await patch(
    add("Tiro"),
    replace("sig", "Best,\nAda"),
    instruct("British spelling"),
    add("Tiro"),
  );
  expect(status).toBe(200);
  const { results, ...state } = body;
  expect(results).toEqual([
    { index: 0, type: "dictionary_add", status: "applied" },
    { index: 1, type: "replacement_set", status: "applied" },
    { index: 2, type: "custom_instructions_set", status: "applied" },
    { index: 3, type: "dictionary_add", status: "unchanged" },
  ]);
  expect(state).toEqual({
    object: "customizations",
    revision: 1,
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    dictionary: ["Tiro"],
    replacements: [{ from: "sig", to: "Best,\nAda" }],
    custom_instructions: "British spelling",
  });
  expect(await call("GET")).toEqual([200, state]);
});

test("a desired state that is there already keeps the revision and the time", async () => {
  const [, { results: _, ...first }] = await patch(add("a"), replace("b", "c"), instruct("d"));
  const again = await patch(add(" a "), replace("b", "c"), instruct("d"), remove("x"), keep("y"));
  expect(statuses(again)).toEqual(Array(5).fill("unchanged"));
  expect(again[1]).toEqual({ ...first, results: again[1].results });
  const undone = await patch(add("z"), remove("z"));
  expect([undone[1].revision, statuses(undone)]).toEqual([1, ["applied", "applied"]]);
  const changed = await patch(replace("b", "C"), remove("a"), keep("nothing"));
  expect(statuses(changed)).toEqual(["applied", "applied", "unchanged"]);
  expect([changed[1].revision, changed[1].dictionary]).toEqual([2, []]);
});

test("an expected revision that is not the current one changes nothing", async () => {
  await patch(add("a"));
  for (const expected_revision of [0, 2]) {
    const [status, { error }] = await call("PATCH", { expected_revision, operations: [add("b")] });
    expect([status, error.code]).toEqual([409, "transcript_customizations_conflict"]);
  }
  expect((await call("PATCH", { expected_revision: 1, operations: [add("b")] }))[0]).toBe(200);
});

test("a dry run tells what would be and stores nothing", async () => {
  const [status, would] = await call("PATCH", { dry_run: true, operations: [add("a")] });
  expect([status, would.revision, would.dictionary]).toEqual([200, 1, ["a"]]);
  expect((await call("GET"))[1]).toEqual(NONE);
});

test("a warning tells of words that the recognizer does not read", async () => {
  expect((await patch(add("1"), add("2"), add("3")))[1]).not.toHaveProperty("warning");
  expect((await patch(add("4")))[1].warning).toContain("holds 4 words");
  expect((await call("GET"))[1]).not.toHaveProperty("warning");
});

test("instructions tell which of their lines no rule understands", async () => {
  const messages = (operations: unknown[]) =>
    patch(...operations).then(([, { results }]) => results.map(({ message }: Json) => message));
  const mixed = "Use British spelling. Be nice!\nTranslate into French.";
  const [message] = await messages([instruct(mixed)]);
  expect(message).toContain("“Be nice!”, “Translate into French.”");
  expect(message).not.toContain("British");
  expect((await call("GET"))[1]).not.toHaveProperty("results");
  // Also if they were there already, but not where something else comes after.
  expect(await messages([add("a"), instruct(mixed)])).toEqual([undefined, message]);
  expect(await messages([instruct("Be nice!"), instruct("")])).toEqual([undefined, undefined]);
  expect((await patch(instruct("Be nice!")))[1]).not.toHaveProperty("warning");
});

const long = (characters: number) => "😀".repeat(characters);
const BAD: [name: string, body: unknown, params: string[]][] = [
  ["no operations", {}, ["operations"]],
  ["an empty list", { operations: [] }, ["operations"]],
  ["too many", { operations: Array(101).fill(add("x")) }, ["operations"]],
  ["an unknown type", { operations: [{ type: "dictionary_clear" }] }, ["operations.0.type"]],
  [
    "an unknown field",
    { operations: [{ ...add("x"), color: 1 }], force: true },
    ["operations.0.color", "force"],
  ],
  [
    "another's field",
    { operations: [{ type: "dictionary_remove", from: "x" }] },
    ["operations.0.word", "operations.0.from"],
  ],
  ["a long word", { operations: [add("ok"), add(long(101))] }, ["operations.1.word"]],
  ["an empty word", { operations: [add(" ")] }, ["operations.0.word"]],
  ["two lines", { operations: [add("a\nb")] }, ["operations.0.word"]],
  ["a long from", { operations: [replace(long(201), "")] }, ["operations.0.from"]],
  ["a long to", { operations: [replace("x", long(2001))] }, ["operations.0.to"]],
  ["long instructions", { operations: [instruct(long(10_001))] }, ["operations.0.text"]],
  ["a negative revision", { expected_revision: -1, operations: [add("x")] }, ["expected_revision"]],
  ["a broken revision", { expected_revision: 1.5, operations: [add("x")] }, ["expected_revision"]],
  ["a null", { dry_run: null, operations: [add("x")] }, ["dry_run"]],
];
test.each(BAD)("refuses %s", async (_, body, params) => {
  const [status, { error }] = await call("PATCH", body);
  expect([status, error.code]).toEqual([400, "invalid_request"]);
  expect(error.details.issues.map(({ param }: Json) => param).sort()).toEqual([...params].sort());
  expect((await call("GET"))[1]).toEqual(NONE);
});

test("everything fits at its limit", async () => {
  const operations = [
    add(long(100)),
    replace(long(200), long(2000)),
    instruct(long(10_000)),
    replace("x", ""),
  ];
  expect((await patch(...operations))[0]).toBe(200);
});

describe("lists are bounded", () => {
  const fill = async (most: number, operation: (index: number) => unknown) => {
    for (let start = 0; start < most; start += 100)
      await patch(...Array.from({ length: 100 }, (_, index) => operation(start + index)));
  };

  test("at 5000 words, counted at the end of a request", async () => {
    await fill(limits.dictionaryWords, (index) => add(`w${index}`));
    const [status, { error }] = await patch(remove("absent"), add("one too many"));
    expect([status, error.details.issues[0].param]).toEqual([400, "operations.1"]);
    expect((await patch(add("in place of"), remove("w0")))[1].dictionary).toHaveLength(
      limits.dictionaryWords,
    );
  });

  test("at 2000 replacements", async () => {
    await fill(limits.replacements, (index) => replace(`w${index}`, "x"));
    expect((await patch(replace("w1", "another")))[0]).toBe(200);
    expect((await patch(replace("one too many", "x")))[0]).toBe(400);
  });
});

test("any list leaves what the same list in a plain model leaves", async () => {
  const word = fc.constantFrom("a", "b", "c");
  const operation = fc.oneof(
    word.map(add),
    word.map(remove),
    fc.tuple(word, word).map(([from, to]) => replace(from, to)),
    word.map(keep),
    word.map(instruct),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 1, maxLength: 6 }), { maxLength: 4 }),
      async (lists) => {
        key = server.newKey();
        const words = new Set<string>();
        const pairs = new Map<string, string>();
        let instructions = "";
        for (const list of lists) {
          const [, before] = await call("GET");
          for (const each of list as Json[]) {
            if (each.type === "dictionary_add") words.add(each.word);
            else if (each.type === "dictionary_remove") words.delete(each.word);
            else if (each.type === "replacement_set") pairs.set(each.from, each.to);
            else if (each.type === "replacement_remove") pairs.delete(each.from);
            else instructions = each.text;
          }
          const [, { results: _, revision, updated_at: __, ...after }] = await patch(...list);
          const state = {
            object: "customizations",
            dictionary: [...words],
            replacements: [...pairs].map(([from, to]) => ({ from, to })),
            custom_instructions: instructions,
          };
          expect(after).toEqual(state);
          const { revision: ___, updated_at: ____, ...previous } = before;
          expect(revision).toBe(before.revision + (Bun.deepEquals(previous, state) ? 0 : 1));
        }
      },
    ),
    { numRuns: 15 },
  );
});

test("what a person corrected twice is suggested until they dismiss it, and a digest of it alone is kept", async () => {
  const { keep } = historyOf(server);
  const headers = { "Content-Type": "application/json" };
  for (const text of ["Start cube control now.", "Then cube control stops."]) {
    const body = JSON.stringify({ text: text.replace("cube control", "kubectl"), revision: 0 });
    const answer = await server.call(`/sessions/${keep(text)}`, { method: "PATCH", headers, body });
    expect(answer.status).toBe(200);
  }
  const suggestions = async () =>
    ((await (await server.call("/customizations/suggestions")).json()) as Json).data;
  const suggested = { from: "cube control", to: "kubectl", texts: 2 };
  expect(await suggestions()).toEqual([suggested]);
  const { from, to } = suggested;
  const operations = [{ type: "suggestion_dismiss", from, to }];
  const dismiss = () =>
    server.call("/customizations", { method: "PATCH", headers, body: JSON.stringify({ operations }) });
  expect(await (await dismiss()).json()).toMatchObject({ revision: 1, results: [{ status: "applied" }] });
  expect(await (await dismiss()).json()).toMatchObject({ revision: 1, results: [{ status: "unchanged" }] });
  expect(await suggestions()).toEqual([]);
  const kept = server.context.db
    .prepare("SELECT dismissed FROM customizations WHERE dismissed <> '[]'")
    .pluck()
    .all();
  expect(kept).toEqual([expect.stringMatching(/^\["[\w-]{16}"\]$/)]);
});
