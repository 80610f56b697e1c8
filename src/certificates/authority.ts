/**
 * A small certificate authority for sites that have none. It can vouch for the host names that it was made for and no
 * others (RFC 5280, 4.2.1.10): a thief of the server's key cannot pose as anybody else's web site.
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { limits } from "../config/limits.ts";
import { DAY_MS } from "../lib/units.ts";

/** Both as PEM. */
export interface KeyPair {
  certificate: string;
  key: string;
}

/** Clocks of clients may be a little slow. */
const EARLIER_MS = 3600_000;
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const EVERY_ADDRESS = ["0.0.0.0/0", "::/0"];
const NAME_CONSTRAINTS = "2.5.29.30";

const library = async () => {
  // Its own dependencies need this first; in one executable they would otherwise load before it.
  await import("reflect-metadata");
  return import("@peculiar/x509");
};

export async function makeAuthority(hosts: readonly string[], nowMs: number): Promise<KeyPair> {
  const x509 = await library();
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: [{ O: ["tiro"] }, { CN: [`tiro authority of ${hosts[0]}`] }],
    notBefore: new Date(nowMs - EARLIER_MS),
    notAfter: new Date(nowMs + limits.authorityDays * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      new x509.Extension(NAME_CONSTRAINTS, true, await nameConstraints(hosts)),
    ],
  });
  return { certificate: `${certificate.toString("pem")}\n`, key: await pemOf(keys.privateKey) };
}

export interface CertificateSubject {
  name: string;
  /** Names and addresses of a server, among those that the authority was made for; a client has none. */
  hosts: readonly string[];
}

export async function issueCertificate(
  authority: KeyPair,
  { name, hosts }: CertificateSubject,
  { nowMs, days }: { nowMs: number; days: number },
): Promise<KeyPair> {
  const x509 = await library();
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const ends = Math.min(nowMs + days * DAY_MS, issuer.notAfter.getTime());
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    // No host by itself: some clients would hold it against the authority's constraints.
    subject: [{ O: ["tiro"] }, { CN: [name] }],
    issuer: issuer.subject,
    notBefore: new Date(nowMs - EARLIER_MS),
    notAfter: new Date(ends),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: await privateKey(authority.key),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      ...(hosts.length > 0
        ? [
            new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
            new x509.SubjectAlternativeNameExtension(
              hosts.map((value) => ({ type: isIP(value) ? ("ip" as const) : ("dns" as const), value })),
            ),
          ]
        : [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { certificate: `${certificate.toString("pem")}\n`, key: await pemOf(keys.privateKey) };
}

/** Whether clients would take its word for all of them, and the key is its own. @throws if either cannot be read. */
export async function vouchesFor(authority: KeyPair, hosts: readonly string[]): Promise<boolean> {
  const x509 = await library();
  const { NameConstraints } = await import("@peculiar/asn1-x509");
  const { AsnConvert } = await import("@peculiar/asn1-schema");
  const certificate = new x509.X509Certificate(authority.certificate);
  if (!new X509Certificate(authority.certificate).checkPrivateKey(createPrivateKey(authority.key)))
    throw new Error("the key belongs to another certificate");
  const constraints = certificate.getExtension(NAME_CONSTRAINTS);
  if (constraints === null) return true;
  const { permittedSubtrees = [], excludedSubtrees = [] } = AsnConvert.parse(
    constraints.value,
    NameConstraints,
  );
  const names = [...permittedSubtrees].flatMap(({ base: { dNSName = [] } }) => dNSName);
  const hasAddresses = ![...excludedSubtrees].some(({ base }) => base.iPAddress !== undefined);
  return hosts.every((host) =>
    isIP(host) ? hasAddresses : names.some((name) => `.${host}`.endsWith(`.${name}`)),
  );
}

/**
 * Names are limited to those given. Addresses are all excluded, or all allowed where one was given: the library of
 * Chromium and Bun refuses certificates with addresses below an authority that allows some only.
 */
async function nameConstraints(hosts: readonly string[]): Promise<ArrayBuffer> {
  const { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } = await import(
    "@peculiar/asn1-x509"
  );
  const { AsnConvert } = await import("@peculiar/asn1-schema");
  const subtrees = (names: object[]) =>
    new GeneralSubtrees(names.map((each) => new GeneralSubtree({ base: new GeneralName(each) })));
  const permitted = hosts.filter((host) => !isIP(host)).map((dNSName) => ({ dNSName }));
  const excluded = [
    ...(permitted.length === 0 ? [{ dNSName: "" }] : []),
    ...(permitted.length === hosts.length ? EVERY_ADDRESS.map((iPAddress) => ({ iPAddress })) : []),
  ];
  return AsnConvert.serialize(
    new NameConstraints({
      ...(permitted.length > 0 && { permittedSubtrees: subtrees(permitted) }),
      ...(excluded.length > 0 && { excludedSubtrees: subtrees(excluded) }),
    }),
  );
}

/** Positive and of full length in every form, as RFC 5280 asks. */
function serialNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toHex();
}

async function pemOf(key: CryptoKey): Promise<string> {
  const { PemConverter } = await library();
  return `${PemConverter.encode(await crypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY")}\n`;
}

async function privateKey(pem: string): Promise<CryptoKey> {
  const { PemConverter } = await library();
  return crypto.subtle.importKey("pkcs8", PemConverter.decodeFirst(pem), ALGORITHM, false, ["sign"]);
}
