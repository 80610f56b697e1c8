/** Backups in a bucket, and recordings from one: Debian's Swift with the interface of S3, and servers that are none. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { basename, join } from "node:path";
import { AwsClient } from "aws4fetch";
import { addUser } from "../../src/accounts/people/users.ts";
import { backupFailures, ScheduledBackups } from "../../src/backup/scheduled-backups.ts";
import { newestBackup } from "../../src/backup/target.ts";
import { checkBuckets } from "../../src/cli/doctor/bucket-check.ts";
import { loadConfig } from "../../src/config/load.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLogger } from "../../src/lib/logger.ts";
import { selfCommand } from "../../src/lib/self-command.ts";
import { Bucket, bucketSettings } from "../../src/store/bucket/bucket.ts";
import { watchFailures } from "../../src/watch/watch.ts";
import { backupSite, RECORDING, uploadIn } from "../backup/site.ts";
import { testAuthority } from "../support/certificates.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { hasSwift, type StorageServer, startSwift } from "../support/storage-server.ts";

if (!hasSwift)
  console.warn("buckets are not tried: OpenStack Swift is missing (Debian: swift-proxy and others)");

const folder = temporaryFolder();
let swift: StorageServer;
beforeAll(async () => {
  if (hasSwift) swift = await startSwift(folder.path);
});
afterAll(async () => {
  await swift?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const OLD = ["tiro-backup-20200101T000000000Z.tar", "tiro-backup-20200102T000000000Z.tar.age"];

describe.skipIf(!hasSwift)("in Swift", () => {
  let site: ReturnType<typeof backupSite>;
  let environment: Record<string, string>;
  let bucket: Bucket;
  const names = async () => (await Array.fromAsync(bucket.list())).map(({ key }) => basename(key));

  /** An upload in parts, without an end. */
  const begin = async (key: string) => {
    const keys = { accessKeyId: swift.accessKey, secretAccessKey: swift.secretKey };
    const client = new AwsClient({ ...keys, region: "us-east-1", service: "s3", retries: 0 });
    const begun = await client.fetch(`${swift.endpoint}/tiro/${key}?uploads=`, { method: "POST" });
    expect([key, begun.status, (await begun.text()).length > 0]).toEqual([key, 200, true]);
  };

  beforeAll(async () => {
    site = backupSite();
    environment = {
      TIRO_S3_ENDPOINT: swift.endpoint,
      TIRO_S3_ACCESS_KEY: swift.accessKey,
      TIRO_S3_SECRET_KEY: swift.secretKey,
      TIRO_BACKUP_DIR: site.target,
      TIRO_BACKUP_BUCKET: "s3://tiro/backups",
      TIRO_BACKUP_BUCKET_KEEP: "2",
    };
    const { config, secrets } = loadConfig({ environment });
    bucket = new Bucket(bucketSettings(config, secrets), { bucket: "tiro", prefix: "backups/" });
    // A bucket without a name of an object in it is made.
    await bucket.put("", "");
    for (const name of [...OLD, "notes.txt"]) await bucket.put(`backups/${name}`, "old");
  });
  afterAll(async () => {
    site[Symbol.dispose]();
  });

  test("a scheduled backup is copied once it is made, and the oldest go; a copy that failed is made up for", async () => {
    const log: Record<string, unknown>[] = [];
    const logger = createLogger("info", (line) => void log.push(JSON.parse(line)));
    const at = (secretKey: string) => {
      const { config, secrets } = loadConfig({
        environment: { ...environment, TIRO_S3_SECRET_KEY: secretKey },
        flags: { data: site.dataDir },
      });
      const parts = {
        db: site.db,
        clock: systemClock,
        logger,
        nativeBinding: testBinding(),
        version: "1.2.3",
      };
      return new ScheduledBackups({ ...parts, config, secrets });
    };
    const failed = () => backupFailures.counts.find(({ labels }) => labels.code === "bucket_failed")?.value;
    const before = failed() ?? 0;
    const wrong = at("not-the-key");
    await wrong.look();
    expect(wrong.health?.failure).toBe("bucket_failed");
    expect(failed()).toBe(before + 1);
    expect(log.map(({ event }) => event)).toEqual(["backup_made", "backup_copy_failed"]);
    expect(JSON.stringify(log)).not.toContain("not-the-key");
    expect(await names()).toEqual([...OLD, "notes.txt"].sort());
    const made = basename(newestBackup(site.target) ?? "");
    const right = at(swift.secretKey);
    await right.look();
    expect(right.health?.failure).toBeNull();
    // None is made anew for it, and what is no backup stays.
    expect(basename(newestBackup(site.target) ?? "")).toBe(made);
    expect(await names()).toEqual(["notes.txt", OLD[1], made].sort() as string[]);
    expect(log.at(-1)).toMatchObject({ event: "backup_copied", key: `backups/${made}`, removed: 1 });
    const lines = log.length;
    await right.look();
    expect(log.length).toBe(lines);
  });

  test("commands copy to it and restore from it, by name and the newest", async () => {
    const run = (...words: string[]) => {
      const { stdout, stderr, exitCode } = Bun.spawnSync([...selfCommand(), ...words], {
        env: { ...environment, PATH: process.env.PATH ?? "" },
      });
      return { out: stdout.toString(), error: stderr.toString(), exitCode };
    };
    // Remains of copies after kills: of a backup, and of something else that is not tiro's.
    const unfinished = async () => (await bucket.uploads()).map(({ key }) => basename(key)).sort();
    const begun = ["notes.txt", ...OLD.slice(0, 1)];
    for (const name of begun) await begin(`backups/${name}`);
    expect(await unfinished()).toEqual(begun);
    const backed = run("backup", "--data", site.dataDir, "--json");
    expect(await unfinished()).toEqual(["notes.txt"]);
    const { copied_to } = JSON.parse(backed.out);
    expect(copied_to).toStartWith("s3://tiro/backups/tiro-backup-");
    expect(await names()).toContain(basename(copied_to));
    const restore = (from: string, to: string) =>
      run("restore", from, site.inFolder(to), "--secret-key", site.key, "--json");
    expect(restore(copied_to, "by-name").exitCode).toBe(0);
    expect(uploadIn(site.inFolder("by-name"))).toEqual(RECORDING);
    expect(JSON.parse(restore("s3://tiro/backups", "newest").out)).toMatchObject({
      recordings: 1,
      authenticated: true,
    });
    await bucket.put(`backups/${OLD[0]}`, "old");
    for (const [from, said] of [
      ["s3://tiro/none", "There is no backup in s3://tiro/none."],
      ["s3://tiro/none/tiro-backup-20200101T000000000Z.tar", "404"],
      ["s3://no-such-bucket/x", "NoSuchBucket"],
      [`s3://tiro/backups/${OLD[0]}`, "cannot be used"],
    ] as const)
      expect(restore(from, "nothing").error).toContain(said);
    expect(run("backup", "s3://tiro/backups", "--data", site.dataDir).error).toContain("backup.bucket");
  });

  test("a file of several parts is there whole, or not at all", async () => {
    const path = join(folder.path, "large");
    writeFileSync(path, Buffer.alloc(40_000_000, "tiro "));
    await bucket.putFile("parts/large", path);
    let bytes = 0;
    for await (const part of bucket.read("parts/large")) bytes += part.length;
    expect(bytes).toBe(40_000_000);
  });

  test("the doctor writes, lists and deletes", async () => {
    const check = (over: Record<string, string> = {}) => {
      const { config, secrets } = loadConfig({ environment: { ...environment, ...over } });
      return checkBuckets(config, secrets);
    };
    const before = await names();
    expect(await check()).toMatchObject({ status: "ok" });
    expect(await names()).toEqual(before);
    expect(await check({ TIRO_S3_SECRET_KEY: "wrong" })).toMatchObject({
      status: "warn",
      advice: expect.stringContaining("s3.secret_key"),
    });
    expect(await check({ TIRO_BACKUP_BUCKET: "s3://no-such-bucket" })).toMatchObject({ status: "warn" });
  });
});

