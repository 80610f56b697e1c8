/** The effect, answer and refusals of each tool; the HTTP routes see the same. */
import { describe, expect, test } from "bun:test";
import { limits } from "../../src/config/limits.ts";
import { testClock } from "../support/database.ts";
import { historyOf } from "../support/history.ts";
import { mcpCaller } from "../support/mcp.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const clock = testClock();

const server = await testServer({ overrides: { clock } });
const history = historyOf(server);
const mcp = mcpCaller(server);

const overHttp = async (path: string): Promise<Json> => (await server.call(path)).json();

/** The structured content, which the text must repeat. */
async function given(name: string, input: Json = {}): Promise<Json> {
  const { content, structuredContent, isError } = await mcp.call(name, input);
  expect(isError).toBeUndefined();
  expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
  return structuredContent;
}

async function refused(name: string, input: Json): Promise<string> {
  const { content, structuredContent, isError } = await mcp.call(name, input);
  expect([isError, structuredContent, content.length]).toEqual([true, undefined, 1]);
  return content[0].text;
}

const NOWHERE = `ses_${"0".repeat(32)}`;

describe("sessions", () => {
  test("list_sessions gives what the HTTP route gives: all, pages, search, times", async () => {
    const old = history.keep("The invoice of Ångström is late", { atMs: Date.UTC(2026, 0, 2) });
    const ids = ["one", "two", "three"].map((word) => history.keep(`Number ${word} is here`));
    for (const [input, query] of [
      [{}, ""],
      [{ limit: 2 }, "?limit=2"],
      [{ query: "invoice angstrom" }, "?query=invoice+angstrom"],
      [{ since: "2026-01-01", until: "2026-01-03" }, "?since=2026-01-01&until=2026-01-03"],
    ] as const)
      expect(await given("list_sessions", input)).toEqual(await overHttp(`/sessions${query}`));
    const found = await given("list_sessions", { query: "invoice" });
    expect(found.data).toEqual([
      expect.objectContaining({
        id: old,
        match: { source: "final_text", snippet: "The invoice of Ångström is late" },
      }),
    ]);
    const first = await given("list_sessions", { limit: 3, query: "number" });
    expect(first.data.map(({ id }: Json) => id)).toEqual(ids.toReversed());
    const page = await given("list_sessions", { limit: 2 });
    const rest = await given("list_sessions", { limit: 2, cursor: page.next_cursor });
    expect([page.has_more, rest.data.map(({ id }: Json) => id), rest.has_more]).toEqual([
      true,
      [ids[0], old],
      false,
    ]);
  });

  test("get_session and get_transcript give what the HTTP routes give", async () => {
    const id = history.keep("Send the report to Bea.", { rawText: "send the report to bea", app: "Mail" });
    expect(await given("get_session", { session_id: id })).toEqual(await overHttp(`/sessions/${id}`));
    expect(await given("get_transcript", { session_id: id })).toEqual({
      object: "transcript",
      session_id: id,
      final_text: "Send the report to Bea.",
      raw_text: "send the report to bea",
      original_text: null,
    });
  });

  test("send_feedback replaces, delete_feedback deletes, also twice", async () => {
    const id = history.keep("It is fine.");
    const stored = () =>
      server.context.db.prepare("SELECT feedback_type FROM session_feedback").pluck().all();
    const told = { session_id: id, feedback_type: "negative", message: "No", corrected_text: "It was fine." };
    const first = await given("send_feedback", told);
    expect(first).toEqual({
      object: "session_feedback",
      ...told,
      updated_at: new Date(clock.nowMs).toISOString(),
    });
    const second = await given("send_feedback", { session_id: id, feedback_type: "positive" });
    expect(second).toMatchObject({ feedback_type: "positive", message: null, corrected_text: null });
    expect(stored()).toEqual(["positive"]);
    for (let times = 0; times < 2; times++)
      expect(await given("delete_feedback", { session_id: id })).toEqual({ session_id: id, deleted: true });
    expect(stored()).toEqual([]);
  });

  test.each(["get_session", "get_transcript", "delete_feedback", "send_feedback"])(
    "%s says where to look when there is no such session",
    async (name) => {
      const more = name === "send_feedback" ? { feedback_type: "positive" } : {};
      expect(await refused(name, { session_id: NOWHERE, ...more })).toBe(
        "You have no session with this id. Call list_sessions to find the ids of the sessions that exist. (session_not_found)",
      );
    },
  );

  test("list_sessions says what to do about a cursor, or a query, that does not work", async () => {
    expect(await refused("list_sessions", { cursor: "AAAA" })).toContain(
      "Call list_sessions without `cursor` to begin again at the first page. (invalid_cursor)",
    );
    expect(await refused("list_sessions", { query: "the, of!" })).toContain(
      "Correct this and call the tool again. (invalid_request)",
    );
  });
});

