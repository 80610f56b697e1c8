/** Messages that wait to be sent, with receivers that fail in every way. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { limits } from "../../src/config/limits.ts";
import { DeliveryFailure } from "../../src/delivery/failure.ts";
import { mailServerOf } from "../../src/delivery/mail/smtp.ts";
import { type Channel, Outbox } from "../../src/delivery/outbox.ts";
import { callHook } from "../../src/delivery/webhooks/call.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import {
  claimDelivery,
  type Delivery,
  dueDeliveries,
  insertDelivery,
} from "../../src/store/delivery/deliveries.ts";
import { testAuthority } from "../support/certificates.ts";
import { temporaryFolder, testClock, testDatabase } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";

/** @param deliver what becomes of each attempt. */
function outboxOf(deliver: (delivery: Delivery) => Promise<"sent" | "dropped">) {
  const clock = testClock();
  const store = testDatabase(clock);
  const tried: string[] = [];
  const logged: string[] = [];
  const channel: Channel = {
    name: "webhook",
    deliver: (delivery) => {
      tried.push(delivery.recipient);
      return deliver(delivery);
    },
  };
  const logger = { ...silentLogger, warn: (event: string) => void logged.push(event) };
  const make = () => new Outbox({ db: store.db, clock, logger, channelOf: () => channel });
  const add = (lane: string, recipient = lane, once?: string) =>
    insertDelivery(store.db, {
      ...{ lane, recipient, kind: "k", details: {}, nowMs: clock.nowMs },
      ...(once && { once }),
    });
  const outcomes = () =>
    store.db.prepare("SELECT outcome FROM deliveries ORDER BY created_at, rowid").pluck().all();
  return { ...store, clock, tried, logged, make, add, outcomes };
}

test("what fails waits longer each time, holds up its own lane alone, and is told once and given up after days", async () => {
  using site = outboxOf(({ lane }) =>
    lane === "dead" ? Promise.reject(new DeliveryFailure("unreachable", "no")) : Promise.resolve("sent"),
  );
  const outbox = site.make();
  site.add("dead", "first");
  site.add("dead", "second");
  site.add("good");
  await outbox.look();
  await eventually(() => site.outcomes(), [null, null, "sent"]);
  expect(site.tried.toSorted()).toEqual(["first", "good"]);
  await eventually(() => dueDeliveries(site.db, site.clock.nowMs, limits.deliveryRetryLongestMs), []);
  const lookLater = async () => {
    site.clock.nowMs += 3_600_000;
    await outbox.look();
    return site.outcomes()[0];
  };
  while ((await lookLater()) !== "given_up") await nextTurn();
  expect(site.logged.filter((event) => event === "delivery_failed")).toHaveLength(1);
  await outbox.close();
});

test("a refusal of one message is final and holds up no other of its lane", async () => {
  using site = outboxOf(({ recipient }) =>
    recipient === "nobody"
      ? Promise.reject(new DeliveryFailure("refused", "550", { isFinal: true, isOfOneAlone: true }))
      : Promise.resolve("sent"),
  );
  const outbox = site.make();
  site.add("mail", "nobody");
  site.add("mail", "ada");
  await outbox.look();
  await eventually(() => {
    void outbox.look();
    return site.outcomes();
  }, ["given_up", "sent"]);
  await outbox.close();
});

test("an attempt that a kill cut off is made again later under the same id, and nothing is taken twice", async () => {
  using site = outboxOf(() => Promise.resolve("sent"));
  const id = site.add("mail", "ada", "audit 1") as string;
  expect(site.add("mail", "ada", "audit 1")).toBeNull();
  claimDelivery(site.db, { id, nextAt: site.clock.nowMs }, site.clock.nowMs + limits.deliveryAttemptMs * 2);
  const outbox = site.make();
  await outbox.look();
  expect(site.tried).toEqual([]);
  site.clock.nowMs += limits.deliveryAttemptMs * 2;
  await outbox.look();
  await eventually(() => site.outcomes(), ["sent"]);
  expect(site.add("mail", "ada", "audit 1")).toBeNull();
  await outbox.close();
});

test("a database that cannot be written is told once and loses nothing", async () => {
  using site = outboxOf(() => Promise.resolve("sent"));
  const outbox = site.make();
  await outbox.look();
  site.add("mail", "ada");
  site.db.exec("CREATE TRIGGER full BEFORE UPDATE ON deliveries BEGIN SELECT RAISE(ABORT, 'full'); END");
  await expect(outbox.look()).rejects.toThrow();
  await outbox.look();
  expect(site.tried).toEqual([]);
  site.db.exec("DROP TRIGGER full");
  await outbox.look();
  await eventually(() => site.outcomes(), ["sent"]);
  await outbox.close();
});

