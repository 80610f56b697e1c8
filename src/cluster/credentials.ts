/** A machine's credentials for the broker, and the key that others seal to. */
import { generateKeyPairSync } from "node:crypto";
import { issueCertificate, type KeyPair } from "../certificates/authority.ts";
import { limits } from "../config/limits.ts";
import { newNKey } from "../engine/workers/nkeys.ts";

export interface Credentials {
  certified: KeyPair;
  /** The NKey: `SU…`, and its public half `U…`. */
  seed: string;
  nkey: string;
  /** X25519 (PEM). */
  sealingKey: string;
  sealingPublicKey: string;
}

/** @param name of whom, for the certificate. */
export async function newCredentials(authority: KeyPair, name: string, nowMs: number): Promise<Credentials> {
  const { seed, publicKey: nkey } = await newNKey();
  const sealing = generateKeyPairSync("x25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const subject = { name, hosts: [] };
  return {
    certified: await issueCertificate(authority, subject, { nowMs, days: limits.certificateDays }),
    seed,
    nkey,
    sealingKey: sealing.privateKey,
    sealingPublicKey: sealing.publicKey,
  };
}