describe("the dictionary", () => {
  test("terms are added, listed page by page and removed; equal spellings are one term", async () => {
    expect(
      await given("add_dictionary_terms", { terms: ["Kubernetes", " Kubernetes ", "Bea\u0301"] }),
    ).toEqual({
      results: [
        { term: "Kubernetes", status: "added" },
        { term: "Kubernetes", status: "already_present" },
        { term: "Be\u00e1", status: "added" },
      ],
      total: 2,
      revision: 1,
    });
    expect(await given("list_dictionary_terms")).toEqual({
      terms: ["Kubernetes", "Be\u00e1"],
      has_more: false,
      total: 2,
      revision: 1,
    });
    expect(await given("list_dictionary_terms", { limit: 1 })).toMatchObject({
      terms: ["Kubernetes"],
      has_more: true,
    });
    expect(await given("list_dictionary_terms", { limit: 1, offset: 1 })).toMatchObject({
      terms: ["Be\u00e1"],
      has_more: false,
    });
    expect((await overHttp("/customizations")).dictionary).toEqual(["Kubernetes", "Be\u00e1"]);
    expect(await given("remove_dictionary_terms", { terms: ["Kubernetes", "nothing"] })).toEqual({
      results: [
        { term: "Kubernetes", status: "removed" },
        { term: "nothing", status: "not_present" },
      ],
      total: 1,
      revision: 2,
    });
  });

  test("a dictionary that is full, or longer than the recognizer reads, says so", async () => {
    const term = (number: number) => `Term ${number}`;
    const all = Array.from({ length: limits.dictionaryWords - 1 }, (_, number) => term(number));
    for (let from = 0; from < all.length; from += limits.customizationOperations) {
      const terms = all.slice(from, from + limits.customizationOperations);
      const { warning, total } = await given("add_dictionary_terms", { terms });
      expect(typeof warning).toBe(
        total > server.context.config.dictation.recognizer_words ? "string" : "undefined",
      );
    }
    expect(await refused("add_dictionary_terms", { terms: ["One", "too many"] })).toBe(
      `This would make ${limits.dictionaryWords + 2} dictionary words; at most ${limits.dictionaryWords} are allowed. Correct this and call the tool again. (invalid_request)`,
    );
    const { total, terms, has_more } = await given("list_dictionary_terms", {
      limit: limits.mcpTermsPageMax,
    });
    expect([total, terms.length, has_more]).toEqual([limits.dictionaryWords, limits.mcpTermsPageMax, true]);
  });
});

test("settings are read and changed one by one", async () => {
  expect(await given("get_settings")).toEqual({ object: "settings", language: null, casual_messaging: null });
  expect(await given("update_settings", { language: "de" })).toMatchObject({
    language: "de",
    casual_messaging: null,
  });
  expect(await given("update_settings", { casual_messaging: true })).toEqual({
    object: "settings",
    language: "de",
    casual_messaging: true,
  });
  expect(await overHttp("/settings")).toEqual(await given("get_settings"));
});

