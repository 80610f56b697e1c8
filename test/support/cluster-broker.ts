/** A real broker with the configuration, certificates and keys that tiro makes, and what each machine needs to reach it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KeyPair } from "../../src/certificates/authority.ts";
import { brokerConfiguration } from "../../src/cluster/broker-configuration.ts";
import { type Credentials, newCredentials } from "../../src/cluster/credentials.ts";
import { makeCluster } from "../../src/cluster/set-up.ts";
import type { BrokerOptions } from "../../src/engine/workers/broker.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { startBroker, type TestBroker } from "./broker.ts";
import { freePort } from "./free-port.ts";

export interface ClusterBroker extends AsyncDisposable {
  readonly server: TestBroker;
  readonly port: number;
  readonly authority: KeyPair;
  /** The API machine's. */
  readonly api: BrokerOptions;
  /** As `src/cluster/credentials.ts` makes them, by worker. */
  readonly workers: Record<string, Credentials>;
  readonly sealing: { apiKey: string; apiPublicKey: string };
  workerOptions(name: string): BrokerOptions;
}

/** @param folder for its files. @param workers names of those that it admits. */
export async function startClusterBroker(
  folder: string,
  workers: readonly string[],
  { host = "localhost", nowMs = Date.now() } = {},
): Promise<ClusterBroker> {
  const port = freePort();
  const url = `tls://${host}:${port}`;
  const { identity, broker } = await makeCluster(
    { name: "tiro", broker: url },
    { folder, installedAt: folder },
    nowMs,
  );
  const credentials: Record<string, Credentials> = {};
  for (const name of workers)
    credentials[name] = await newCredentials(identity.authority, `tiro worker ${name}`, nowMs);
  const known = workers.map((name) => ({ name, nkey: (credentials[name] as Credentials).nkey }));
  const files = {
    "authority.pem": identity.authority.certificate,
    "broker.pem": broker.certificate,
    "broker.key": broker.key,
    "nats.conf": brokerConfiguration({
      broker: url,
      folder,
      cluster: "tiro",
      apiNKey: identity.nkey,
      workers: known,
    }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  const optionsOf = (
    name: string,
    pair: { certificate: string; key: string },
    seed: string,
  ): BrokerOptions => ({
    url,
    tls: { ca: identity.authority.certificate, cert: pair.certificate, key: pair.key },
    seed,
    name,
    logger: silentLogger,
  });
  const server = await startBroker(join(folder, "nats.conf"));
  return {
    server,
    port,
    authority: identity.authority,
    api: optionsOf("tiro", identity.api, identity.seed),
    workers: credentials,
    sealing: { apiKey: identity.sealingKey, apiPublicKey: identity.sealingPublicKey },
    workerOptions(name) {
      const { certified, seed } = credentials[name] as Credentials;
      return optionsOf(name, certified, seed);
    },
    [Symbol.asyncDispose]: () => server.kill(),
  };
}
