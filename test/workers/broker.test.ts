import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeAuthority } from "../../src/certificates/authority.ts";
import { newCredentials } from "../../src/cluster/credentials.ts";
import { limits } from "../../src/config/limits.ts";
import { type BrokerOptions, openBroker } from "../../src/engine/workers/broker.ts";
import type { Broker } from "../../src/engine/workers/bus.ts";
import { newNKey } from "../../src/engine/workers/nkeys.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import { hasNatsServer } from "../support/broker.ts";
import { type ClusterBroker, startClusterBroker } from "../support/cluster-broker.ts";
import { eventually } from "../support/eventually.ts";

// Debian's nats-server, if it is installed.
const withServer = test.skipIf(!hasNatsServer);
const folder = mkdtempSync(join(tmpdir(), "tiro-broker-"));
let site: ClusterBroker;
beforeAll(async () => {
  if (hasNatsServer) site = await startClusterBroker(folder, ["one", "two"]);
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function connected(options: BrokerOptions) {
  const broker = await openBroker(options);
  await eventually(() => broker.isConnected, true);
  return broker;
}

const IN = "tiro.w.one.in";

withServer(
  "messages arrive in their order; nothing that was published while there was no broker comes later",
  async () => {
    const api = await connected(site.api);
    const one = await connected(site.workerOptions("one"));
    const heard: string[] = [];
    one.subscribe(IN, (message) => heard.push(Buffer.from(message).toString()));
    const say = (text: string) => api.publish(IN, Buffer.from(text));
    await eventually(() => {
      say("listen");
      return heard.length > 0;
    }, true);
    for (let n = 0; n < 100; n++) say(String(n));
    await eventually(
      () => heard.filter((text) => text !== "listen"),
      Array.from({ length: 100 }, (_, n) => String(n)),
    );
    await site.server.kill();
    await eventually(() => api.isConnected || one.isConnected, false);
    expect(() => say("held back")).toThrow("broken");
    await site.server.start();
    await eventually(() => api.isConnected && one.isConnected, true);
    await eventually(() => {
      say("new");
      return heard.includes("new");
    }, true);
    expect(heard).not.toContain("held back");
    await api.close();
    await one.close();
  },
);

withServer("a worker hears and says what is its own, whatever it asks for", async () => {
  const [api, one, two] = await Promise.all([
    connected(site.api),
    connected(site.workerOptions("one")),
    connected(site.workerOptions("two")),
  ]);
  const [atApi, atOne, atTwo] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const listen = (broker: Broker, subject: string, heard: Set<string>) =>
    broker.subscribe(subject, (message) => heard.add(Buffer.from(message).toString()));
  for (const subject of [IN, "tiro.w.one.out", "tiro.w.*.in", ">", "tiro.w.two.in"])
    listen(two, subject, atTwo);
  listen(one, IN, atOne);
  for (const subject of ["tiro.w.one.out", "tiro.w.two.out"]) listen(api, subject, atApi);
  two.publish("tiro.w.one.out", Buffer.from("an impostor"));
  two.publish(IN, Buffer.from("an impostor"));
  // Again and again, because a connection does not say when it is listened to; what was said before is then heard, or never.
  await eventually(() => {
    api.publish("tiro.w.two.in", Buffer.from("for two"));
    api.publish(IN, Buffer.from("for one"));
    one.publish("tiro.w.one.out", Buffer.from("from one"));
    two.publish("tiro.w.two.out", Buffer.from("from two"));
    return [atApi.size, atOne.size, atTwo.size];
  }, [2, 1, 1]);
  expect([atApi, atOne, atTwo]).toEqual([
    new Set(["from one", "from two"]),
    new Set(["for one"]),
    new Set(["for two"]),
  ]);
  for (const broker of [api, one, two]) await broker.close();
});

withServer("a broker that is not the right one is not used, nor a user that it does not know", async () => {
  const { seed } = await newNKey();
  const other = await makeAuthority(["localhost"], Date.now());
  const cases: [string, BrokerOptions][] = [
    ["Authorization Violation", { ...site.api, seed }],
    ["certificate", { ...site.api, tls: { ...site.api.tls, ca: other.certificate } }],
    ["does not match", { ...site.api, url: `tls://127.0.0.1:${site.port}` }],
    ["refused", { ...site.api, url: "tls://localhost:1" }],
  ];
  for (const [problem, options] of cases) {
    const broker = await openBroker(options);
    await eventually(() => broker.problem?.includes(problem), true);
    expect(broker.isConnected).toBe(false);
    await broker.close();
  }
});

withServer("a certificate that has ended, of either end, connects nobody", async () => {
  const longAgoMs = Date.now() - 2 * limits.certificateDays * DAY_MS;
  const old = await newCredentials(site.authority, "tiro worker one", longAgoMs);
  const { certificate: cert, key } = old.certified;
  const options = site.workerOptions("one");
  const worker = await openBroker({ ...options, tls: { ...options.tls, cert, key } });
  await eventually(() => worker.problem?.includes("cannot be used"), true);
  expect(worker.isConnected).toBe(false);
  await worker.close();
  const oldFolder = join(folder, "old");
  mkdirSync(oldFolder);
  await using oldSite = await startClusterBroker(oldFolder, [], { nowMs: longAgoMs });
  const api = await openBroker(oldSite.api);
  await eventually(() => api.problem?.includes("expired"), true);
  expect(api.isConnected).toBe(false);
  await api.close();
});

test("another machine's broker needs TLS", async () => {
  const options = {
    url: "nats://broker.example.com:4222",
    tls: { ca: "", cert: "", key: "" },
    seed: "",
    name: "x",
  };
  expect(openBroker({ ...options, logger: silentLogger })).rejects.toThrow("TLS");
});