const LETTER = { id: "dlv_1", to: "ada@example.com", subject: "s", text: "t" };

/** A server that does with each connection what the test sets. */
async function stranger(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    serve(socket);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const settings = (port: number, more: object = {}) =>
  ({
    server: `smtp://localhost:${port}`,
    from: "t@x.test",
    tls: "required",
    language: "en",
    ...more,
  }) as const;

async function failureOf(
  port: number,
  { signal = AbortSignal.timeout(60_000), ...more } = {} as {
    signal?: AbortSignal;
    server?: string;
    ca_file?: string;
  },
) {
  const server = mailServerOf(settings(port, more), { mailPassword: null });
  const failure = await server.send(LETTER, signal).then(
    () => null,
    (error) => error as DeliveryFailure,
  );
  expect(failure).toBeInstanceOf(DeliveryFailure);
  return failure?.reason;
}

test("a mail server that answers without end is left", async () => {
  const line = Buffer.alloc(1024 * 1024, "x");
  using server = await stranger((socket) => {
    const pour = () => void (socket.writable && socket.write(line, () => setImmediate(pour)));
    pour();
  });
  expect(await failureOf(server.port)).toBeOneOf(["garbled", "unreachable"]);
});

test("a webhook's receiver that answers without end, or with the certificate of another, is left", async () => {
  using folder = temporaryFolder();
  const authority = await testAuthority(["other.example"]);
  const caFile = join(folder.path, "ca.pem");
  writeFileSync(caFile, authority.certificate);
  const { certificate: cert, key } = await authority.issue();
  const foreign = createTlsServer(
    { cert, key },
    (socket) => void socket.on("error", () => {}).end("HTTP/1.1 204 \r\n\r\n"),
  );
  await new Promise<void>((done) => foreign.listen(0, "127.0.0.1", done));
  const line = Buffer.alloc(1024 * 1024, "x");
  using endless = await stranger((socket) => {
    const pour = () => void (socket.writable && socket.write(line, () => setImmediate(pour)));
    pour();
  });
  const call = (url: string) =>
    callHook(
      { url: new URL(url), address: "127.0.0.1", headers: {}, body: "{}", caFile },
      AbortSignal.timeout(60_000),
    );
  await expect(call(`http://localhost:${endless.port}/`)).rejects.toMatchObject({ reason: "garbled" });
  const { port } = foreign.address() as AddressInfo;
  await expect(call(`https://localhost:${port}/`)).rejects.toMatchObject({ reason: "untrusted" });
  expect(await call(`https://other.example:${port}/`)).toBe(204);
  foreign.close();
});

test("one that says nothing is left when its time is over", async () => {
  using server = await stranger(() => {});
  const patience = new AbortController();
  const failed = failureOf(server.port, { signal: patience.signal });
  patience.abort();
  expect(await failed).toBe("late");
});

test("one without TLS, and one with the certificate of another, get no message", async () => {
  const said: string[] = [];
  using plain = await stranger((socket) => {
    socket.write("220 hello\r\n");
    socket.on("data", (data) => {
      said.push(String(data));
      socket.write(/^EHLO/.test(String(data)) ? "250 hello\r\n" : "502 no\r\n");
    });
  });
  expect(await failureOf(plain.port)).toBeOneOf(["untrusted", "garbled", "unreachable"]);
  expect(said.join("")).not.toContain("MAIL FROM");

  using folder = temporaryFolder();
  const authority = await testAuthority(["other.example"]);
  writeFileSync(join(folder.path, "ca.pem"), authority.certificate);
  const { certificate: cert, key } = await authority.issue();
  const foreign = createTlsServer(
    { cert, key },
    (socket) => void socket.on("error", () => {}).write("220 hello\r\n"),
  );
  await new Promise<void>((done) => foreign.listen(0, "127.0.0.1", done));
  const { port } = foreign.address() as AddressInfo;
  for (const ca_file of [undefined, join(folder.path, "ca.pem")]) {
    const more = { server: `smtps://localhost:${port}`, ...(ca_file && { ca_file }) };
    expect(await failureOf(port, more)).toBe("untrusted");
  }
  foreign.close();
});