describe("arguments", () => {
  const id = { session_id: NOWHERE };
  const long = (characters: number) => "ü".repeat(characters);
  test.each<[tool: string, input: Json, says: string]>([
    ["list_sessions", { limit: 0 }, "limit: must be a whole number from 1 to 100"],
    ["list_sessions", { limit: 101 }, "limit: must be"],
    ["list_sessions", { limit: "5" }, "limit: must be"],
    ["list_sessions", { query: "" }, "query: must be a text of 1 to 500 characters"],
    ["list_sessions", { query: long(501) }, "query: must be"],
    ["list_sessions", { since: "yesterday" }, "since: must be a date or a date and time of ISO 8601"],
    [
      "list_sessions",
      { cursor: long(limits.cursorChars + 1) },
      "cursor: must be a text of 0 to 2048 characters",
    ],
    ["list_sessions", { sort: "oldest" }, 'Unrecognized key: "sort"'],
    ["get_session", {}, "session_id: must be the id of a session"],
    ["get_session", { session_id: "ses_1" }, "session_id: must be the id of a session: ses_ and 32"],
    ["get_session", { session_id: { $ne: null } }, "session_id: must be"],
    ["send_feedback", id, "feedback_type: must be one of positive, negative"],
    ["send_feedback", { ...id, feedback_type: "great" }, "feedback_type: must be one of"],
    [
      "send_feedback",
      { ...id, feedback_type: "positive", message: long(5001) },
      "message: must be a text of 0 to 5000",
    ],
    [
      "send_feedback",
      { ...id, feedback_type: "positive", corrected_text: long(40_001) },
      "corrected_text: must be a text of 0 to 40000",
    ],
    ["add_dictionary_terms", { terms: [] }, "terms: must be a list of 1 to 100 terms"],
    ["add_dictionary_terms", { terms: Array(101).fill("x") }, "terms: must be a list"],
    ["add_dictionary_terms", { terms: "Kubernetes" }, "terms: must be a list"],
    ["add_dictionary_terms", { terms: ["  "] }, "terms.0: must be a text of 1 to 100 characters"],
    ["add_dictionary_terms", { terms: [long(101)] }, "terms.0: must be a text"],
    [
      "remove_dictionary_terms",
      { terms: ["two\nlines"] },
      "terms.0: must be one line without control characters",
    ],
    ["list_dictionary_terms", { limit: 1001 }, "limit: must be a whole number from 1 to 1000"],
    ["list_dictionary_terms", { offset: -1 }, "offset: must be a whole number, 0 or more"],
    ["get_settings", { verbose: true }, 'Unrecognized key: "verbose"'],
    ["update_settings", {}, "give at least one of language, casual_messaging"],
    ["update_settings", { language: "klingon" }, "language: must be auto or one of ar, be"],
    ["update_settings", { language: null }, "language: must be"],
    ["update_settings", { casual_messaging: "yes" }, "casual_messaging: must be true or false"],
  ])("%s refuses %j", async (name, input, says) => {
    expect(await refused(name, input)).toContain(says);
  });

  test("may be as long as the limits", async () => {
    const session_id = history.keep("Long.");
    const texts = { message: long(5000), corrected_text: long(40_000) };
    expect(await given("send_feedback", { session_id, feedback_type: "negative", ...texts })).toMatchObject(
      texts,
    );
    expect((await given("list_sessions", { query: long(500) })).data).toEqual([]);
  });

  test("with more members than any tool takes are refused unread", async () => {
    const most = limits.mcpArgumentElements;
    // The list is a member itself.
    const texts = [most - 1, most].map((length) =>
      refused("add_dictionary_terms", { terms: Array(length).fill("x") }),
    );
    const [at, past] = await Promise.all(texts);
    expect(at).toContain("terms: must be a list of 1 to 100 terms");
    expect(past).toContain(`more than the maximum of ${most} elements`);
  });

  test.each(["nothing", "toString", "__proto__", ""])("a tool called %p does not exist", async (name) => {
    expect(await mcp.call(name)).toEqual({
      error: { code: -32602, message: expect.stringContaining("Tool") },
    });
  });
});

test("a failure of the server is told without its cause, and logged with it", async () => {
  const { dictation } = server.context;
  const { getSettings } = dictation;
  dictation.getSettings = () => {
    throw new Error("SQLITE_SECRET /var/lib");
  };
  try {
    const text = await refused("get_settings", {});
    const requestId = server.log.findLast(({ event }) => event === "request_failed")?.requestId;
    expect(text).toBe(
      `The server failed. Try again; if it persists, give the request id to your administrator. Wait 1 s and call the tool again. (internal_error, request ${requestId})`,
    );
    const line = server.log.findLast(({ event }) => event === "request_failed");
    expect([line?.code, line?.cause]).toEqual(["internal_error", "SQLITE_SECRET /var/lib"]);
    expect(server.log.findLast(({ event }) => event === "request")?.code).toBe("internal_error");
  } finally {
    dictation.getSettings = getSettings;
  }
});
