/**
 * Services that are dead, silent or false, or lead inward, where the tests of each service do not try it: every attempt
 * ends with its reason, and nobody is called whom the operator did not name.
 */
import { expect, test } from "bun:test";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { directoryOf } from "../../src/accounts/log-in/ldap/directory.ts";
import { limits } from "../../src/config/limits.ts";
import { loadConfig } from "../../src/config/load.ts";
import { mailServerOf } from "../../src/delivery/mail/smtp.ts";
import { callHook } from "../../src/delivery/webhooks/call.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { Bucket } from "../../src/store/bucket/bucket.ts";
import { freePort } from "../support/free-port.ts";

/** Each resolves with the reason why it failed; null if it did not. */
const SERVICES = {
  mail: (port, signal) => {
    const settings = {
      server: `smtp://localhost:${port}`,
      from: "t@x.test",
      tls: "required",
      language: "en",
    } as const;
    const letter = { id: "dlv_1", to: "ada@example.com", subject: "s", text: "t" };
    return mailServerOf(settings, { mailPassword: null }).send(letter, signal);
  },
  webhook: (port, signal) => {
    const url = new URL(`http://localhost:${port}/`);
    return callHook({ url, address: "127.0.0.1", headers: {}, body: "{}", caFile: undefined }, signal);
  },
  directory: (port) => {
    const { config, secrets } = loadConfig({
      environment: {
        TIRO_LDAP_SERVER: `ldap://127.0.0.1:${port}`,
        TIRO_LDAP_TLS: "off",
        TIRO_LDAP_BASE_DN: "dc=example,dc=com",
        TIRO_LDAP_BIND_DN: "cn=tiro",
        TIRO_LDAP_BIND_PASSWORD: "x",
        TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "example.com",
      },
    });
    return directoryOf(config, secrets, systemClock)?.identify({ name: "ada", password: "x" });
  },
  bucket: (port) => {
    const endpoint = `http://127.0.0.1:${port}`;
    const settings = { endpoint, region: "us-east-1", accessKey: "a", secretKey: "b", caFile: undefined };
    return Array.fromAsync(new Bucket(settings, { bucket: "tiro", prefix: "" }).list());
  },
} satisfies Record<string, (port: number, signal: AbortSignal) => Promise<unknown> | undefined>;

async function reasonOf(service: keyof typeof SERVICES, port: number, signal = new AbortController().signal) {
  try {
    await SERVICES[service](port, signal);
    return null;
  } catch (error) {
    const { reason, code } = error as { reason?: string; code?: string };
    return reason ?? code;
  }
}

async function serving<T>(serve: (socket: Socket) => void, use: (port: number) => Promise<T>): Promise<T> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    serve(socket);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

test.each(["mail", "webhook", "directory", "bucket"] as const)("%s: nobody listens", async (service) => {
  expect(await reasonOf(service, freePort())).toBe("unreachable");
});

test.each([
  ["mail", "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"],
  ["webhook", "220 mail.example.com ESMTP\r\n"],
] as const)("%s: another service answers", async (service, words) => {
  const reason = await serving(
    (socket) => void socket.end(words),
    (port) => reasonOf(service, port),
  );
  expect(reason).toBeOneOf(["garbled", "unreachable"]);
});

test("a webhook's receiver, and a bucket, that say nothing are left when their time is over", async () => {
  const patience = new AbortController();
  const hook = serving(
    () => patience.abort(),
    (port) => reasonOf("webhook", port, patience.signal),
  );
  expect(await hook).toBe("late");
  // A minute, outside of tests.
  const bounds: { bucketRequestMs: number } = limits as never;
  const usual = bounds.bucketRequestMs;
  bounds.bucketRequestMs = 200;
  try {
    const silent = serving(
      () => {},
      (port) => reasonOf("bucket", port),
    );
    expect(await silent).toBe("late");
  } finally {
    bounds.bucketRequestMs = usual;
  }
});

test("a directory that leads inward is not followed", async () => {
  let followed = 0;
  const reason = await serving(
    () => {
      followed += 1;
    },
    (inner) =>
      serving(
        (socket) => void socket.on("data", (asked: Buffer) => socket.write(referral(asked[4] ?? 0, inner))),
        (port) => reasonOf("directory", port),
      ),
  );
  expect([typeof reason, followed]).toEqual(["string", 0]);
});

/** Result 10 of a bind (RFC 4511 §4.1.10), to another port of this machine. */
function referral(message: number, port: number): Buffer {
  const url = Buffer.from(`ldap://127.0.0.1:${port}/`);
  const to = Buffer.concat([Buffer.from([0xa3, url.length + 2, 4, url.length]), url]);
  const result = Buffer.concat([Buffer.from([10, 1, 10, 4, 0, 4, 0]), to]);
  const bind = Buffer.concat([Buffer.from([2, 1, message, 0x61, result.length]), result]);
  return Buffer.concat([Buffer.from([0x30, bind.length]), bind]);
}
