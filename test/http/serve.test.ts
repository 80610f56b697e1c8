/** `tiro serve` as a process: its start, its greeting, its end, and the ways in which it cannot start. */

import { afterEach, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { nativeFiles } from "../../native/from-clone.ts";
import { temporaryFolder } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { announced, firstKeyOf } from "../support/first-run.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { installPack } from "../support/packs.ts";
import { DEFAULT_RECORDING_TEXT, RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

const MAIN = join(import.meta.dir, "../../src/main.ts");
const running: { kill(signal?: NodeJS.Signals): void; exited: Promise<number> }[] = [];

afterEach(async () => {
  for (const process of running.splice(0)) {
    process.kill("SIGKILL");
    await process.exited;
  }
});

interface Served {
  url: string;
  key: string | null;
  /** All of standard output so far. */
  output: () => string;
  log: () => { event: string; [field: string]: unknown }[];
  stop(signal?: NodeJS.Signals): Promise<number>;
  reload(): void;
}

function spawnServe(dataDir: string, flags: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, MAIN, "serve", "--data", dataDir, ...flags], {
    env: { TIRO_SERVER_DRAIN_SECONDS: "0", TIRO_MODELS_DEFAULT: "starter-en", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  running.push(child);
  return child;
}

async function startServe(
  dataDir: string,
  env: Record<string, string> = {},
  listen = "127.0.0.1:0",
): Promise<Served> {
  const child = spawnServe(dataDir, ["--listen", listen], env);
  let [output, log] = ["", ""];
  const read = async (stream: ReadableStream<Uint8Array>, take: (text: string) => void) => {
    const decoder = new TextDecoder();
    for await (const block of stream) take(decoder.decode(block, { stream: true }));
  };
  const said = Promise.all([
    read(child.stdout, (text) => (output += text)),
    read(child.stderr, (text) => (log += text)),
  ]);
  while (!log.includes('"event":"serving"')) {
    if (child.exitCode !== null) throw new Error(`tiro serve ended: ${log}`);
    await Bun.sleep(5);
  }
  return {
    url: announced(output, "api")?.replace(/\/v1$/, "") ?? "",
    key: firstKeyOf(output),
    output: () => output,
    log: () => log.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : [])),
    reload: () => child.kill("SIGHUP"),
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      const [exitCode] = await Promise.all([child.exited, said]);
      return exitCode;
    },
  };
}

async function failedServe(dataDir: string, flags: string[]): Promise<{ exitCode: number; stderr: string }> {
  const child = spawnServe(dataDir, flags);
  const stderr = await new Response(child.stderr).text();
  return { exitCode: await child.exited, stderr };
}

const upload = multipart([
  { name: "model", body: "speech-v1.5" },
  { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
]);

function transcribe({ url }: Served, key: string | null, body: unknown = upload): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": CONTENT_TYPE };
  return fetch(`${url}/v1/audio/transcriptions`, { method: "POST", headers, body: body as Buffer });
}

test("first run: a key is made once, works at once, and still after a restart", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const first = await startServe(dataDir, { TIRO_MODELS_DEFAULT: "moonshine-tiny-en" });
  expect(first.key).toMatch(/^tiro_[\w-]{43}$/);
  expect(announced(first.output(), "administrator")).toMatch(/^usr_[0-9a-f]{32}$/);
  // Standard output goes to a journal here.
  const file = join(dataDir, "first-run.txt");
  const secrets = [first.key ?? "", /\/setup\/(\S+)/.exec(readFileSync(file, "utf8"))?.[1] ?? ""];
  expect(secrets.map((secret) => secret.length)).toEqual([48, 43]);
  for (const secret of secrets) expect(first.output() + JSON.stringify(first.log())).not.toContain(secret);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await (await transcribe(first, first.key)).json()).toMatchObject({ text: DEFAULT_RECORDING_TEXT });
  expect(await first.stop()).toBe(0);
  const second = await startServe(dataDir, { TIRO_SERVER_DRAIN_SECONDS: "1" });
  expect(second.key).toBeNull();
  expect((await transcribe(second, first.key)).status).toBe(200);
  const beganAt = performance.now();
  expect(await second.stop()).toBe(0);
  expect(performance.now() - beganAt).toBeGreaterThan(1_000);
});

