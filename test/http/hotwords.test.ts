/** What people say that they say: from their dictionary and prompts over HTTP to the recognizer. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { RecognizeOptions } from "../../src/engine/engine.ts";
import { dictation, recording } from "../support/dictation.ts";
import { engineThat } from "../support/engines.ts";
import { startServer } from "../support/server.ts";

setDefaultTimeout(60_000);

const asked: RecognizeOptions[] = [];
const heard = {
  startSeconds: 0,
  endSeconds: 1,
  text: "edinburh",
  words: [{ text: "edinburh", startSeconds: 0, endSeconds: 1 }],
};
let used = false;
/** Notes what it is asked. */
const engine = engineThat(async (audio, options) => {
  asked.push(options);
  for await (const _ of audio);
  const rest = { audioDurationSeconds: 4, speechDurationSeconds: 1, modelId: "m@1", language: "en" };
  return { pieces: [heard], hotwordsUsed: used, ...rest };
});
const server = await startServer({
  environment: { TIRO_DICTATION_RECOGNIZER_WORDS: "2" },
  overrides: { engine },
});
afterAll(() => server.close());
await server.context.functionalCheck.runOnce();

test("a dictation brings the newest words of the person's dictionary, as many as are configured, and nobody else's", async () => {
  const operations = ["Oldest", "Hrdlička", "Ana María"].map((word) => ({ type: "dictionary_add", word }));
  const changed = await server.call("/customizations", {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ operations }),
  });
  expect(changed.status).toBe(200);
  expect((await server.call("/dictations", dictation())).status).toBe(200);
  expect(asked.at(-1)?.hotwords).toEqual(["Ana María", "Hrdlička"]);
  const init = dictation();
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${server.newKey()}`);
  expect((await server.call("/dictations", { ...init, headers })).status).toBe(200);
  expect(asked.at(-1)?.hotwords).toEqual([]);
  expect(JSON.stringify(server.log)).not.toContain("Hrdlička");
});

async function transcribe(prompt: string): Promise<string> {
  const body = new FormData();
  body.set("model", "speech-v1.5");
  body.set("prompt", prompt);
  body.set("response_format", "text");
  body.set("file", new File([recording], "talk.wav"));
  return (await server.call("/audio/transcriptions", { method: "POST", body })).text();
}

test("a transcription brings its prompt's vocabulary; what a model took is not corrected once more", async () => {
  expect((await transcribe("Edinburgh, a city")).trim()).toBe("Edinburgh");
  expect(asked.at(-1)?.hotwords).toEqual(["Edinburgh"]);
  used = true;
  expect((await transcribe("Edinburgh, a city")).trim()).toBe("edinburh");
});
