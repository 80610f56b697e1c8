import { beforeAll, describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestAuthority, testAuthority, writePair } from "../../../test/support/certificates.ts";
import { temporaryFolder } from "../../../test/support/database.ts";
import type { KeyPair } from "../../certificates/authority.ts";
import { limits } from "../../config/limits.ts";
import { DAY_MS } from "../../lib/units.ts";
import { daysLeft, namesOf, readServerCertificate } from "./server-certificate.ts";

let authority: TestAuthority;
let pair: KeyPair;

beforeAll(async () => {
  authority = await testAuthority(["tiro.example.com", "10.1.2.3", "fd00::1"]);
  pair = await authority.issue(90);
});

test("reads the chain, its names and its end", () => {
  using folder = temporaryFolder();
  const chained = { ...pair, certificate: pair.certificate + authority.certificate };
  const read = readServerCertificate(writePair(folder.path, chained));
  expect(read.chain.map(({ ca }) => ca)).toEqual([false, true]);
  expect(namesOf(read)).toEqual(["tiro.example.com", "10.1.2.3", expect.stringMatching(/^fd00:/i)]);
  expect(daysLeft(read, Date.now())).toBe(89);
  expect(daysLeft(read, Date.now() + 91 * DAY_MS)).toBe(-2);
  expect(read.clientCa).toBeUndefined();
});

describe("what cannot be used is refused with the file and what to do", () => {
  const encrypted = () =>
    generateKeyPairSync("ec", {
      namedCurve: "P-256",
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" },
    }).privateKey;

  test.each<[string, (pair: KeyPair) => Partial<KeyPair> | Promise<Partial<KeyPair>>, string, string]>([
    ["no certificate", () => ({ certificate: "" }), "server.crt holds no certificate", "BEGIN CERTIFICATE"],
    [
      "a damaged certificate",
      ({ certificate }) => ({ certificate: certificate.replace(/MII../, "AAAAA") }),
      "server.crt holds a certificate that cannot be read",
      "Copy",
    ],
    ["no key", () => ({ key: "x" }), "server.key holds no usable private key", "BEGIN PRIVATE KEY"],
    ["a key with a passphrase", () => ({ key: encrypted() }), "server.key holds no", "openssl pkey -in"],
    [
      "another's key",
      async () => ({ key: (await authority.issue()).key }),
      "server.key is not the key",
      "together",
    ],
    [
      "a chain in the wrong order",
      ({ certificate }) => ({ certificate: authority.certificate + certificate }),
      "is not the key of the first certificate",
      "own certificate first",
    ],
    [
      "too many certificates",
      ({ certificate }) => ({ certificate: certificate.repeat(limits.certificatesOfFile + 1) }),
      `more than ${limits.certificatesOfFile}`,
      "smaller",
    ],
    [
      "a huge file",
      ({ key }) => ({ key: key.padEnd(limits.certificateFileBytes + 1) }),
      "server.key is larger than 262144 bytes",
      "server.tls.key",
    ],
  ])("%s", async (_, change, message, hint) => {
    using folder = temporaryFolder();
    const files = writePair(folder.path, { ...pair, ...(await change(pair)) });
    expect(() => readServerCertificate(files)).toThrow(
      expect.objectContaining({
        code: "certificate_unusable",
        message: expect.stringContaining(message),
        extras: expect.objectContaining({ hint: expect.stringContaining(hint) }),
      }),
    );
  });

  test("as many certificates, and as large a file, as are allowed", () => {
    using folder = temporaryFolder();
    const certificate = pair.certificate.repeat(limits.certificatesOfFile);
    const files = writePair(folder.path, { certificate, key: pair.key.padEnd(limits.certificateFileBytes) });
    expect(readServerCertificate(files).chain).toHaveLength(limits.certificatesOfFile);
  });

  test("a missing file, a folder in its place, and authorities of clients that are none", () => {
    using folder = temporaryFolder();
    const files = writePair(folder.path, pair);
    const client_ca = join(folder.path, "clients.crt");
    const withClients = () => readServerCertificate({ ...files, client_ca });
    expect(withClients).toThrow("clients.crt cannot be read (ENOENT)");
    writeFileSync(client_ca, "x");
    expect(withClients).toThrow("clients.crt holds no certificate");
    writeFileSync(client_ca, authority.certificate);
    expect(withClients().clientCa).toBe(authority.certificate);
    const certificate = join(folder.path, "folder");
    mkdirSync(certificate);
    expect(() => readServerCertificate({ ...files, certificate })).toThrow("folder cannot be read (EISDIR)");
  });
});