test("a server behind TLS that does not know who calls says so, loudly", async () => {
  using folder = temporaryFolder();
  const warned = async (settings: Record<string, string>) => {
    const served = await startServe(join(folder.path, "data"), settings);
    await served.stop();
    const logged = served.log().some(({ event }) => event === "forwarded_addresses_not_trusted");
    return logged;
  };
  const https = { TIRO_SERVER_PUBLIC_URL: "https://tiro.example.com" };
  expect(await warned(https)).toBe(true);
  expect(await warned({ ...https, TIRO_SERVER_TRUST_FORWARDED_FOR: "true" })).toBe(false);
  expect(await warned({})).toBe(false);
});

test("a server that shows its metrics to the network, or believes everybody's word about addresses, says so", async () => {
  using folder = temporaryFolder();
  const settings = { TIRO_METRICS_LISTEN: "0.0.0.0:0", TIRO_SERVER_TRUST_FORWARDED_FOR: "true" };
  const served = await startServe(join(folder.path, "data"), settings, "0.0.0.0:0");
  await served.stop();
  const events = new Set(served.log().map(({ event }) => event));
  expect(events.isSupersetOf(new Set(["metrics_exposed", "forwarded_addresses_exposed"]))).toBe(true);
});

const START = [
  "server_failed",
  "first_run",
  "listening",
  "serving",
  "forwarded_addresses_not_trusted",
  "stopping",
];

test.each([
  ["json", "json"],
  ["text", "text"],
  ["auto", "json"],
])("with log.format %s every line of a start is %s, also of one that fails", async (setting, format) => {
  using folder = temporaryFolder();
  const settings = {
    TIRO_LOG_FORMAT: setting,
    TIRO_SERVER_PUBLIC_URL: "https://tiro.example.com",
    TIRO_ENGINE_PROCESSES: "1",
  };
  const dataDir = join(folder.path, "data");
  const child = spawnServe(dataDir, ["--listen", "127.0.0.1:0"], settings);
  const said = child.stdout.text();
  let log = "";
  for await (const block of child.stderr.pipeThrough(new TextDecoderStream())) {
    log += block;
    if (/\bserving\b/.test(log)) child.kill();
  }
  const failed = spawnServe("/proc/nowhere", ["--listen", "127.0.0.1:0"], settings);
  const lines = [await said, log, await failed.stderr.text()].join("").split("\n").filter(Boolean);
  expect(lines.length).toBeGreaterThan(5);
  if (format === "json") {
    const events = lines.map((line) => JSON.parse(line).event);
    expect(events).toEqual(expect.arrayContaining(START));
  } else {
    for (const line of lines) expect(line).not.toStartWith("{");
    expect(lines).toContain("Health: https://tiro.example.com/health");
    expect(lines).toContainEqual(
      expect.stringMatching(/^\S+ \S+Z info {2}serving url=https:\/\/tiro\.example\.com /),
    );
  }
});

test("without the key of its secrets it does not start", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  await (await startServe(dataDir)).stop();
  rmSync(join(dataDir, "secret.key"));
  const { exitCode, stderr } = await failedServe(dataDir, ["--listen", "127.0.0.1:0"]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('"code":"secret_key_missing","message":"The database\'s secret key is missing."');
  expect(existsSync(join(dataDir, "secret.key"))).toBe(false);
});

test("what lies in the data folder is for this user only", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  await (await startServe(dataDir)).stop();
  for (const name of [".", ...(await readdir(dataDir, { recursive: true }))]) {
    const { mode } = await stat(join(dataDir, name));
    expect([name, (mode & 0o077).toString(8)]).toEqual([name, "0"]);
  }
});

test("health answers before the engine is ready, and a request waits for it", async () => {
  using folder = temporaryFolder();
  const served = await startServe(folder.path);
  const health = await fetch(`${served.url}/health`);
  expect([200, 503]).toContain(health.status);
  expect((await transcribe(served, served.key)).status).toBe(200);
  expect((await fetch(`${served.url}/health`)).status).toBe(200);
});