/** After the tests of backups: they share a storage, which ends with these. */
describe.skipIf(!hasSwift)("recordings in Swift", () => {
  const SPEECH = readFileSync(join(import.meta.dir, "../audio/synth_04_rms.wav"));
  const SAID = "conference room on the second floor";
  /** Every part of an address, of XML and of a header has its signs in it. */
  const ODD = `ä +&?#%2F%41;=<>'"\\:.wav`;
  let server: TestServer;
  let bucket: Bucket;
  const keys = async () => (await Array.fromAsync(bucket.list())).map(({ key }) => key);
  const textOf = async (key: string) => Buffer.concat(await Array.fromAsync(bucket.read(key))).toString();

  beforeAll(async () => {
    const environment = {
      TIRO_S3_ENDPOINT: swift.endpoint,
      TIRO_S3_ACCESS_KEY: swift.accessKey,
      TIRO_S3_SECRET_KEY: swift.secretKey,
      TIRO_WATCH_EVERY_SECONDS: "1",
      TIRO_WATCH_SETTLE_SECONDS: "1",
      TIRO_WATCH_FOLDERS: JSON.stringify([
        {
          dir: "s3://sound/inbox",
          account: "ada@example.com",
          originals: "move",
          moved_to: "s3://sound/done",
        },
      ]),
    };
    const { config, secrets } = loadConfig({ environment });
    bucket = new Bucket(bucketSettings(config, secrets), { bucket: "sound", prefix: "" });
    await bucket.put("", "");
    server = await startServer({ environment });
    const { db, clock } = server.context;
    addUser({ db, clock, actor: TEST_ACTOR }, { email: "ada@example.com", name: "Ada" });
  });
  afterAll(async () => {
    await server?.close();
  });

  test("each recording gets one result beside it, and goes where originals go; nothing else is touched", async () => {
    // Of the same name, and another: it stays.
    await bucket.put(`done/${ODD}`, "older");
    const others = ["inbox/.b.wav", "inbox/notes.txt", "inbox/deeper/c.wav", "elsewhere/d.wav"];
    for (const key of others) await bucket.put(key, SPEECH);
    await bucket.put("inbox/broken.wav", "no sound at all");
    await bucket.put(`inbox/${ODD}`, SPEECH);
    const results = [`inbox/${ODD}.txt`, "inbox/broken.wav", "inbox/broken.wav.error.txt"];
    await eventually(keys, [...others, ...results, `done/2 ${ODD}`, `done/${ODD}`].sort());
    expect(await textOf(`inbox/${ODD}.txt`)).toContain(SAID);
    expect(await textOf("inbox/broken.wav.error.txt")).toStartWith("unsupported_media_type: ");
    expect(await textOf(`done/${ODD}`)).toBe("older");
    const count = (table: string) => server.context.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    expect(count("usage")).toBe(1);
  });

  test("storage that is gone is one line of the log, and a metric", async () => {
    const lines = () => server.log.filter(({ code }) => code === "bucket_failed");
    const failures = () =>
      watchFailures.counts.find(({ labels }) => labels.code === "bucket_failed")?.value ?? 0;
    const [linesBefore, failuresBefore] = [lines().length, failures()];
    await swift[Symbol.asyncDispose]();
    await eventually(() => failures() > failuresBefore + 2, true);
    expect(lines().slice(linesBefore)).toMatchObject([
      { event: "watch_folder_failed", folder: "s3://sound/inbox" },
    ]);
    expect(JSON.stringify(server.log)).not.toContain("%2F%41");
  });
});

