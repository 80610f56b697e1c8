import { X509Certificate } from "node:crypto";
import { DAY_MS } from "../lib/units.ts";
import { clusterIdentity } from "../store/cluster/identity.ts";
import { clusterWorkers } from "../store/cluster/workers.ts";
import type { Db } from "../store/db.ts";

export interface ClusterCertificate {
  /** Whose it is. */
  name: string;
  endsAtMs: number;
}

/** None before `tiro cluster init`. */
export function clusterCertificates(db: Db): ClusterCertificate[] {
  const identity = clusterIdentity(db);
  if (identity === null) return [];
  return [
    // Both were made at once.
    { name: "broker and server", endsAtMs: endOf(identity.api.certificate) },
    ...clusterWorkers(db)
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ name, certificateEndsAt }) => ({ name: `worker ${name}`, endsAtMs: certificateEndsAt })),
  ];
}

/** Whole days until the first of them ends, negative once it has; null if there is none. */
export function clusterDaysLeft(db: Db, nowMs: number): number | null {
  const ends = clusterCertificates(db).map(({ endsAtMs }) => endsAtMs);
  return ends.length === 0 ? null : Math.floor((Math.min(...ends) - nowMs) / DAY_MS);
}

/** @param certificate PEM. */
export function endOf(certificate: string): number {
  return new X509Certificate(certificate).validToDate.getTime();
}