test("uploads that a killed server left are swept at the next start", async () => {
  using folder = temporaryFolder();
  await (await startServe(folder.path)).stop();
  const spool = join(folder.path, "spool");
  await writeFile(join(spool, `upload-${"0".repeat(32)}`), "left behind");
  const served = await startServe(folder.path);
  // The functional check's own recording may lie there for a moment.
  expect(await readdir(spool)).not.toContain(`upload-${"0".repeat(32)}`);
  await served.stop();
});

/** A request whose body is held back until `finish`. */
function heldUpload(served: Served): { answer: Promise<Response>; finish: () => void } {
  const gate = Promise.withResolvers<void>();
  const body = (async function* () {
    yield upload.subarray(0, 1_000);
    await gate.promise;
    yield upload.subarray(1_000);
  })();
  return { answer: transcribe(served, served.key, body), finish: gate.resolve };
}

const until = (condition: () => boolean | Promise<boolean>) => eventually(condition, true);

async function uploadsBegun(served: Served): Promise<boolean> {
  const headers = { Authorization: `Bearer ${served.key}` };
  const answer = await fetch(`${served.url}/v1/models`, { headers });
  return answer.headers.get("x-ratelimit-remaining-concurrency") === "31";
}

test("a stop signal lets what runs finish, takes nothing new, and ends with 0", async () => {
  using folder = temporaryFolder();
  const served = await startServe(folder.path);
  const { answer, finish } = heldUpload(served);
  await until(() => uploadsBegun(served));
  const stopped = served.stop();
  await until(() => served.log().some(({ event }) => event === "stopping"));
  expect(
    await fetch(`${served.url}/health`).then(
      ({ status }) => status,
      () => "refused",
    ),
  ).not.toBe(200);
  finish();
  expect(await (await answer).json()).toMatchObject({ text: RECORDING_TEXT });
  expect(await stopped).toBe(0);
  expect(served.log().at(-1)).toMatchObject({ event: "stopped" });
});

/** The longest that there is: a server that waits for its end outlasts the test. */
const LONG_DRAIN = { TIRO_SERVER_DRAIN_SECONDS: "600", TIRO_SERVER_SHUTDOWN_GRACE_SECONDS: "600" };

test("after SIGTERM health says it first, and short work is taken until a second signal ends it", async () => {
  using folder = temporaryFolder();
  const served = await startServe(folder.path, LONG_DRAIN);
  await until(async () => (await fetch(`${served.url}/health`)).status === 200);
  const stopped = served.stop();
  await until(() => served.log().some(({ event }) => event === "stopping"));

  const health = await fetch(`${served.url}/health`);
  expect(health.status).toBe(503);
  expect(await health.json()).toMatchObject({ status: "unavailable", checks: { server: "stopping" } });
  const short = await transcribe(served, served.key);
  expect(short.status).toBe(200);
  expect(await short.json()).toMatchObject({ text: RECORDING_TEXT });
  const long = await heldUpload(served).answer;
  expect([long.status, long.headers.get("x-should-retry")]).toEqual([503, "true"]);
  expect(await long.json()).toMatchObject({ error: { code: "shutting_down" } });

  expect(await served.stop()).toBe(1);
  expect(await stopped).toBe(1);
  expect(fetch(`${served.url}/health`)).rejects.toThrow();
});

test.each([
  ["SIGINT", LONG_DRAIN],
  ["SIGTERM", { TIRO_SERVER_DRAIN_SECONDS: "0" }],
  ["SIGTERM", { ...LONG_DRAIN, TIRO_SERVER_SHUTDOWN_GRACE_SECONDS: "0" }],
] as const)("%s with %j closes at once", async (signal, settings) => {
  using folder = temporaryFolder();
  const served = await startServe(folder.path, settings);
  expect(await served.stop(signal)).toBe(0);
});

test("what does not finish in the grace time is cut off", async () => {
  using folder = temporaryFolder();
  const served = await startServe(folder.path, { TIRO_SERVER_SHUTDOWN_GRACE_SECONDS: "1" });
  const { answer } = heldUpload(served);
  const outcome = answer.then(
    ({ status }) => status,
    () => "cut off",
  );
  await until(() => uploadsBegun(served));
  expect(await served.stop()).toBe(0);
  expect(await outcome).toBe("cut off");
  expect(served.log().some(({ event }) => event === "requests_cut_off")).toBe(true);
  expect(await readdir(join(folder.path, "spool"))).toEqual([]);
});