describe("storage that is none", () => {
  const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nConnection: close\r\n";
  const list = (endpoint: string, caFile?: string) => {
    const settings = { endpoint, region: "us-east-1", accessKey: "a", secretKey: "b", caFile };
    return Array.fromAsync(new Bucket(settings, { bucket: "tiro", prefix: "" }).list()).then(
      () => null,
      (error) => error.reason,
    );
  };

  test.each<[string, (socket: Socket) => void, string]>([
    ["a list without end", (socket) => endless(socket, `${HEAD}\r\n<ListBucketResult>`), "too_large"],
    ["a refusal without end", (socket) => endless(socket, "HTTP/1.1 403 No\r\n\r\n"), "too_large"],
    ["a page of the web", (socket) => void socket.end(`${HEAD}Content-Length: 6\r\n\r\n<html>`), "garbled"],
    [
      "a list without sizes",
      (socket) =>
        void socket.end(`${HEAD}\r\n<ListBucketResult><Contents><Key>a</Key></Contents></ListBucketResult>`),
      "garbled",
    ],
    [
      "a way elsewhere",
      (socket) =>
        void socket.end("HTTP/1.1 307 T\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"),
      "redirected",
    ],
    ["nothing", (socket) => void socket.destroy(), "unreachable"],
  ])("%s is refused", async (_, answer, reason) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => answer(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    expect(await list(`http://127.0.0.1:${port}`)).toBe(reason);
    server.close();
  });

  function endless(socket: Socket, head: string): void {
    socket.write(head);
    const some = Buffer.alloc(1 << 18, "<Contents>");
    const write = () => {
      while (!socket.destroyed && socket.write(some));
    };
    socket.on("drain", write);
    write();
  }

  test("a certificate must be an authority's that is named, and for the host", async () => {
    const [own, other] = [await testAuthority(), await testAuthority(["other.example"])];
    const ca = join(folder.path, "authorities.pem");
    writeFileSync(ca, own.certificate + other.certificate);
    const serve = async (authority: typeof own) => {
      const { certificate: cert, key } = await authority.issue();
      const xml = "<ListBucketResult></ListBucketResult>";
      return Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        tls: { cert, key },
        fetch: () => new Response(xml),
      });
    };
    await using trusted = await serve(own);
    await using foreign = await serve(other);
    expect(await list(`https://localhost:${trusted.port}`, ca)).toBeNull();
    expect(await list(`https://localhost:${trusted.port}`)).toBe("untrusted");
    expect(await list(`https://localhost:${foreign.port}`, ca)).toBe("untrusted");
  });
});
