/** Words that people announce: from their dictionary and prompts over HTTP to the recognizer. */
import { afterAll, expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import type { RecognizeOptions } from "../../src/engine/engine.ts";
import { setOrganizationDictionary } from "../../src/store/organizations/dictionaries.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { dictation, recording } from "../support/dictation.ts";
import { engineThat } from "../support/engines.ts";
import { type Json, startServer } from "../support/server.ts";

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
  expect(asked.at(-1)?.phrases).toEqual(expect.arrayContaining(["comma", "new line", "question mark"]));
  const init = dictation();
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${server.newKey()}`);
  expect((await server.call("/dictations", { ...init, headers })).status).toBe(200);
  expect(asked.at(-1)?.hotwords).toEqual([]);
  expect(JSON.stringify(server.log)).not.toContain("Hrdlička");
});

test("an organization's key brings the organization's words too, after the person's own", async () => {
  const { db, clock, config } = server.context;
  const deps = { db, clock, actor: TEST_ACTOR, keyPrefixes: config.auth.key_prefixes };
  const me = (await (await server.call("/me")).json()) as Json;
  const owner = addUser(deps, { email: "owner@acme.test", name: "Owner" });
  const acme = addOrganization(deps, { name: "Acme", owner });
  addMember(deps, acme.id, me.id, "member");
  setOrganizationDictionary(db, acme.id, {
    revision: 1,
    updatedAt: clock.now(),
    words: ["Quaggahorn", "Zorbium"],
  });
  const authorization = `Bearer ${createKey(deps, acme, { name: "k" }).key}`;
  const call = async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", authorization);
    headers.set("service-user", me.id);
    expect((await server.call(path, { ...init, headers })).status).toBe(200);
    return asked.at(-1)?.hotwords;
  };
  expect(await call("/dictations", dictation())).toEqual(["Ana María", "Hrdlička"]);
  await server.call("/customizations", {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      operations: ["Oldest", "Hrdlička"].map((word) => ({ type: "dictionary_remove", word })),
    }),
  });
  expect(await call("/dictations", dictation())).toEqual(["Ana María", "Zorbium"]);
  const body = new FormData();
  body.set("model", "speech-v1.5");
  body.set("file", new File([recording], "talk.wav"));
  expect(await call("/audio/transcriptions", { method: "POST", body })).toEqual(["Zorbium", "Quaggahorn"]);
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
