/** The audit log as a syslog server and a file get it. */
import { expect, test } from "bun:test";
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { listAudit, recordAudit } from "../../src/accounts/audit/audit-log.ts";
import { openAuditForwarders } from "../../src/accounts/audit/forwarding/open.ts";
import { syslogFrame } from "../../src/accounts/audit/forwarding/syslog-message.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLogger } from "../../src/lib/logger.ts";
import { inTransaction } from "../../src/store/db.ts";
import { TEST_ACTOR, temporaryFolder, testDatabase } from "../support/database.ts";
import { certificateIn, hasOpenssl, startSyslogServer } from "./syslog-server.ts";

function site() {
  const store = testDatabase();
  const log: { event: string; unsent?: number }[] = [];
  const logger = createLogger("info", (line) => void log.push(JSON.parse(line)));
  const deps = { db: store.db, clock: systemClock, logger, version: "1.2.3" };
  const open = (audit: { syslog?: string; syslog_ca?: string; file?: string }) => {
    const [forwarder] = openAuditForwarders({ audit, data: { dir: store.dataDir } }, deps);
    if (!forwarder) throw new Error("nothing is configured");
    forwarder.start();
    return forwarder;
  };
  const write = (...targets: string[]) => {
    for (const target of targets)
      inTransaction(store.db, () =>
        recordAudit({ db: store.db, clock: systemClock, actor: TEST_ACTOR }, "user.added", target, {}),
      );
  };
  return { ...store, log, open, write, [Symbol.dispose]: store[Symbol.dispose] };
}

const targets = (messages: readonly string[]) =>
  messages.map((message) => /"target":"([^"]+)"/.exec(message)?.[1]);

test("a line as RFC 5424 has it, framed by its length", () => {
  const line = {
    sequence: 7,
    at: "2026-11-22T04:25:39.716Z",
    actor: "operator",
    credential: "cli:root",
    address: null,
    action: "user.added",
    target: "usr_1",
    details: { name: "Zoë" },
    previous_hash: "00",
    hash: "01",
  };
  const sender = { host: "stt.example.com", processId: 42, version: "1.2.3" };
  const message =
    '<109>1 2026-11-22T04:25:39.716Z stt.example.com tiro 42 user.added [meta sequenceId="7"][origin software="tiro" swVersion="1.2.3"] ' +
    '{"sequence":7,"at":"2026-11-22T04:25:39.716Z","actor":"operator","credential":"cli:root","address":null,"action":"user.added","target":"usr_1","details":{"name":"Zo\\u00eb"},"previous_hash":"00","hash":"01"}';
  expect(syslogFrame(line, sender)).toBe(`${message.length} ${message}`);
  expect(syslogFrame({ ...line, action: "user.log_in_failed" }, sender)).toContain(" <108>1 ");
  expect(syslogFrame({ ...line, sequence: 2_147_483_648 }, { ...sender, host: "" })).toMatch(
    / - tiro 42 user\.added \[meta sequenceId="1"\]/,
  );
});

test("over TCP: what is written from now on, whoever writes it, each line once", async () => {
  using here = site();
  here.write("usr_before");
  const server = startSyslogServer();
  const forwarder = here.open({ syslog: `tcp://127.0.0.1:${server.port}` });
  here.write("usr_1", "usr_2");
  expect(targets(await server.received(2))).toEqual(["usr_1", "usr_2"]);
  here.write("usr_3");
  await server.received(3);
  expect(forwarder.unsent).toBe(0);
  await forwarder.close();
  here.write("usr_4");
  const next = here.open({ syslog: `tcp://127.0.0.1:${server.port}` });
  expect(targets(await server.received(4))).toEqual(["usr_1", "usr_2", "usr_3", "usr_4"]);
  await next.close();
  server.stop();
});

test("a server that goes and comes again gets all there is, and the log tells of the outage once", async () => {
  using here = site();
  const first = startSyslogServer();
  const forwarder = here.open({ syslog: `tcp://127.0.0.1:${first.port}` });
  here.write("usr_1");
  await first.received(1);
  first.stop();
  here.write(...Array.from({ length: 600 }, (_, index) => `usr_away${index}`));
  while (!here.log.some(({ event }) => event === "audit_not_forwarded")) await Bun.sleep(20);
  expect(forwarder.unsent).toBeGreaterThanOrEqual(600);
  const second = startSyslogServer(first.port);
  while (forwarder.unsent > 0) await Bun.sleep(20);
  await second.received(600);
  const all = new Set([...targets(first.messages), ...targets(second.messages)]);
  expect(all.size).toBe(601);
  expect(here.log.map(({ event }) => event)).toEqual(["audit_not_forwarded", "audit_forwarded_again"]);
  await forwarder.close();
  second.stop();
});

test("what was sent just before a connection broke is sent again", async () => {
  using here = site();
  const first = startSyslogServer();
  const forwarder = here.open({ syslog: `tcp://127.0.0.1:${first.port}` });
  here.write("usr_1", "usr_2");
  await first.received(2);
  first.stop();
  const second = startSyslogServer(first.port);
  expect(targets(await second.received(2))).toEqual(["usr_1", "usr_2"]);
  await forwarder.close();
  second.stop();
});

test.skipIf(!hasOpenssl)("over TLS, to a server that the authority vouches for and to no other", async () => {
  using here = site();
  using folder = temporaryFolder();
  const { authorityFile, ...certificate } = certificateIn(folder.path);
  const server = startSyslogServer(0, certificate);
  for (const refused of [
    { syslog: `tls://localhost:${server.port}` },
    { syslog: `tls://127.0.0.1:${server.port}`, syslog_ca: authorityFile },
  ]) {
    here.log.length = 0;
    const forwarder = here.open(refused);
    here.write("usr_secret");
    while (!here.log.some(({ event }) => event === "audit_not_forwarded")) await Bun.sleep(10);
    await forwarder.close();
  }
  expect(server.messages).toEqual([]);
  const forwarder = here.open({ syslog: `tls://localhost:${server.port}`, syslog_ca: authorityFile });
  expect(targets(await server.received(2))).toEqual(["usr_secret", "usr_secret"]);
  await forwarder.close();
  server.stop();
});

test("a file gets the lines as `tiro audit export` prints them, also after it was rotated", async () => {
  using here = site();
  const file = join(here.dataDir, "audit.jsonl");
  const forwarder = here.open({ file });
  const linesOf = (path: string) =>
    readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  here.write("usr_1", "usr_2");
  while (forwarder.unsent > 0) await Bun.sleep(10);
  renameSync(file, `${file}.1`);
  here.write("usr_3");
  await forwarder.close();
  const all = listAudit(here.db, { target: null, limit: 10 });
  expect([...linesOf(`${file}.1`), ...linesOf(file)]).toEqual(all);
  const next = here.open({ file });
  here.write("usr_4");
  await next.close();
  expect(linesOf(file).map(({ target }) => target)).toEqual(["usr_3", "usr_4"]);
});

test("a file that cannot be written loses nothing", async () => {
  using here = site();
  const file = join(here.dataDir, "logs", "audit.jsonl");
  const forwarder = here.open({ file });
  here.write("usr_1");
  while (!here.log.some(({ event }) => event === "audit_not_forwarded")) await Bun.sleep(10);
  expect(forwarder.unsent).toBe(1);
  await forwarder.close();
  const next = here.open({ file: join(here.dataDir, "audit.jsonl") });
  await next.close();
  expect(readFileSync(join(here.dataDir, "audit.jsonl"), "utf8")).toContain('"target":"usr_1"');
});
