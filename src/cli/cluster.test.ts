import { expect, test } from "bun:test";
import { chmodSync, cpSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { brokerVersion, hasNatsServer, startBroker } from "../../test/support/broker.ts";
import { temporaryFolder, testBinding } from "../../test/support/database.ts";
import { eventually } from "../../test/support/eventually.ts";
import { freePort } from "../../test/support/free-port.ts";
import { PYTHON, startManager } from "../../test/support/service-manager.ts";
import { issueCertificate, type KeyPair, makeAuthority } from "../certificates/authority.ts";
import { requireCluster } from "../cluster/permissions.ts";
import { readWorkerKeys } from "../cluster/worker-folder.ts";
import { type ProbedBroker, probeBroker } from "../engine/workers/probe-broker.ts";
import { systemClock } from "../lib/clock.ts";
import { DAY_MS } from "../lib/units.ts";
import { openDatabase } from "../store/open-database.ts";
import { isSafeBroker } from "./doctor/cluster-check.ts";

const MAIN = new URL("../main.ts", import.meta.url).pathname;

/** A data folder, and `tiro cluster` on it as a program of its own. */
function setUp() {
  const folder = temporaryFolder();
  const broker = `tls://127.0.0.1:${freePort()}`;
  const inFolder = (name: string) => join(folder.path, name);
  const tiro = (args: string[], environment: Record<string, string> = { TIRO_CLUSTER_BROKER: broker }) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(
      [process.execPath, MAIN, ...args, "--data", inFolder("data")],
      { env: { PATH: process.env.PATH ?? "", ...environment } },
    );
    return { code: exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
  };
  const cluster = (...args: string[]) => tiro(["cluster", ...args]);
  /** With files that are used where they are written. */
  const written = (...args: [string, ...string[]]) => {
    const out = inFolder(args.at(-1) as string);
    const { code, stderr } = cluster(...args.slice(0, -1), "--out", out, "--at", out);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return out;
  };
  /** The doctor's findings of the cluster, here or on the machine of a worker with these files. */
  const doctor = (worker?: string) => {
    const where = worker === undefined ? undefined : { TIRO_CONFIG: join(worker, "worker.toml") };
    const { checks } = JSON.parse(tiro(["doctor", "--no-recognition", "--json"], where).stdout);
    return checks.find(({ name }: { name: string }) => name === "cluster");
  };
  const worker = (folder: string) => tiro(["worker"], { TIRO_CONFIG: join(folder, "worker.toml") });
  return {
    broker,
    inFolder,
    cluster,
    written,
    doctor,
    worker,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

test("keys are for their owner alone, in folders that were empty, and no two machines have one", () => {
  using site = setUp();
  const brokerFiles = site.written("init", "broker");
  const one = site.written("add", "gpu-1", "one");
  const two = site.written("add", "gpu-2", "two");
  expect(readdirSync(brokerFiles).sort()).toEqual(["authority.pem", "broker.key", "broker.pem", "nats.conf"]);
  expect(readdirSync(one).sort()).toEqual([
    "api.pub",
    "authority.pem",
    "sealing.key",
    "worker.key",
    "worker.pem",
    "worker.seed",
    "worker.toml",
  ]);
  for (const folder of [brokerFiles, one, two])
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  const [keysOfOne, keysOfTwo] = [readWorkerKeys(one), readWorkerKeys(two)];
  for (const key of ["seed", "sealingKey", "key"] as const) expect(keysOfOne[key]).not.toBe(keysOfTwo[key]);
  expect(keysOfOne.apiPublicKey).toBe(keysOfTwo.apiPublicKey);

  chmodSync(join(two, "worker.seed"), 0o644);
  expect(site.worker(two).stderr).toContain('"code":"secret_exposed"');

  const refused = site.cluster("add", "gpu-3", "--out", one);
  expect(refused.stderr).toContain("[folder_not_empty]");
  const taken = site.cluster("add", "gpu-1", "--out", site.inFolder("three"));
  expect(taken.stderr).toContain("There is a worker gpu-1 already.");
  expect(existsSync(site.inFolder("three"))).toBe(false);
  const hostile = site.cluster("add", "../../etc", "--out", site.inFolder("three"));
  expect(hostile).toMatchObject({ code: 1, stdout: "" });
  expect(hostile.stderr).not.toContain("etc");
  expect(site.cluster("init", "--out", site.inFolder("again")).stderr).toContain("set up already");
  const workers = JSON.parse(site.cluster("status", "--json").stdout);
  expect(workers).toMatchObject([
    { name: "gpu-1", state: "active" },
    { name: "gpu-2", state: "active" },
  ]);
});

/** The broker's permissions for the worker with these files, with its own certificate or another. */
async function probe(folder: string, url: string, certificate?: KeyPair): Promise<ProbedBroker> {
  const keys = { ...readWorkerKeys(folder), ...certificate };
  const tls = { ca: keys.authority, cert: keys.certificate, key: keys.key };
  const foreign = [">", "tiro.>", "tiro.w.*.in", "tiro.w.gpu-2.in", "tiro.w.gpu-2.out", "tiro.w.gpu-1.out.x"];
  return probeBroker({ url, tls, seed: keys.seed, own: ["tiro.w.gpu-1.in"], foreign });
}

async function failureOf(work: Promise<ProbedBroker>): Promise<string> {
  try {
    await work;
    return "none";
  } catch (error) {
    return (error as Error).name;
  }
}

test.skipIf(!hasNatsServer)("the broker lets each worker do what is its own, while it is one", async () => {
  using site = setUp();
  const natsConf = join(site.written("init", "broker"), "nats.conf");
  const one = site.written("add", "gpu-1", "one");
  site.written("add", "gpu-2", "two");
  await using broker = await startBroker(natsConf);
  const misfits = () =>
    probe(one, site.broker).then(
      ({ refused, tooWide }) => [...refused, ...tooWide],
      (error: Error) => [error.message],
    );
  await eventually(misfits, []);
  // Debian's broker is older than what is safe, and that is all; of a newer one nothing is said.
  const warning = isSafeBroker(brokerVersion())
    ? undefined
    : "Use nats-server 2.11.16, 2.12.7, 2.14.0 or later.";
  await eventually(() => site.doctor().advice, warning);
  await eventually(() => site.doctor(one).advice, warning);

  using db = openDatabaseOf(site.inFolder("data"));
  const { authority } = requireCluster(db.db);
  const subject = { name: "tiro worker gpu-1", hosts: [] };
  const nowMs = systemClock.now();
  const expired = await issueCertificate(authority, subject, { nowMs: nowMs - 2 * DAY_MS, days: 1 });
  const stranger = await makeAuthority(["127.0.0.1"], nowMs);
  const forged = await issueCertificate(stranger, subject, { nowMs, days: 1 });
  for (const certificate of [expired, forged])
    expect(await failureOf(probe(one, site.broker, certificate))).not.toBe("none");

  const former = site.inFolder("former");
  cpSync(one, former, { recursive: true });
  const renewed = site.written("rotate", "gpu-1", "renewed");
  broker.reload();
  await eventually(() => failureOf(probe(renewed, site.broker)), "none");
  await eventually(() => failureOf(probe(former, site.broker)), "AuthorizationError");

  // A site's own hand in the file: the doctor sees it from either side.
  const wider = (await Bun.file(natsConf).text()).replaceAll(/allow: \[[^\]]*\]/g, 'allow: [">"]');
  await Bun.write(natsConf, wider);
  broker.reload();
  const isWide = (found: { detail: string }) => found.detail.includes("permits what is not this machine's");
  await eventually(() => isWide(site.doctor(renewed)), true);
  await eventually(() => isWide(site.doctor()), true);

  expect(site.cluster("revoke", "gpu-1").stdout).toContain("nats-server --signal reload");
  broker.reload();
  await eventually(() => failureOf(probe(renewed, site.broker)), "AuthorizationError");
  expect(site.doctor(renewed)).toMatchObject({ status: "fail" });
  await eventually(() => site.doctor().advice, warning);
});

test.skipIf(PYTHON === null)(
  "a worker tells systemd when it works and stops, without a broker too",
  async () => {
    using site = setUp();
    site.written("init", "broker");
    const folder = site.written("add", "gpu-1", "one");
    await using manager = await startManager();
    const child = Bun.spawn([process.execPath, MAIN, "worker", "--config", join(folder, "worker.toml")], {
      env: {
        ...{ PATH: process.env.PATH ?? "", STATE_DIRECTORY: site.inFolder("state") },
        ...{ NOTIFY_SOCKET: manager.address, WATCHDOG_USEC: "1000000" },
        ...{ TIRO_MODELS_DEFAULT: "starter-en", TIRO_ENGINE_PROCESSES: "1" },
      },
      stdio: ["ignore", "ignore", "ignore"],
    });
    await manager.heard("READY=1");
    await manager.heard("WATCHDOG=1");
    child.kill("SIGTERM");
    await manager.heard("STOPPING=1");
    expect(await child.exited).toBe(0);
  },
);

function openDatabaseOf(dataDir: string) {
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  return { db, [Symbol.dispose]: () => db.close() };
}
