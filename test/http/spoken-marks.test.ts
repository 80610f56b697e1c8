/** Marks, line breaks and names that a dictation says, from the recording to the text: Moonshine, the starter's network, the rules. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dictation } from "../support/dictation.ts";
import { type Json, startServer } from "../support/server.ts";

const server = await startServer({ environment: { TIRO_MODELS_DEFAULT: "moonshine-tiny-en" } });
afterAll(() => server.close());

const audio = (file: string) => readFileSync(join(import.meta.dir, "../audio", file));

async function dictated(file: string): Promise<Json> {
  const answer = await server.call("/dictations", dictation(audio(file), { language: "en" }));
  expect(answer.status).toBe(200);
  return (await answer.json()) as Json;
}

test("marks and line breaks are written, although the recognizer heard other words", async () => {
  await server.context.engine.ready();
  const { text } = await dictated("spoken_marks_slt.wav");
  // The recognizer may hear a comma after "Hello".
  expect(text).toMatch(/^Hello,? Laura,\nThank you for the invoice\.\n\nBest regards,\nJohn\.$/);
});

test("a name of the dictionary is written where it was said, and a name that nobody said is not", async () => {
  const { text: before } = await dictated("spoken_name_slt.wav");
  expect(before).not.toContain("Grafana");
  const operations = ["Grafana", "Kowalski"].map((word) => ({ type: "dictionary_add", word }));
  const headers = { "content-type": "application/json" };
  const changed = await server.call("/customizations", {
    method: "PATCH",
    headers,
    body: JSON.stringify({ operations }),
  });
  expect(changed.status).toBe(200);
  const { text } = await dictated("spoken_name_slt.wav");
  expect(text).toContain("Grafana");
  expect(text).not.toContain("Kowalski");
});
