import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientCertificate, testAuthority, writePair } from "../../../test/support/certificates.ts";
import { temporaryFolder } from "../../../test/support/database.ts";
import { configSchema } from "../../config/schema.ts";
import { listen } from "../../http/listener/listener.ts";
import { readServerCertificate } from "../../http/listener/server-certificate.ts";
import { DAY_MS } from "../../lib/units.ts";
import { checkCertificate } from "./certificate-check.ts";
import { runCheck } from "./check.ts";
import { checkLoaded, checkPort } from "./site-checks.ts";

const HOST = "tiro.example.com";
const authority = await testAuthority([HOST, "localhost"]);
const pair = await authority.issue(90);
const other = await authority.issue(90);
const strange = await (await testAuthority([HOST])).issue();

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder[Symbol.dispose]());

/** With `pair` beside its authority by default. */
function site({ certificate = pair.certificate, key = pair.key, public_url = `https://${HOST}` } = {}) {
  const tls = writePair(folder.path, { certificate, key });
  chmodSync(tls.key, 0o600);
  writeFileSync(join(folder.path, "authority.crt"), authority.certificate);
  return configSchema.parse({ server: { tls, ...(public_url && { public_url }) } });
}

const check = (config: ReturnType<typeof site>, days = 0) =>
  runCheck("certificate", () => checkCertificate(config, null, Date.now() + days * DAY_MS));

test("one that is good: its names and its end", async () => {
  const result = await check(site());
  expect(result).toMatchObject({ status: "ok" });
  expect(result.detail).toMatch(/^for tiro\.example\.com, localhost, until \d{4}-\d\d-\d\d \(89 days\)$/);
});

describe("what is wrong is said with what to do", () => {
  test.each([
    ["ends soon", {}, 75, "warn", "it ends soon", "takes it up by itself"],
    ["has ended", {}, 91, "fail", "has ended", "Put a new certificate"],
    ["is not valid yet", {}, -2, "fail", "it is valid from", "clock"],
    [
      "is for another host",
      { public_url: "https://stt.example.com" },
      0,
      "fail",
      "not for stt.example.com",
      "public_url",
    ],
    ["is for no address", { public_url: "https://10.0.0.1" }, 0, "fail", "not for 10.0.0.1", "public_url"],
    ["is signed by nobody known", strange, 0, "warn", "tiro authority of", "intermediate certificates"],
    [
      "is followed by one that did not sign it",
      { certificate: pair.certificate + other.certificate },
      0,
      "fail",
      "certificate 1 in",
      "comes first",
    ],
    ["has another's key", { key: other.key }, 0, "fail", "is not the key of", "made together"],
  ])("%s", async (_, change, days, status, detail, advice) => {
    expect(await check(site(change), days)).toMatchObject({
      status,
      detail: expect.stringContaining(detail),
      advice: expect.stringContaining(advice),
    });
  });

  test("a key that everybody can read", async () => {
    const config = site();
    chmodSync(config.server.tls.key as string, 0o644);
    expect(await check(config)).toMatchObject({
      status: "warn",
      advice: expect.stringContaining("chmod o="),
    });
  });

  test("a certificate without any name", async () => {
    const nameless = await clientCertificate();
    expect(await check(site(nameless))).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("no host"),
    });
  });
});

test.each([
  ["127.0.0.1:8420", undefined, "ok"],
  ["0.0.0.0:8420", undefined, "warn"],
  ["10.0.0.1:8420", undefined, "warn"],
  ["0.0.0.0:8420", "https://tiro.example.com", "ok"],
])("without a certificate on %s with public_url %p: %s", async (listen, public_url, status) => {
  const config = configSchema.parse({ server: { listen, public_url } });
  expect(await checkCertificate(config, null)).toMatchObject({ status: status as "ok" });
});

describe("the running server", () => {
  const serve = (clientCa?: string) => {
    const certificate = { ...readServerCertificate(writePair(folder.path, pair)), clientCa };
    const listener = listen({ host: "127.0.0.1", port: 0 }, { certificate, steer: () => false });
    const answer = { checks: { engine: { provider: "cpu" }, models: { loaded: "a@1.0.0" } } };
    listener.serve({ fetch: () => Response.json(answer), server: null });
    const url = `https://127.0.0.1:${listener.port}`;
    return { url, [Symbol.asyncDispose]: () => listener.kill() };
  };

  test("shows the certificate of the file, or another one", async () => {
    await using server = serve();
    expect(await checkCertificate(site(), server.url)).toMatchObject({ status: "ok" });
    expect(await checkCertificate(site(other), server.url)).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("still shows another one"),
    });
    expect(await checkCertificate(site(), "http://127.0.0.1:1")).toMatchObject({
      detail: expect.stringContaining("does not use it"),
    });
  });

  test("is asked over https though its certificate is for another name", async () => {
    await using server = serve();
    expect(await checkPort(site().server, server.url)).toMatchObject({ status: "ok" });
    expect(await checkLoaded(server.url)).toMatchObject({ detail: "a@1.0.0 on cpu" });
  });

  test("that asks clients for certificates is told from one that hangs", async () => {
    await using server = serve((await clientCertificate()).certificate);
    const closed = { status: "ok", detail: expect.stringContaining("clients with a certificate only") };
    expect(await checkPort(site().server, server.url)).toMatchObject(closed);
    expect(await checkLoaded(server.url)).toMatchObject(closed);
    expect(await checkPort(site().server, "https://127.0.0.1:1")).toMatchObject({ status: "fail" });
  });
});
