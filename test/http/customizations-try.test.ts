/** What a person's rules make of a text, without a recording. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { limits } from "../../src/config/limits.ts";
import { type Json, startServer } from "../support/server.ts";

setDefaultTimeout(60_000);

const server = await startServer();
afterAll(() => server.close());
const key = server.newKey();

async function call(method: string, path: string, body: unknown): Promise<[number, Json]> {
  const headers = { authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const answer = await server.call(path, { method, headers, body: JSON.stringify(body) });
  return [answer.status, await answer.json()];
}
const tryOut = (body: object) => call("POST", "/customizations/try", body);

test("the text without rules and with one's own, and what no rule understands", async () => {
  const operations = [
    { type: "dictionary_add", word: "Okafor" },
    { type: "replacement_set", from: "my address", to: "4 Harbour Street" },
    { type: "custom_instructions_set", text: "Be polite." },
  ];
  expect((await call("PATCH", "/customizations", { operations }))[0]).toBe(200);
  expect(await tryOut({ text: "tell okafor that my address is new", language: "en" })).toEqual([
    200,
    {
      object: "customizations_trial",
      before: "Tell okafor that my address is new.",
      after: "Tell Okafor that 4 Harbour Street is new.",
      instructions_left: ["Be polite."],
    },
  ]);
});

test("instructions that are not stored yet are tried, and stay not stored", async () => {
  const drafted = {
    text: "hello there",
    language: "en",
    custom_instructions: "Write everything in uppercase.",
  };
  expect((await tryOut(drafted))[1]).toMatchObject({ before: "Hello there.", after: "HELLO THERE." });
  const [, stored] = await call("PATCH", "/customizations", {
    dry_run: true,
    operations: [{ type: "dictionary_remove", word: "nothing" }],
  });
  expect(stored.custom_instructions).toBe("Be polite.");
});

test("one text at a time; the next is taken when it is done", async () => {
  const answers = await Promise.all([1, 2, 3].map(() => tryOut({ text: "one by one" })));
  const refused = answers.filter(([status]) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(1);
  expect(refused[0]?.[1].error.code).toBe("concurrency_limit_exceeded");
  expect((await tryOut({ text: "one by one" }))[0]).toBe(200);
});

test.each([
  [200, { text: "a".repeat(limits.trialChars) }],
  [400, { text: "a".repeat(limits.trialChars + 1) }],
  [400, { text: "" }],
  [400, { text: "a", language: "tlh" }],
  [400, { text: "a", custom_instructions: "a".repeat(limits.customInstructionsChars + 1) }],
  [400, {}],
])("%i", async (status, body) => {
  expect((await tryOut(body))[0]).toBe(status);
});
