/** `tiro serve` reads its configuration again: what is live holds from the next request on, a fault changes nothing. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { selfCommand } from "../../src/lib/self-command.ts";
import { temporaryFolder } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import type { Json } from "../support/server.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { RECORDING } from "../support/transcription.ts";

const ALWAYS = `[metrics]\ntoken = "${"a".repeat(40)}"\n`;
const folder = temporaryFolder();
const dataDir = join(folder.path, "data");
const file = join(folder.path, "tiro.toml");
let server: ServerProcess;
let key: string;

beforeAll(async () => {
  writeFileSync(file, ALWAYS, { mode: 0o600 });
  server = await startServerProcess({ dataDir, settings: { TIRO_CONFIG: file } });
  const firstRun = readFileSync(join(dataDir, "first-run.txt"), "utf8");
  key = /API key: (\S+)/.exec(firstRun)?.[1] ?? "";
});
afterAll(async () => {
  await server.stop();
  folder[Symbol.dispose]();
});
afterEach(() => apply(ALWAYS));

async function apply(toml: string): Promise<{ exitCode: number; told: Json; stderr: string }> {
  writeFileSync(file, toml);
  const command = [...selfCommand(), "config", "apply", "--config", file, "--data", dataDir, "--json"];
  const child = Bun.spawn(command, { stdio: ["ignore", "pipe", "pipe"], env: {} });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exitCode: await child.exited, told: stdout === "" ? null : JSON.parse(stdout), stderr };
}

const origin = () => server.url.replace(/\/v1$/, "");
const get = (path: string, bearer = key) =>
  fetch(origin() + path, { headers: { Authorization: `Bearer ${bearer}` } });

async function transcribed(model: string): Promise<number> {
  const body = multipart([
    { name: "model", body: model },
    { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
  ]);
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": CONTENT_TYPE };
  return (await fetch(`${server.url}/audio/transcriptions`, { method: "POST", headers, body })).status;
}

/** The written lines, the settings that they change, and the proof that they apply. */
const SETTINGS: [toml: string, applied: string[], shows: () => Promise<unknown>, then: unknown][] = [
  [
    "[limits]\nrequests_per_minute = 777",
    ["limits.requests_per_minute"],
    async () => (await get("/v1/models")).headers.get("x-ratelimit-limit-requests"),
    "777",
  ],
  [
    "[limits.plans.enterprise]\nrequests_per_minute = 778",
    ["limits.plans"],
    async () => (await get("/v1/models")).headers.get("x-ratelimit-limit-requests"),
    "778",
  ],
  [
    '[company_log_in]\nlabel = "Log in with Acme"\nissuer = "https://login.example.com"\nclient_id = "tiro"\n' +
      'client_secret = "secret"\nemail_domains = ["example.com"]',
    [
      "company_log_in.issuer",
      "company_log_in.client_id",
      "company_log_in.client_secret",
      "company_log_in.label",
      "company_log_in.email_domains",
    ],
    async () => ((await (await get("/v1/installation")).json()) as Json).log_in.company,
    { label: "Log in with Acme" },
  ],
  [
    "[oauth]\nregistration = false",
    ["oauth.registration"],
    async () =>
      "registration_endpoint" in
      ((await (await get("/.well-known/oauth-authorization-server")).json()) as Json),
    false,
  ],
  [
    '[auth]\nkey_prefixes = ["acme_"]',
    ["auth.key_prefixes"],
    async () => ((await (await get("/v1/models", "acme_wrong")).json()) as Json).error.code,
    "invalid_api_key",
  ],
  ['[models.aliases]\n"whisper-1" = "speech-v1.5"', ["models.aliases"], () => transcribed("whisper-1"), 200],
  ['[models.routes]\nen = ["starter-en"]', ["models.routes"], () => transcribed("speech-v1.5"), 200],
  [
    `[metrics]\ntoken = "${"b".repeat(40)}"`,
    ["metrics.token"],
    async () => [
      (await get("/metrics", "a".repeat(40))).status,
      (await get("/metrics", "b".repeat(40))).status,
    ],
    [401, 200],
  ],
];

describe("what takes effect without a restart", () => {
  test.each(SETTINGS)("%s", async (toml, applied, shows, then) => {
    const before = await shows();
    const written = toml.startsWith("[metrics]") ? toml : `${ALWAYS}${toml}`;
    expect((await apply(written)).told).toEqual({ applied, need_restart: [] });
    expect(await shows()).toEqual(then);
    await apply(ALWAYS);
    expect(await shows()).toEqual(before);
  });
});

test("log.level holds from the line on that would tell of it", async () => {
  const told = () => server.stderrTail().match(/"applied":"[^"]*"/g) ?? [];
  await apply(`${ALWAYS}[limits]\nstored_jobs = 3\n`);
  await apply(`${ALWAYS}[log]\nlevel = "error"\n`);
  await apply(ALWAYS);
  await eventually(() => told().slice(-2), ['"applied":"limits.stored_jobs"', '"applied":"log.level"']);
});

test("what needs a restart is named, and holds as it was", async () => {
  const { told, exitCode } = await apply(`${ALWAYS}[web]\nname = "Acme"\n[limits]\nstored_jobs = 3\n`);
  expect([exitCode, told]).toEqual([0, { applied: ["limits.stored_jobs"], need_restart: ["web.name"] }]);
  expect(await (await fetch(`${origin()}/login`)).text()).not.toContain("Acme");
});

test("SIGHUP does the same, and the log names what needs a restart", async () => {
  writeFileSync(file, `${ALWAYS}[web]\nname = "Acme"\n[limits]\nrequests_per_minute = 779\n`);
  process.kill(server.pid, "SIGHUP");
  await eventually(async () => (await get("/v1/models")).headers.get("x-ratelimit-limit-requests"), "779");
  await eventually(
    () =>
      server
        .stderrTail()
        .match(/"applied":"limits.requests_per_minute","needRestart":"[^"]*"/g)
        ?.at(-1),
    '"applied":"limits.requests_per_minute","needRestart":"web.name"',
  );
});

describe("a fault changes nothing", () => {
  test.each([
    ["no TOML", "[limits\n", "tiro.toml"],
    ["no setting", `${ALWAYS}[limits]\nrequests = 1\n[log]\nlevel = "debug"\n`, "limits.requests"],
    ["a wrong value", `${ALWAYS}[limits]\nrequests_per_minute = 0\n`, "limits.requests_per_minute"],
    ["a pack that is not there", `${ALWAYS}[models]\npack = "parakeet-tdt-0.6b-v3"\n`, "parakeet"],
  ])("%s", async (_, toml, named) => {
    const before = (await get("/v1/models")).headers.get("x-ratelimit-limit-requests");
    const { exitCode, told, stderr } = await apply(toml);
    expect([exitCode, told]).toEqual([1, null]);
    expect(stderr).toContain(named);
    const lastFault = () =>
      server
        .stderrTail()
        .split("\n")
        .filter((line) => line.includes('"configuration_not_applied"'))
        .at(-1);
    const known = lastFault();
    process.kill(server.pid, "SIGHUP");
    await eventually(() => lastFault() !== known, true);
    expect((await get("/v1/models")).headers.get("x-ratelimit-limit-requests")).toBe(before);
  });
});

test("without a server it says so", async () => {
  using empty = temporaryFolder();
  const command = [...selfCommand(), "config", "apply", "--data", empty.path];
  const child = Bun.spawn(command, { stdio: ["ignore", "pipe", "pipe"], env: {} });
  expect(await new Response(child.stderr).text()).toContain("server_not_running");
  expect(await child.exited).toBe(1);
});
