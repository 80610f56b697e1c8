import { expect, test } from "bun:test";
import { limits } from "../../src/config/limits.ts";
import { endlessEngine } from "../support/engines.ts";
import { loggedIn, newPerson } from "../support/oauth.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const server = await testServer({
  environment: { TIRO_MODELS_MEMORY_MIB: "16384" },
  overrides: { engine: endlessEngine },
});
const person = newPerson(server);
server.context.db.prepare("UPDATE users SET administrator = 1 WHERE id = ?").run(person.id);
const administrator = loggedIn(server, person);

async function asked(query: string): Promise<{ status: number; body: Json }> {
  const { status, text } = await administrator.get(`/v1/administration/packs/recommended${query}`);
  return { status, body: JSON.parse(text) };
}

test.each([
  ["", ["en"], "parakeet-tdt-0.6b-v2"],
  ["?languages=de,English", ["de", "en"], "parakeet-tdt-0.6b-v3"],
  ["?languages=hi&hardware=gpu", ["hi"], "whisper-turbo"],
])("%s: the best comes first, with reasons", async (query, languages, id) => {
  const { status, body } = await asked(query);
  expect([status, body.object]).toEqual([200, "list"]);
  expect(body.data[0]).toMatchObject({ id, languages, obstacles: [] });
  expect(body.data[0].reasons[0]).toStartWith("hears ");
});

const longest = `en,${" ".repeat(limits.recommendedLanguagesChars - 5)}de`;

test.each([
  ["no language", "?languages=de,klingonese", 400],
  ["none at all", "?languages=", 400],
  ["other hardware", "?hardware=tpu", 400],
  ["as much as may be", `?languages=${encodeURIComponent(longest)}`, 200],
  ["too much", `?languages=${encodeURIComponent(`${longest} `)}`, 400],
])("%s", async (_, query, status) => {
  expect((await asked(query)).status).toBe(status);
});
