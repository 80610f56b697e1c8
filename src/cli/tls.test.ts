import { describe, expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { runTiro, tiroSite } from "../../test/support/tiro.ts";
import { issueCertificate, makeAuthority } from "../certificates/authority.ts";
import { limits } from "../config/limits.ts";
import { listen } from "../http/listener/listener.ts";
import { readServerCertificate } from "../http/listener/server-certificate.ts";
import { DAY_MS } from "../lib/units.ts";

const { certificateHosts, certificateDaysMax } = limits;

const selfSigned = (dir: string, ...args: string[]) => runTiro("tls", "self-signed", "--out", dir, ...args);
const read = (path: string) => new X509Certificate(readFileSync(path));

describe("tiro tls self-signed", () => {
  test("makes an authority and a certificate, in the data folder unless told otherwise", () => {
    using site = tiroSite();
    const made = site.json(
      "tls",
      "self-signed",
      "--host",
      "Tiro.Example.com",
      "--host",
      "10.1.2.3",
      "--host",
      "0::1",
    );
    const dir = join(site.dataDir, "tls");
    expect(made).toEqual({
      hosts: ["tiro.example.com", "10.1.2.3", "::1"],
      certificate: join(dir, "server.crt"),
      key: join(dir, "server.key"),
      authority: join(dir, "authority.crt"),
      new_authority: true,
      ends_at: expect.stringMatching(/Z$/),
    });
    const modes = ["server.crt", "server.key", "authority.crt", "authority.key"].map(
      (name) => statSync(join(dir, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o644, 0o600, 0o644, 0o600]);
    const { chain } = readServerCertificate(made);
    const authority = read(made.authority);
    expect(chain[0].checkIssued(authority) && chain[0].verify(authority.publicKey)).toBe(true);
    expect([chain[0].ca, authority.ca]).toEqual([false, true]);
    expect(Math.round((Date.parse(made.ends_at) - Date.now()) / DAY_MS)).toBe(365);
  });

  test("run again, renews the certificate under the authority that clients trust", () => {
    using folder = temporaryFolder();
    expect(selfSigned(folder.path, "--host", "a.example").stdout).toContain("start it again");
    const [authority, former] = ["authority.crt", "server.crt"].map((name) => read(join(folder.path, name)));
    const again = selfSigned(folder.path, "--host", "stt.a.example", "--days", String(certificateDaysMax));
    expect(again.stdout).toContain("The authority is the former one");
    const renewed = read(join(folder.path, "server.crt"));
    expect(renewed.serialNumber).not.toBe(former?.serialNumber as string);
    expect(renewed.subjectAltName).toBe("DNS:stt.a.example");
    expect(read(join(folder.path, "authority.crt")).fingerprint256).toBe(authority?.fingerprint256 as string);
  });

  test("refuses an authority that may not vouch for the host, or has lost its key", () => {
    using folder = temporaryFolder();
    selfSigned(folder.path, "--host", "a.example");
    const before = readFileSync(join(folder.path, "server.crt"), "utf8");
    for (const host of ["b.example", "10.0.0.1", "ba.example"])
      expect(selfSigned(folder.path, "--host", host)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`was made for other hosts than ${host}`),
      });
    writeFileSync(join(folder.path, "authority.key"), readFileSync(join(folder.path, "server.key")));
    const refused = { code: 1, stderr: expect.stringContaining("which every client must then trust") };
    expect(selfSigned(folder.path, "--host", "a.example")).toMatchObject(refused);
    rmSync(join(folder.path, "authority.key"));
    expect(selfSigned(folder.path, "--host", "a.example")).toMatchObject(refused);
    expect(readFileSync(join(folder.path, "server.crt"), "utf8")).toBe(before);
  });

  test.each([
    [["--host", "a b"], "Must be a host name"],
    [["--host", "https://a.example"], "Must be a host name"],
    [
      ["--host", "a.example", "--days", String(certificateDaysMax + 1)],
      `Must be from 1 to ${certificateDaysMax}`,
    ],
    [["--host", "a.example", "--days", "0"], `Must be from 1 to ${certificateDaysMax}`],
    [
      Array.from({ length: certificateHosts + 1 }, (_, i) => ["--host", `h${i}.example`]).flat(),
      `At most ${certificateHosts} hosts`,
    ],
    [[], "--host"],
  ])("usage errors: %j", (args, message) => {
    using folder = temporaryFolder();
    expect(selfSigned(folder.path, ...args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  });
});

describe("the authority vouches for the hosts that it was made for and no others", () => {
  const nowMs = Date.now();

  /** Whether a client that trusts the authority takes its certificate for `host`, which forgers gave it. */
  async function isTaken(made: readonly string[], host: string): Promise<boolean> {
    using folder = temporaryFolder();
    const authority = await makeAuthority(made, nowMs);
    const { certificate, key } = await issueCertificate(
      authority,
      { name: "test", hosts: [host] },
      { nowMs, days: 1 },
    );
    const files = { certificate: join(folder.path, "crt"), key: join(folder.path, "key") };
    writeFileSync(files.certificate, certificate);
    writeFileSync(files.key, key);
    const listener = listen(
      { host: "127.0.0.1", port: 0 },
      { certificate: readServerCertificate(files), steer: () => false },
    );
    listener.serve({ fetch: () => new Response("hello"), server: null });
    try {
      const tls = { ca: authority.certificate, serverName: host };
      return (await fetch(`https://${host}:${listener.port}/`, { tls })).ok;
    } catch {
      return false;
    } finally {
      await listener.kill();
    }
  }

  test.each([
    [["localhost"], "localhost", true],
    [["localhost", "10.0.0.1"], "localhost", true],
    [["127.0.0.1"], "127.0.0.1", true],
    [["a.example"], "localhost", false],
    [["a.example"], "127.0.0.1", false],
    [["10.0.0.1"], "localhost", false],
  ])("made for %j, a certificate for %s is taken: %p", async (made, host, taken) => {
    expect(await isTaken(made, host)).toBe(taken);
  });

  test.skipIf(!Bun.which("openssl"))("OpenSSL sees it the same", async () => {
    using folder = temporaryFolder();
    const verdict = async (made: readonly string[], host: string) => {
      const authority = await makeAuthority(made, nowMs);
      const { certificate } = await issueCertificate(
        authority,
        { name: "test", hosts: [host] },
        { nowMs, days: 1 },
      );
      const [ca, own] = [join(folder.path, "ca"), join(folder.path, "own")];
      writeFileSync(ca, authority.certificate);
      writeFileSync(own, certificate);
      return Bun.spawnSync(["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", ca, own])
        .exitCode;
    };
    expect(await verdict(["a.example", "10.0.0.1", "::1"], "a.example")).toBe(0);
    expect(await verdict(["10.0.0.1"], "10.0.0.1")).toBe(0);
    expect(await verdict(["a.example"], "b.example")).not.toBe(0);
    expect(await verdict(["a.example"], "10.0.0.1")).not.toBe(0);
  });
});