test("a port in use, a second server, an address of another machine: each says what to do", async () => {
  using folder = temporaryFolder();
  using other = temporaryFolder();
  const served = await startServe(folder.path);
  const { host } = new URL(served.url);

  const portInUse = await failedServe(other.path, ["--listen", host]);
  expect(portInUse.exitCode).toBe(1);
  expect(portInUse.stderr).toContain(`The address ${host} is in use.`);
  expect(portInUse.stderr).toContain("--listen HOST:PORT");
  expect(await readdir(other.path)).toEqual([]);

  const second = await failedServe(folder.path, ["--listen", "127.0.0.1:0"]);
  expect(second.exitCode).toBe(1);
  expect(second.stderr).toContain("Another tiro server uses this data folder.");
  expect(second.stderr).toContain("--data DIR");

  const foreign = await failedServe(other.path, ["--listen", "192.0.2.1:8420"]);
  expect(foreign.exitCode).toBe(1);
  expect(foreign.stderr).toContain("The server cannot listen on ");
  expect((await transcribe(served, served.key)).status).toBe(200);
});

async function command(...words: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, MAIN, ...words], { env: {}, stdout: "pipe", stderr: "inherit" });
  return new Response(child.stdout).text();
}

test("a server on every address says what to set, and commands find it beside its lock", async () => {
  using folder = temporaryFolder();
  const data = ["--data", folder.path];
  const served = await startServe(folder.path, {}, "0.0.0.0:0");
  const { port } = new URL(served.url);
  expect(served.url).toBe(`http://127.0.0.1:${port}`);
  expect(served.output()).not.toContain("0.0.0.0");
  const warning = served.log().find(({ event }) => event === "public_url_not_set");
  expect(warning).toMatchObject({ level: "warn", hint: expect.stringContaining("server.public_url") });

  const link = () => command("users", "setup-link", "--user", "admin@localhost", ...data);
  expect(await link()).toContain(`${served.url}/setup/`);
  const doctor = async () =>
    JSON.parse(await command("doctor", "--no-recognition", "--json", ...data)).checks;
  const found = { name: "port", status: "ok", detail: `tiro is serving on 127.0.0.1:${port}` };
  expect(await doctor()).toContainEqual(found);
  // Killed: the address that it leaves is nobody's.
  running.at(-1)?.kill("SIGKILL");
  await running.at(-1)?.exited;
  expect(await link()).toContain("http://127.0.0.1:8420/setup/");
  expect(await doctor()).not.toContainEqual(found);
});

test("a GPU that is asked for and not in use ends the start, and says why", async () => {
  using folder = temporaryFolder();
  const nativeDir = join(folder.path, "gpu");
  const file = join(folder.path, "tiro.toml");
  mkdirSync(nativeDir);
  copyFileSync(nativeFiles().onnxRuntime, join(nativeDir, "libonnxruntime.so"));
  writeFileSync(file, `[engine]\nprovider = "cuda"\nnative_dir = ${JSON.stringify(nativeDir)}\n`);
  const flags = ["--listen", "127.0.0.1:0", "--config", file];

  const without = await failedServe(join(folder.path, "data"), flags);
  expect(without.exitCode).toBe(1);
  expect(without.stderr).toContain(
    "lacks libonnxruntime_providers_shared.so and libonnxruntime_providers_cuda.so",
  );

  // As on a machine whose driver does not answer: the libraries are there, and the CPU would be used.
  for (const name of ["shared", "cuda"])
    writeFileSync(join(nativeDir, `libonnxruntime_providers_${name}.so`), "x");
  const fallback = await failedServe(join(folder.path, "data"), flags);
  expect(fallback.stderr).toMatch(/engine\.provider is \\"cuda\\", but the recognizer would run on the CPU/);
});

test("a SIGHUP takes up what was installed, and nothing else happens", async () => {
  using folder = temporaryFolder();
  const served = await startServe(folder.path);
  mkdirSync(join(folder.path, "models"), { recursive: true });
  installPack(join(folder.path, "models"), "own-de", ["de"]);
  served.reload();
  while (!served.log().some(({ event }) => event === "packs_changed")) await Bun.sleep(5);
  expect((await transcribe(served, served.key)).status).toBe(200);
  expect(await served.stop()).toBe(0);
});
