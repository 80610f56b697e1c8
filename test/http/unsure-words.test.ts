/** Words that may be misheard, beside the answers that hold a text. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unsureWordsIn } from "../../src/dictation/unsure-words.ts";
import { dictation } from "../support/dictation.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

/** In which the starter is not sure of every word. */
const recording = readFileSync(join(import.meta.dir, "../audio/synth_03_slt.wav"));

const server = await testServer();
await server.context.engine.ready();

async function ask(path: string, init: RequestInit = {}): Promise<{ body: Json; words: string[] }> {
  const answer = await server.call(path, init);
  expect(answer.status).toBe(200);
  const body: Json = await answer.json();
  const text = String(body.text ?? body.final_text);
  return { body, words: unsureWordsIn(answer.headers).map(([start, end]) => text.slice(start, end)) };
}

function correction(text: string, revision: number): RequestInit {
  const headers = { "Content-Type": "application/json" };
  return { method: "PATCH", headers, body: JSON.stringify({ text, revision }) };
}

test("stand beside a dictation and its session, move with its text, and go when they are corrected", async () => {
  const { body, words } = await ask("/dictations", dictation(recording, { language: "en" }));
  expect(words.length).toBeGreaterThan(0);
  const said = (word: string) => expect(word).toMatch(/^[\p{L}\p{N}]/u);
  words.forEach(said);
  expect(body).not.toHaveProperty("unsure_words");
  const path = `/sessions/${body.session_id}`;
  expect((await ask(`${path}/transcript`)).words).toEqual(words);

  const text = String(body.text);
  await ask(path, correction(`By the way. ${text}`, 0));
  expect((await ask(`${path}/transcript`)).words).toEqual(words);
  await ask(path, correction("Something else.", 1));
  expect((await ask(`${path}/transcript`)).words).toEqual([]);
});

test("are none of an edit", async () => {
  const edit = dictation(recording, { operation: "edit", selected_text: "Some text.", language: "en" });
  expect((await ask("/dictations", edit)).words).toEqual([]);
});
