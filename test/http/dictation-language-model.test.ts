/** POST /v1/dictations where the site has a language model: asked only for what the rules leave, and never trusted. */
import { afterAll, beforeEach, expect, test } from "bun:test";
import { dictation, recording } from "../support/dictation.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING_WORDS } from "../support/transcription.ts";

const RULES = "The meeting has been moved to Thursday at 2:30.";
const UNKNOWN = "Address everybody as dear colleagues.";

let asked: string[] = [];
let writes = "";

const model = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    asked.push(await request.text());
    return Response.json({ choices: [{ message: { content: JSON.stringify({ text: writes }) } }] });
  },
});
const server = await testServer({
  environment: {
    TIRO_LANGUAGE_MODEL_URL: `http://127.0.0.1:${model.port}/v1`,
    TIRO_LANGUAGE_MODEL_MODEL: "model-1",
  },
});
await server.context.engine.ready();
afterAll(async () => {
  await model.stop(true);
});
beforeEach(() => {
  asked = [];
});

/** Who made the last text, as its answer says. */
let madeBy: string | null = null;

async function send(fields: Record<string, string>): Promise<Json> {
  const answer = await server.call("/dictations", dictation(recording, fields));
  expect(answer.status).toBe(200);
  madeBy = answer.headers.get("tiro-formatting");
  return answer.json();
}

async function instruct(text: string): Promise<Json> {
  const answer = await server.call("/customizations", {
    method: "PATCH",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ operations: [{ type: "custom_instructions_set", text }] }),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

test("instructions that a model takes are not told to be without effect", async () => {
  expect((await instruct(UNKNOWN)).results).toEqual([
    { index: 0, type: "custom_instructions_set", status: "applied" },
  ]);
});

test("nothing is asked where the rules know every instruction", async () => {
  await instruct("Use British spelling.");
  expect((await send({})).text).toBe(RULES);
  expect(madeBy).toBe("rules");
  expect(asked).toEqual([]);
});

test("instructions that no rule knows go to the model, and its text is taken and kept", async () => {
  await instruct(`Use British spelling. ${UNKNOWN}`);
  writes = `Dear colleagues, the meeting has been moved to Thursday at 2:30.`;
  const body = await send({});
  expect([body.text, body.raw_text]).toEqual([writes, RECORDING_WORDS]);
  expect(madeBy).toBe("rules, language-model");
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain(UNKNOWN);
  expect(asked[0]).not.toContain("British");
  const session = await server.call(`/sessions/${body.session_id}/transcript`);
  expect(await session.json()).toMatchObject({ final_text: writes });
});

test("an answer to what was dictated is not taken", async () => {
  await instruct(UNKNOWN);
  writes = "Thank you for telling me, I will be there.";
  expect((await send({})).text).toBe(RULES);
  expect(madeBy).toBe("rules, language-model;refused=words_added");
  expect(asked).toHaveLength(1);
  const notUsed = server.log.filter(({ event }) => event === "language_model_not_used");
  expect(notUsed).toMatchObject([{ step: "instructions" }]);
  expect(JSON.stringify(server.log)).not.toContain("Thursday");
});

test("an instruction that the grammar does not understand goes to the model", async () => {
  const fields = { operation: "edit", selected_text: "Hello world" };
  writes = "Hello everybody";
  expect(await send(fields)).toMatchObject({ text: writes, edit_unclear: false, edit_deleted: false });
  expect(madeBy).toBe("language-model");
  writes = "";
  expect(await send(fields)).toMatchObject({ text: "Hello world", edit_unclear: true, edit_deleted: false });
  expect(madeBy).toBe("rules;unclear, language-model;refused=empty");
});
