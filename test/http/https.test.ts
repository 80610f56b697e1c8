/** `tiro serve` with a certificate of its own, as its callers and its operator see it. */
import { afterEach, expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { administratorOf } from "../support/administrators.ts";
import { clientCertificate, testAuthority, writePair } from "../support/certificates.ts";
import { temporaryFolder } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { PYTHON, startManager } from "../support/service-manager.ts";
import { runTiro } from "../support/tiro.ts";

const authority = await testAuthority();
const ca = authority.certificate;
const running: ServerProcess[] = [];
let folder: ReturnType<typeof temporaryFolder> | undefined;

afterEach(async () => {
  for (const server of running.splice(0)) await server.kill();
  folder?.[Symbol.dispose]();
  folder = undefined;
});

/** A folder with a certificate, and the settings that name it. */
async function site(more: Record<string, string> = {}) {
  folder = temporaryFolder();
  const pair = await authority.issue();
  const files = writePair(folder.path, pair);
  chmodSync(files.key, 0o600);
  writeFileSync(join(folder.path, "authority.crt"), ca);
  const settings = {
    TIRO_SERVER_TLS_CERTIFICATE: files.certificate,
    TIRO_SERVER_TLS_KEY: files.key,
    ...more,
  };
  return { path: folder.path, dataDir: join(folder.path, "data"), files, settings };
}

async function start(options: Parameters<typeof startServerProcess>[0]) {
  const server = await startServerProcess(options);
  running.push(server);
  return { ...server, origin: server.url.replace(/\/v1$/, "") };
}

test("answers over https in every way that it answered over http, and says so to browsers", async () => {
  const { dataDir, settings } = await site({
    TIRO_SERVER_TLS_HSTS_DAYS: "7",
    TIRO_SERVER_TLS_HSTS_SUBDOMAINS: "true",
  });
  const server = await start({ dataDir, settings });
  expect(server.origin).toStartWith("https://127.0.0.1:");
  const ask = (path: string, init: RequestInit = {}) => fetch(server.origin + path, { ...init, tls: { ca } });
  const me = await ask("/v1/models", { headers: { authorization: `Bearer ${server.key}` } });
  expect(me.status).toBe(200);
  for (const path of ["/v1/models", "/nothing", "/health", "/login"])
    expect([path, (await ask(path)).headers.get("strict-transport-security")]).toEqual([
      path,
      "max-age=604800; includeSubDomains",
    ]);
  const metadata = await ask("/.well-known/oauth-authorization-server");
  expect(await metadata.json()).toMatchObject({ issuer: server.origin });
  const link = runTiro("users", "setup-link", "--user", "admin@localhost", "--data", dataDir);
  expect(link.stdout).toContain(`${server.origin}/setup/`);
  expect(await server.stop()).toBe(0);
});

test("a second address sends callers of plain HTTP to https, and the host is tiro's own then", async () => {
  const redirect = freePort();
  const { dataDir, settings } = await site({ TIRO_SERVER_TLS_REDIRECT_LISTEN: `127.0.0.1:${redirect}` });
  const server = await start({ dataDir, settings });
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${redirect}${path}`, { redirect: "manual", ...init });
  const answer = await ask("/docs?q=a%20b");
  expect([answer.status, answer.headers.get("location")]).toEqual([308, `${server.origin}/docs?q=a%20b`]);
  const posted = await ask("//evil.example/", { method: "POST", body: "x" });
  expect([posted.status, new URL(posted.headers.get("location") ?? "").origin]).toEqual([308, server.origin]);
  const forged = await ask("/", { headers: { host: "evil.example" } });
  expect(forged.headers.get("location")).toBe(`${server.origin}/`);
  const health = await fetch(`${server.origin}/health`, { tls: { ca } });
  expect(health.headers.get("strict-transport-security")).toBe("max-age=31536000");
  expect(await server.stop()).toBe(0);
});

test("administrators see its names, its chain and how long it holds", async () => {
  const { dataDir, files, settings } = await site();
  const server = await start({ dataDir, settings });
  const cookie = administratorOf(dataDir);
  const shown = async () => {
    const answer = await fetch(`${server.url}/administration/certificate`, {
      headers: { Cookie: `__Host-tiro_session=${cookie}` },
      tls: { ca },
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const { names, chain, days_left, served_days_left, fault } = await shown();
  const { subject, fingerprint256 } = new X509Certificate(readFileSync(files.certificate));
  expect(names).toContain("127.0.0.1");
  expect(chain).toMatchObject([{ subject: subject.replaceAll("\n", ", "), fingerprint: fingerprint256 }]);
  expect([days_left, fault]).toEqual([served_days_left, null]);
  writeFileSync(files.certificate, "nothing");
  expect(await shown()).toMatchObject({ names: [], days_left: null, fault: expect.any(String) });
});

test("a SIGHUP shows the new certificate; one that cannot be used leaves the former one and says why", async () => {
  const { path, dataDir, files, settings } = await site();
  const server = await start({ dataDir, settings: { ...settings, TIRO_LOG_LEVEL: "info" } });
  const logged = async (event: string) => {
    while (!server.stderrTail().includes(`"event":"${event}"`)) await Bun.sleep(10);
  };
  writeFileSync(files.key, "nothing");
  process.kill(server.pid, "SIGHUP");
  await logged("certificate_not_reloaded");
  expect((await fetch(`${server.origin}/health`, { tls: { ca } })).headers.has("x-request-id")).toBe(true);
  const pair = await authority.issue();
  writePair(path, pair);
  process.kill(server.pid, "SIGHUP");
  await logged("certificate_reloaded");
  const doctor = () => {
    const env = { PATH: process.env.PATH ?? "", ...settings };
    const command = [
      process.execPath,
      join(import.meta.dir, "../../src/main.ts"),
      "doctor",
      "--no-recognition",
      "--json",
    ];
    const { stdout } = Bun.spawnSync([...command, "--data", dataDir], { env });
    const { checks } = JSON.parse(stdout.toString()) as {
      checks: { name: string; status: string; detail: string }[];
    };
    return Object.fromEntries(checks.map(({ name, status, detail }) => [name, `${status}: ${detail}`]));
  };
  const { port } = new URL(server.origin);
  const until = new Date(new X509Certificate(pair.certificate).validTo).toISOString().slice(0, 10);
  expect(doctor()).toMatchObject({
    certificate: `ok: for localhost, 127.0.0.1, until ${until} (89 days)`,
    port: `ok: tiro is serving on 127.0.0.1:${port}`,
    exposure: "ok: callers are distinguished, and metrics are not public",
  });
});

test("without a certificate of the site's own authorities nobody is let in", async () => {
  const { path, dataDir, settings } = await site();
  const client = await clientCertificate();
  const clients = join(path, "clients.crt");
  writeFileSync(clients, client.certificate);
  const server = await start({ dataDir, settings: { ...settings, TIRO_SERVER_TLS_CLIENT_CA: clients } });
  const health = (pair: object) => fetch(`${server.origin}/health`, { tls: { ca, ...pair } });
  await expect(health({})).rejects.toThrow();
  const answer = await health({ cert: client.certificate, key: client.key });
  expect(answer.headers.has("x-request-id")).toBe(true);
});

test.each<[string, (path: string) => Record<string, string> | Promise<Record<string, string>>, string]>([
  [
    "a key that is none",
    (path) => {
      writeFileSync(join(path, "server.key"), "x");
      return {};
    },
    "holds no usable private key",
  ],
  [
    "a file that is missing",
    () => ({ TIRO_SERVER_TLS_KEY: "/nonexistent.key" }),
    "/nonexistent.key cannot be read (ENOENT)",
  ],
  [
    "an address for redirects that is taken",
    async () => {
      const other = await start({ dataDir: join(folder?.path ?? "", "other") });
      return { TIRO_SERVER_TLS_REDIRECT_LISTEN: new URL(other.url).host };
    },
    "is in use",
  ],
  [
    "the port of another server with a certificate",
    async (path) => {
      const other = await start({ dataDir: join(path, "other"), settings: (await site()).settings });
      return { LISTEN: new URL(other.url).host };
    },
    "is in use",
  ],
])("the start is refused: %s", async (_, spoil, message) => {
  const { path, dataDir, settings } = await site();
  const { LISTEN: listen = "127.0.0.1:0", ...spoilt } = await spoil(path);
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, "../../src/main.ts"),
      "serve",
      "--data",
      dataDir,
      "--listen",
      listen,
    ],
    {
      env: { ...settings, ...spoilt },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const stderr = await new Response(child.stderr).text();
  expect(await child.exited).toBe(1);
  expect(stderr).toContain(message);
});

test.skipIf(PYTHON === null)(
  "the service manager follows start, reload and stop, and hears that all is well",
  async () => {
    await using manager = await startManager();
    const { dataDir, settings } = await site({ NOTIFY_SOCKET: manager.address, WATCHDOG_USEC: "500000" });
    const server = await start({ dataDir, settings });
    await manager.heard("READY=1");
    await manager.heard("WATCHDOG=1");
    await manager.heard(
      /^STATUS=Serving https:\/\/127\.0\.0\.1:\d+\. The recognizer is ready, 0 of 1000 recordings wait\.$/,
    );
    const before = manager.messages.length;
    process.kill(server.pid, "SIGHUP");
    await manager.heard("RELOADING=1", before);
    await manager.heard("READY=1", before);
    expect(await server.stop()).toBe(0);
    await manager.heard("STOPPING=1", before);
    await manager.heard("EXTEND_TIMEOUT_USEC=45000000", before);
  },
);
