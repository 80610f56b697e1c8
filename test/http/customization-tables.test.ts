/** The dictionary and the replacements as CSV, and the try-out of rules. */
import { describe, expect, test } from "bun:test";
import { limits } from "../../src/config/limits.ts";
import { endlessEngine } from "../support/engines.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const server = await testServer({ overrides: { engine: endlessEngine } });

const newCaller = () => {
  const headers = { Authorization: `Bearer ${server.newKey()}` };
  const send = async (method: string, path: string, type: string, body: string): Promise<[number, Json]> => {
    const answer = await server.call(`/customizations${path}`, {
      method,
      headers: { ...headers, "Content-Type": type },
      body,
    });
    return [answer.status, await answer.json()];
  };
  return {
    send,
    table: async (name: string) =>
      (await server.call(`/customizations/table?table=${name}`, { headers })).text(),
    load: (query: string, csv: string) => send("POST", `/table?${query}`, "text/csv", csv),
    change: (operations: object[]) => send("PATCH", "", "application/json", JSON.stringify({ operations })),
    tryOut: async (body: object) => (await send("POST", "/try", "application/json", JSON.stringify(body)))[1],
    read: async () => (await (await server.call("/customizations", { headers })).json()) as Json,
  };
};

describe("tables", () => {
  test("what is exported can be imported again, formulas and quotes too", async () => {
    const [first, second] = [newCaller(), newCaller()];
    const words = ["Ngũgĩ", "=SUM(A1)", "-5 °C", 'say "so", then', "@home"];
    await first.change(words.map((word) => ({ type: "dictionary_add", word })));
    await first.change([{ type: "replacement_set", from: "sig", to: "Regards,\nAda" }]);
    const [dictionary, replacements] = [await first.table("dictionary"), await first.table("replacements")];
    expect(dictionary).toBe('word\r\nNgũgĩ\r\n\'=SUM(A1)\r\n\'-5 °C\r\n"say ""so"", then"\r\n\'@home\r\n');
    expect(replacements).toBe('from,to\r\nsig,"Regards,\nAda"\r\n');
    expect((await second.load("table=dictionary", dictionary))[1]).toMatchObject({ added: 5, revision: 1 });
    expect((await second.load("table=replacements", replacements))[1]).toMatchObject({ added: 1 });
    const [one, other] = [await first.read(), await second.read()];
    expect(other.dictionary).toEqual(one.dictionary);
    expect(other.replacements).toEqual(one.replacements);
  });

  test("a dry run tells what would be; `replace` removes what is not in the file, of this table alone", async () => {
    const { change, load, read } = newCaller();
    await change([
      { type: "dictionary_add", word: "stays" },
      { type: "dictionary_add", word: "goes" },
      { type: "replacement_set", from: "a", to: "b" },
    ]);
    const before = await read();
    const query = "table=dictionary&mode=replace";
    const counts = { added: 1, changed: 0, unchanged: 1, removed: 1 };
    expect(await load(`${query}&dry_run=true`, "word\nstays\nnew\n")).toEqual([
      200,
      { object: "customizations_import", revision: 2, ...counts },
    ]);
    expect(await read()).toEqual(before);
    expect((await load(query, "word\nstays\nnew\n"))[1]).toMatchObject(counts);
    expect(await read()).toMatchObject({
      dictionary: ["stays", "new"],
      replacements: [{ from: "a", to: "b" }],
    });
    const changed = await load("table=replacements", "from;to\na;c\n");
    expect(changed[1]).toMatchObject({ added: 0, changed: 1 });
  });

  test.each([
    ["table=dictionary", "wort\nx\n", "line 1", "The column word is missing."],
    [
      "table=dictionary",
      `word\nok\n \n${"x".repeat(101)}\n`,
      "line 4",
      "`word` must be a text of 1 to 100 characters.",
    ],
    ["table=replacements", "from,to\na\n", "line 2", "The line has 1 cells; the first line has 2."],
    ["table=words", "word\n", "table", "must be one of dictionary, replacements"],
  ])("%s with %p tells the line", async (query, csv, param, message) => {
    const { load, read } = newCaller();
    const [status, body] = await load(query, csv);
    expect([status, body.error.code]).toEqual([400, "invalid_request"]);
    expect(body.error.details.issues[0]).toEqual({ param, message });
    expect((await read()).revision).toBe(0);
  });
});

describe("bounds", () => {
  const lines = (count: number) =>
    `word\n${Array.from({ length: count }, (_, index) => `w${index}`).join("\n")}`;
  const code = ([status, body]: [number, Json]) => [status, body.error?.code];

  test("a table has as many lines as there may be entries", async () => {
    const { load } = newCaller();
    const most = limits.dictionaryWords;
    expect((await load("table=dictionary", lines(most)))[1]).toMatchObject({ added: most });
    const [status, body] = await load("table=dictionary", lines(most + 1));
    expect([status, body.error.details.issues]).toEqual([
      400,
      [{ param: `line ${most + 2}`, message: `The table has more than ${most} lines.` }],
    ]);
  });

  test("a body of JSON has a number of values and a depth", async () => {
    const { send } = newCaller();
    const patch = (body: string) => send("PATCH", "", "application/json", body).then(code);
    const numbers = (count: number) => `[${"1,".repeat(count - 2)}1]`;
    const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(await patch(numbers(limits.jsonBodyValues))).toEqual([400, "invalid_request"]);
    expect(await patch(numbers(limits.jsonBodyValues + 1))).toEqual([413, "payload_too_large"]);
    expect(await patch(deep(limits.jsonDepth))).toEqual([400, "invalid_request"]);
    expect(await patch(deep(limits.jsonDepth + 1))).toEqual([413, "payload_too_large"]);
  });

  test("replacements have a length together", async () => {
    const { load, change } = newCaller();
    const to = "é".repeat(1_999);
    const rows = Array.from(
      { length: limits.replacementsChars / 2_005 },
      (_, index) => `f${`${index}`.padStart(5, "0")},${to}`,
    );
    expect((await load("table=replacements", ["from,to", ...rows].join("\n")))[0]).toBe(200);
    const [status, body] = await change([{ type: "replacement_set", from: "one", to }]);
    expect([status, body.error.details.issues?.[0]?.param ?? body.error.details.param]).toEqual([
      400,
      "operations.0",
    ]);
  });
});

describe("try-out", () => {
  test("shows a text before and after the person's own rules, and stores nothing", async () => {
    const { change, tryOut } = newCaller();
    await change([{ type: "replacement_set", from: "acme", to: "ACME Corp." }]);
    expect(await tryOut({ text: "send it to acme at half past two", language: "en" })).toEqual({
      object: "customizations_tryout",
      language: "en",
      before: "send it to acme at half past two",
      after: "Send it to ACME Corp. at 2:30.",
      instructions_left: [],
      fault: null,
    });
    const { db } = server.context;
    expect(db.prepare("SELECT count(*) FROM usage").pluck().get()).toBe(0);
    expect(db.prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(0);
  });

  test("tries changes that are not made yet", async () => {
    const { read, tryOut } = newCaller();
    const operations = [
      { type: "replacement_set", from: "acme", to: "Umbrella" },
      { type: "custom_instructions_set", text: "Sing it." },
    ];
    expect(await tryOut({ text: "to acme", language: "en", operations })).toMatchObject({
      after: "To Umbrella.",
      instructions_left: ["Sing it."],
    });
    expect((await read()).revision).toBe(0);
    expect((await tryOut({ text: "to acme", language: "en" })).after).toBe("To acme.");
  });
});
