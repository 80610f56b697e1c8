/** This machine's identity for its broker and workers: keys and certificates, sealed as one secret. */
import type { Db } from "../db.ts";
import { putSecret, secretNamed } from "../secrets/installation-secrets.ts";

/** Both as PEM. */
interface Certified {
  certificate: string;
  key: string;
}

export interface ClusterIdentity {
  /** Vouches for the broker, this machine and the workers, and for nobody else. */
  authority: Certified;
  /** This machine's own, with which it shows the broker who it is. */
  api: Certified;
  /** The NKey of this machine: `SU…`, and its public half `U…`. */
  seed: string;
  nkey: string;
  /** X25519 (PEM): what workers seal to. */
  sealingKey: string;
  sealingPublicKey: string;
  /** Where `nats.conf` was written, and where the broker's machine has those files. */
  folder: string;
  installedAt: string;
}

const NAME = "cluster";

/** Null before `tiro cluster init`. */
export function clusterIdentity(db: Db): ClusterIdentity | null {
  const known = secretNamed(db, NAME);
  return known === null ? null : (JSON.parse(Buffer.from(known).toString()) as ClusterIdentity);
}

export function putClusterIdentity(db: Db, identity: ClusterIdentity): void {
  putSecret(db, NAME, Buffer.from(JSON.stringify(identity)));
}
