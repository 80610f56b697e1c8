import { expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { TEST_ACTOR, testClock, testDatabase } from "../../test/support/database.ts";
import { listAudit } from "../accounts/audit/audit-log.ts";
import { limits } from "../config/limits.ts";
import { isKnownError } from "../lib/errors.ts";
import { DAY_MS } from "../lib/units.ts";
import { clusterIdentity } from "../store/cluster/identity.ts";
import { clusterWorker, clusterWorkers } from "../store/cluster/workers.ts";
import { forgetSealedSecrets, rotateSecretKey } from "../store/secrets/sealed-secrets.ts";
import { clusterDaysLeft } from "./certificates.ts";
import { newCredentials } from "./credentials.ts";
import { requireCluster } from "./permissions.ts";
import { initCluster, makeCluster, putRenewedCluster, renewCluster } from "./set-up.ts";
import { addWorker, drainWorker, resumeWorker, revokeWorker, rotateWorker } from "./workers.ts";

const SETTINGS = { name: "tiro", broker: "tls://broker.acme.test:4222" };
const PLACE = { folder: "/out", installedAt: "/etc/nats" };

const failureOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (isKnownError(error)) return error.message;
    throw error;
  }
  return "none";
};

/** With `nats.conf` as it was written last. */
async function testCluster() {
  const clock = testClock();
  const store = testDatabase(clock);
  const { db } = store;
  const deps = { db, clock, actor: TEST_ACTOR };
  const site = { ...store, deps, clock, db, natsConf: "" };
  const write = (natsConf: string) => {
    site.natsConf = natsConf;
  };
  const made = await makeCluster(SETTINGS, PLACE, clock.nowMs);
  initCluster(deps, made, { settings: SETTINGS, replace: false }, write);
  const { authority } = made.identity;
  const credentials = (name: string) => newCredentials(authority, `tiro worker ${name}`, clock.nowMs);
  const add = async (name: string) =>
    addWorker(deps, { name, settings: SETTINGS, credentials: await credentials(name) }, write);
  return Object.assign(site, { write, made, credentials, add });
}

test("each machine may say and hear what is its own, named in full", async () => {
  using site = await testCluster();
  await site.add("gpu-1");
  await site.add("gpu-2");
  const [one, two] = clusterWorkers(site.db);
  expect(
    site.natsConf,
  ).toBe(`# Written by tiro, for nats-server 2.11.16, 2.12.7, 2.14.0 or later. tiro writes it anew when workers come and go.
listen: "0.0.0.0:4222"
max_payload: ${limits.workerMessageBytes}
max_connections: ${limits.brokerConnections}

tls {
  cert_file: "/etc/nats/broker.pem"
  key_file: "/etc/nats/broker.key"
  ca_file: "/etc/nats/authority.pem"
  # Clients must have a certificate of this authority.
  verify: true
  # Seconds; 2 without this, too little for a machine that is busy.
  timeout: 10
}

authorization {
  timeout: 10
  users: [
    # the machine with the database
    { nkey: ${site.made.identity.nkey}, permissions: { publish: { allow: ["tiro.w", "tiro.w.gpu-1.in", "tiro.w.gpu-2.in"] }, subscribe: { allow: ["tiro.w", "tiro.w.gpu-1.out", "tiro.w.gpu-2.out"] } } }
    # worker gpu-1
    { nkey: ${one?.nkey}, permissions: { publish: { allow: ["tiro.w.gpu-1.out"] }, subscribe: { allow: ["tiro.w.gpu-1.in"] } } }
    # worker gpu-2
    { nkey: ${two?.nkey}, permissions: { publish: { allow: ["tiro.w.gpu-2.out"] }, subscribe: { allow: ["tiro.w.gpu-2.in"] } } }
  ]
}
`);
});

test("a worker is added, drained, resumed, rotated, revoked and added again; the audit log tells each", async () => {
  using site = await testCluster();
  const { db, deps, write, clock } = site;
  const worker = () => clusterWorker(db, "gpu-1");
  await site.add("gpu-1");
  const first = worker();
  drainWorker(deps, "gpu-1");
  expect(worker()?.drainingSince).toBe(clock.nowMs);
  resumeWorker(deps, "gpu-1");
  expect(worker()).toEqual(first);
  rotateWorker(
    deps,
    { name: "gpu-1", settings: SETTINGS, credentials: await site.credentials("gpu-1") },
    write,
  );
  expect(worker()?.nkey).not.toBe(String(first?.nkey));
  expect(site.natsConf).not.toContain(String(first?.nkey));
  revokeWorker(deps, { name: "gpu-1", settings: SETTINGS }, write);
  expect(site.natsConf).not.toContain("gpu-1");
  expect(failureOf(() => drainWorker(deps, "gpu-1"))).toBe("There is no worker gpu-1.");
  await site.add("gpu-1");
  expect(worker()).toMatchObject({ revokedAt: null, rotatedAt: null });
  const done = ["added", "drained", "resumed", "rotated", "revoked", "added"];
  const actions = listAudit(db, { target: "gpu-1", limit: 20 }).map(({ action }) => action);
  expect(actions).toEqual(done.map((each) => `worker.${each}`));
});

