import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { forwardedAddressesFault } from "./forwarded-addresses.ts";
import { loadConfig } from "./load.ts";

const load = (settings: Record<string, string>) =>
  loadConfig({
    environment: Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`TIRO_SERVER_${name}`, value]),
    ),
  }).config.server;
const PAIR = { TLS_CERTIFICATE: "tls/server.crt", TLS_KEY: "tls/server.key" };

describe("server.tls", () => {
  test("is off by default, and read from its own table or variables", () => {
    expect(load({}).tls).toEqual({ hsts_days: "auto", hsts_subdomains: false });
    using folder = temporaryFolder();
    const file = join(folder.path, "tiro.toml");
    writeFileSync(file, '[server]\nlisten = "0.0.0.0:443"\n[server.tls]\ncertificate = "/c"\nkey = "/k"\n');
    const { server } = loadConfig({ file, environment: { TIRO_SERVER_TLS_HSTS_DAYS: "30" } }).config;
    expect(server).toMatchObject({
      listen: "0.0.0.0:443",
      tls: { certificate: "/c", key: "/k", hsts_days: 30, hsts_subdomains: false },
    });
  });

  test("paths do not depend on the folder of the start", () => {
    expect(load({ ...PAIR, TLS_CLIENT_CA: "ca.crt" }).tls).toMatchObject({
      certificate: resolve("tls/server.crt"),
      key: resolve("tls/server.key"),
      client_ca: resolve("ca.crt"),
    });
  });

  test.each([
    [{ TLS_CERTIFICATE: "a" }, "server.tls.key", "is missing"],
    [{ TLS_KEY: "a" }, "server.tls.key", "without a certificate"],
    [{ TLS_CLIENT_CA: "a" }, "server.tls.client_ca", "without a certificate"],
    [{ TLS_REDIRECT_LISTEN: "0.0.0.0:80" }, "server.tls.redirect_listen", "without a certificate"],
    [{ ...PAIR, TLS_REDIRECT_LISTEN: "80" }, "server.tls.redirect_listen", "HOST:PORT"],
    [{ ...PAIR, LISTEN: "[::]:80", TLS_REDIRECT_LISTEN: "[::]:80" }, "server.tls.redirect_listen", "itself"],
    [{ ...PAIR, PUBLIC_URL: "http://a.example" }, "server.public_url", "https://"],
    [{ ...PAIR, TLS_HSTS_SUBDOMAINS: "true" }, "server.tls.hsts_subdomains", "server.tls.hsts_days"],
    [{ ...PAIR, TLS_HSTS_SUBDOMAINS: "true", TLS_HSTS_DAYS: "0" }, "server.tls.hsts_subdomains", "no header"],
    [{ TLS_HSTS_DAYS: "731" }, "server.tls.hsts_days", "730"],
  ])("%j is refused with the setting's name", (settings, param, message) => {
    expect(() => load(settings)).toThrow(
      expect.objectContaining({
        extras: expect.objectContaining({
          issues: [expect.objectContaining({ param, message: expect.stringContaining(message) })],
        }),
      }),
    );
  });

  test("a table that is none, and a misspelt key, are named", () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "tiro.toml");
    writeFileSync(file, '[server.tls]\ncertificat = "a"\n');
    expect(() => loadConfig({ file, environment: {} })).toThrow("did you mean server.tls.certificate?");
    writeFileSync(file, "[server]\ntls = true\n");
    expect(() => loadConfig({ file, environment: {} })).toThrow("must be a table: [server.tls]");
  });

  test("https of its own needs no proxy that tells who calls", () => {
    const PUBLIC_URL = "https://a.example";
    expect(forwardedAddressesFault({ server: load({ PUBLIC_URL }) })).not.toBeNull();
    expect(forwardedAddressesFault({ server: load({ PUBLIC_URL, ...PAIR }) })).toBeNull();
  });
});
