/** Certificates as `tiro tls self-signed` makes them, and folders that hold a server's. */
import "reflect-metadata";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  PemConverter,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { issueCertificate, type KeyPair, makeAuthority } from "../../src/certificates/authority.ts";
import type { CertificateFiles } from "../../src/http/listener/server-certificate.ts";

const LOCAL_HOSTS = ["localhost", "127.0.0.1"];

export interface TestAuthority extends KeyPair {
  /** Of this machine, valid for so many days from now on. */
  issue(days?: number): Promise<KeyPair>;
}

export async function testAuthority(hosts: readonly string[] = LOCAL_HOSTS): Promise<TestAuthority> {
  const nowMs = Date.now();
  const pair = await makeAuthority(hosts, nowMs);
  return { ...pair, issue: (days = 90) => issueCertificate(pair, { name: "test", hosts }, { nowMs, days }) };
}

/** A client's certificate, which is its own authority. */
export async function clientCertificate(): Promise<KeyPair> {
  const signingAlgorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(signingAlgorithm, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=laptop",
    signingAlgorithm,
    keys,
    extensions: [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])],
  });
  const key = PemConverter.encode(await crypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY");
  return { certificate: certificate.toString("pem"), key };
}

/** Puts the pair where a configuration names it; `server.crt` and `server.key` in the folder. */
export function writePair(folder: string, { certificate, key }: KeyPair): CertificateFiles {
  const files = { certificate: join(folder, "server.crt"), key: join(folder, "server.key") };
  writeFileSync(files.key, key, { mode: 0o600 });
  writeFileSync(files.certificate, certificate);
  return files;
}
