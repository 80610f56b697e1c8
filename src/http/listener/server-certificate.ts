/** The server's certificate and key as their files are now, checked before anything serves with them. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { deniedAt } from "../../lib/denied.ts";
import { OperatorError } from "../../lib/errors.ts";
import { DAY_MS } from "../../lib/units.ts";

export interface ServerCertificate {
  /** As `Bun.serve` takes them: PEM. */
  cert: string;
  key: string;
  /** Authorities of client certificates; undefined if clients need none. */
  clientCa: string | undefined;
  /** The server's own first, then the intermediate ones. */
  chain: readonly [X509Certificate, ...X509Certificate[]];
}

export interface CertificateFiles {
  certificate: string;
  key: string;
  client_ca?: string | undefined;
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Null if the server speaks plain HTTP. */
export function certificateFilesOf({ server: { tls } }: Pick<Config, "server">): CertificateFiles | null {
  const { certificate, key, client_ca } = tls;
  return certificate === undefined || key === undefined ? null : { certificate, key, client_ca };
}

/** @throws OperatorError `certificate_unusable` that names the file and what is wrong with it. */
export function readServerCertificate(files: CertificateFiles): ServerCertificate {
  const cert = readText(files.certificate, "server.tls.certificate");
  const key = readText(files.key, "server.tls.key");
  const clientCa = files.client_ca && readText(files.client_ca, "server.tls.client_ca");
  if (clientCa !== undefined) chainOf(clientCa, files.client_ca as string);
  const chain = chainOf(cert, files.certificate);
  assertFits(chain, parseKey(key, files.key), files);
  return { cert, key, clientCa, chain };
}

/** Until the first one of the chain ends; negative once it has. */
export function daysLeft({ chain }: Pick<ServerCertificate, "chain">, nowMs: number): number {
  const ends = chain.map(({ validTo }) => Date.parse(validTo));
  return Math.floor((Math.min(...ends) - nowMs) / DAY_MS);
}

/** The names and addresses that clients may call the server by. */
export function namesOf({ chain: [own] }: Pick<ServerCertificate, "chain">): string[] {
  const names = own.subjectAltName?.split(", ") ?? [];
  return names.map((name) => name.replace(/^(DNS|IP Address):/, ""));
}

/** All in a text of PEM. @throws if one is none. */
export function parseCertificates(pem: string): X509Certificate[] {
  return (pem.match(PEM_CERTIFICATE) ?? []).map((each) => new X509Certificate(each));
}

function chainOf(pem: string, file: string): [X509Certificate, ...X509Certificate[]] {
  const [first, ...others] = certificatesIn(pem, file);
  if (first === undefined)
    throw unusable(`${file} holds no certificate in PEM form.`, "It must have -----BEGIN CERTIFICATE-----.");
  if (others.length >= limits.certificatesOfFile)
    throw unusable(
      `${file} holds more than ${limits.certificatesOfFile} certificates.`,
      "Name a smaller file.",
    );
  return [first, ...others];
}

function certificatesIn(pem: string, file: string): X509Certificate[] {
  try {
    return parseCertificates(pem);
  } catch (cause) {
    throw unusable(`${file} holds a certificate that cannot be read.`, "Copy the file again.", cause);
  }
}

function parseKey(pem: string, file: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    const hint = pem.includes("ENCRYPTED")
      ? `tiro cannot ask for a passphrase. Remove it: openssl pkey -in ${file} -out NEW`
      : "It must have -----BEGIN PRIVATE KEY----- or the like.";
    throw unusable(`${file} holds no usable private key.`, hint, cause);
  }
}

function assertFits(chain: readonly X509Certificate[], key: KeyObject, files: CertificateFiles): void {
  const fitting = chain.findIndex((each) => each.checkPrivateKey(key));
  if (fitting === 0) return;
  const hint =
    fitting > 0
      ? `Put the server's own certificate first in ${files.certificate}, then those that sign it.`
      : "Certificate and key must have been made together; copy both again.";
  throw unusable(`${files.key} is not the key of the first certificate in ${files.certificate}.`, hint);
}

function readText(file: string, setting: string): string {
  try {
    const { size } = statSync(file);
    if (size <= limits.certificateFileBytes) return readFileSync(file, "utf8");
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const hint = code === "EACCES" ? accessHint(file) : `${setting} names it.`;
    throw unusable(`${file} cannot be read (${code}).`, hint, cause);
  }
  throw unusable(`${file} is larger than ${limits.certificateFileBytes} bytes.`, `${setting} names it.`);
}

/** Often a folder denies access, and not the file. */
function accessHint(file: string): string {
  const closed = deniedAt(resolve(file));
  const [right, mode] = closed === resolve(file) ? ["read", 640] : ["pass", 750];
  return `${closed} is closed to the user that runs tiro. Let it ${right}, such as with: chgrp tiro ${closed} && chmod ${mode} ${closed}`;
}

function unusable(message: string, hint: string, cause?: unknown): OperatorError {
  return new OperatorError("certificate_unusable", message, { hint, cause });
}
