import { afterAll, expect, test } from "bun:test";
import { SPOKEN_LANGUAGES } from "../../src/lib/spoken-languages.ts";
import { type Json, startServer, type TestServer } from "../support/server.ts";

const server: TestServer = await startServer();
afterAll(() => server.close());

async function call(method: "GET" | "PATCH", body?: string, key = server.key): Promise<[number, Json]> {
  const headers = { authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const answer = await server.call("/settings", { method, headers, ...(body !== undefined && { body }) });
  return [answer.status, await answer.json()];
}

test("are null until chosen, and change field by field", async () => {
  const key = server.newKey();
  const settings = (language: string | null, casual_messaging: boolean | null): [number, Json] => [
    200,
    { object: "settings", language, casual_messaging },
  ];
  expect(await call("GET", undefined, key)).toEqual(settings(null, null));
  expect(await call("PATCH", "{}", key)).toEqual(settings(null, null));
  expect(await call("PATCH", '{"language":"cmn"}', key)).toEqual(settings("cmn", null));
  expect(await call("PATCH", '{"casual_messaging":true}', key)).toEqual(settings("cmn", true));
  expect(await call("PATCH", '{"language":"auto","casual_messaging":false}', key)).toEqual(
    settings("auto", false),
  );
  expect(await call("GET", undefined, key)).toEqual(settings("auto", false));
  expect(await call("GET")).toEqual(settings(null, null));
});

test("every language of the contract can be chosen", async () => {
  for (const language of SPOKEN_LANGUAGES) {
    expect((await call("PATCH", JSON.stringify({ language })))[1].language).toBe(language);
  }
});

const BAD: [body: string, code: string, params: string[]][] = [
  ['{"language":null}', "invalid_request", ["language"]],
  ['{"casual_messaging":null}', "invalid_request", ["casual_messaging"]],
  ['{"casual_messaging":"true"}', "invalid_request", ["casual_messaging"]],
  ['{"language":"zh"}', "invalid_request", ["language"]],
  ['{"language":"EN"}', "invalid_request", ["language"]],
  ['{"theme":"dark","language":"de"}', "invalid_request", ["theme"]],
  ["null", "invalid_request", ["body"]],
  ["", "invalid_json", []],
  ['{"language":"de"', "invalid_json", []],
];
test.each(BAD)("PATCH %s is refused and changes nothing", async (body, code, params) => {
  const [, before] = await call("GET");
  const [status, { error }] = await call("PATCH", body);
  expect([status, error.code]).toEqual([400, code]);
  expect((error.details.issues ?? []).map(({ param }: Json) => param)).toEqual(params);
  expect((await call("GET"))[1]).toEqual(before);
});