test("a name that is taken, or a path, a pattern or a line of a log, is refused and not repeated", async () => {
  using site = await testCluster();
  await site.add("gpu-1");
  const credentials = await site.credentials("x");
  const refusal = (name: string) =>
    failureOf(() => addWorker(site.deps, { name, settings: SETTINGS, credentials }, site.write));
  expect(refusal("gpu-1")).toBe("There is a worker gpu-1 already.");
  for (const name of ["../gpu", "tiro.>", "*", "", 'a" }', "a\nerror: b", "A", "a".repeat(64)])
    expect(refusal(name)).toBe("A worker's name has small letters, digits and hyphens only, at most 63.");
  expect(clusterWorkers(site.db)).toHaveLength(1);
});

test("nothing changes if nats.conf cannot be written", async () => {
  using site = await testCluster();
  const credentials = await site.credentials("gpu-1");
  const full = () => {
    throw new Error("disk full");
  };
  expect(() => addWorker(site.deps, { name: "gpu-1", settings: SETTINGS, credentials }, full)).toThrow(
    "full",
  );
  expect(clusterWorkers(site.db)).toEqual([]);
});

test("the first certificate that ends is known; one of a revoked worker does not count", async () => {
  using site = await testCluster();
  site.clock.nowMs += 10 * DAY_MS;
  await site.add("gpu-1");
  const daysLeft = (nowMs: number) => clusterDaysLeft(site.db, nowMs);
  expect(daysLeft(site.clock.nowMs)).toBe(limits.certificateDays - 10);
  const renewed = await renewCluster(requireCluster(site.db), SETTINGS, site.clock.nowMs + DAY_MS);
  putRenewedCluster(site.deps, renewed, SETTINGS, site.write);
  expect(daysLeft(site.clock.nowMs)).toBe(limits.certificateDays);
  expect(daysLeft(site.clock.nowMs + (limits.certificateDays + 1) * DAY_MS)).toBe(-1);
  revokeWorker(site.deps, { name: "gpu-1", settings: SETTINGS }, site.write);
  expect(daysLeft(site.clock.nowMs)).toBe(limits.certificateDays + 1);
});

test("the keys of broker and server are renewed; the authority and what workers seal to stay", async () => {
  using site = await testCluster();
  site.clock.nowMs += 1_000_000;
  const before = requireCluster(site.db);
  const renewed = await renewCluster(before, SETTINGS, site.clock.nowMs);
  putRenewedCluster(site.deps, renewed, SETTINGS, site.write);
  const after = requireCluster(site.db);
  expect([after.authority, after.sealingKey]).toEqual([before.authority, before.sealingKey]);
  expect(site.natsConf).toContain(after.nkey);
  expect(site.natsConf).not.toContain(before.nkey);
  const authority = new X509Certificate(after.authority.certificate);
  const broker = new X509Certificate(renewed.broker.certificate);
  expect(broker.verify(authority.publicKey)).toBe(true);
  expect(broker.checkHost("broker.acme.test")).toBe("broker.acme.test");
  expect(broker.checkHost("other.acme.test")).toBeUndefined();
  const elsewhere = { ...SETTINGS, broker: "tls://other.acme.test:4222" };
  await expect(renewCluster(after, elsewhere, site.clock.nowMs)).rejects.toThrow("another broker");
});

test("its keys go with the secret key: sealed anew by a new one, given up with a lost one", async () => {
  using site = await testCluster();
  await site.add("gpu-1");
  const init = (replace: boolean) =>
    initCluster(site.deps, site.made, { settings: SETTINGS, replace }, site.write);
  expect(failureOf(() => init(false))).toBe("The cluster is set up already.");
  rotateSecretKey(site.db, null, () => {});
  expect(clusterIdentity(site.db)).toEqual(site.made.identity);
  forgetSealedSecrets(site.db);
  expect(failureOf(() => requireCluster(site.db))).toBe("No cluster was set up with this data folder.");
  init(false);
  expect(clusterWorker(site.db, "gpu-1")?.revokedAt).toBe(site.clock.nowMs);
});
