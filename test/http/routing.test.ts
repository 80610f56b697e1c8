/** Languages over HTTP where several packs are installed. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { userByEmail } from "../../src/store/people/users.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { installPack, uninstallPack } from "../support/packs.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { Visitor } from "../support/visitor.ts";

const RECORDING = readFileSync(join(import.meta.dir, "../audio/synth_01_slt.wav"));
const modelsDir = mkdtempSync(join(tmpdir(), "tiro-packs-"));

installPack(modelsDir, "own-pt", ["pt"]);
const server = await testServer({
  environment: { TIRO_MODELS_DIR: modelsDir, TIRO_MODELS_PACK: "starter-en", TIRO_ENGINE_PROCESSES: "1" },
});
afterAll(async () => {
  rmSync(modelsDir, { recursive: true });
});

async function transcribe(fields: Record<string, string>, key = server.key): Promise<[number, Json]> {
  const body = new FormData();
  for (const [name, value] of Object.entries({
    model: "speech-v1.5",
    response_format: "verbose_json",
    ...fields,
  }))
    body.append(name, value);
  body.append("file", new File([RECORDING], "speech.wav"));
  const headers = { authorization: `Bearer ${key}` };
  const answer = await server.call("/audio/transcriptions", { method: "POST", body, headers });
  return [answer.status, await answer.json()];
}

async function health(): Promise<Json> {
  const answer = (await (await fetch(`${server.url}/health`)).json()) as Json;
  return answer.checks.models;
}

test("a language goes to its pack, however it is written, and health tells what is loaded", async () => {
  expect(await transcribe({})).toMatchObject([200, { language: "en" }]);
  for (const language of ["pt", "pt-BR", "por", "Portuguese"])
    expect(await transcribe({ language })).toMatchObject([200, { language: "pt" }]);
  const { status, packs } = await health();
  expect([status, packs.map(({ id }: Json) => id)]).toEqual([
    "ok",
    ["starter-en@1.0.0", "starter-punctuation-en@1.1.0", "own-pt@1.0.0"],
  ]);
});

test("an organization's languages bind detection too", async () => {
  const { db, clock, config } = server.context;
  const deps = { db, clock, actor: TEST_ACTOR };
  server.newKey();
  const owner = userByEmail(db, "person2@example.org");
  if (!owner) throw new Error("the test's person is gone");
  const organization = addOrganization(deps, { name: "Acme", owner });
  const keys = { ...deps, keyPrefixes: config.auth.key_prefixes };
  const { key } = createKey(keys, organization, { name: "test" });
  setPolicy(deps, organization.id, { allowedLanguages: ["pt", "de"] });
  expect(await transcribe({}, key)).toMatchObject([200, { language: "pt" }]);
  expect(await transcribe({ language: "en" }, key)).toMatchObject([400, { error: { param: "language" } }]);
});

test("a pack that is installed while the server runs is used without a new start, a removed one no more", async () => {
  expect(await transcribe({ language: "sv" })).toMatchObject([
    400,
    { error: { code: "language_not_available" } },
  ]);
  const running = Promise.all(Array.from({ length: 4 }, () => transcribe({ language: "pt" })));
  const working = () =>
    server.context.engine
      .status()
      .packs?.loaded.some((pack) => pack.id.startsWith("own-pt") && pack.recordings > 0);
  while (!working()) await Bun.sleep(1);
  installPack(modelsDir, "own-sv", ["sv"]);
  uninstallPack(modelsDir, "own-pt");
  server.context.reloadPacks();
  expect(await transcribe({ language: "sv" })).toMatchObject([200, { language: "sv" }]);
  // Those that had not begun yet get an answer; none that had is dropped.
  const outcomes = (await running).map(([status, { error }]) => error?.code ?? status);
  expect(outcomes).toContain(200);
  expect(outcomes.filter((outcome) => outcome !== 200 && outcome !== "language_not_available")).toEqual([]);
  const [status, { error }] = await transcribe({ language: "pt" });
  expect([status, error.code]).toEqual([400, "language_not_available"]);
  expect(await (await server.call("/models")).json()).toMatchObject({ data: [{ id: "speech-v1.5" }] });
});

test("one that cannot be loaded makes health degraded and names itself; put right, an administrator has it tried again", async () => {
  installPack(modelsDir, "own-da", ["da"], { broken: true });
  server.context.reloadPacks();
  expect(await transcribe({ language: "da" })).toMatchObject([
    503,
    { error: { code: "engine_unavailable" } },
  ]);
  const { status, quarantined } = await health();
  expect([status, quarantined]).toEqual(["degraded", [{ id: "own-da@1.0.0" }]]);
  uninstallPack(modelsDir, "own-da");
  installPack(modelsDir, "own-da", ["da"]);
  const retried = await administrator().call("POST", "/administration/recognition/retry");
  expect([retried.status, retried.json.engine.quarantined]).toEqual([200, []]);
  expect(await transcribe({ language: "da" })).toMatchObject([200, { language: "da" }]);
  expect((await health()).quarantined).toEqual([]);
});

function administrator(): Visitor {
  const deps = { ...server.context, actor: TEST_ACTOR };
  const user = addUser(deps, { email: "ada@acme.test", name: "Ada" });
  setServerRole(deps, user.id, "administrator");
  const entry = { methods: ["passkey"], address: "::1", userAgent: null } as const;
  const visitor = new Visitor(server.url);
  visitor.cookies.set("tiro_session", beginBrowserSession(deps, user, entry));
  return visitor;
}
