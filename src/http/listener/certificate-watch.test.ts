import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestAuthority, testAuthority, writePair } from "../../../test/support/certificates.ts";
import { temporaryFolder } from "../../../test/support/database.ts";
import type { KeyPair } from "../../certificates/authority.ts";
import { limits } from "../../config/limits.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLogger } from "../../lib/logger.ts";
import { DAY_MS } from "../../lib/units.ts";
import { CertificateWatch } from "./certificate-watch.ts";
import {
  type CertificateFiles,
  readServerCertificate,
  type ServerCertificate,
} from "./server-certificate.ts";

const authority: TestAuthority = await testAuthority();
const [pair, next, ending] = await Promise.all([authority.issue(), authority.issue(), authority.issue(20)]);

let folder: ReturnType<typeof temporaryFolder>;
let files: CertificateFiles;
let log: {
  event: string;
  level: string;
  hint?: string;
  message?: string;
  days_left?: number;
  names?: string;
}[];
let renewed: ServerCertificate[];
let passedMs = 0;

beforeEach(() => {
  folder = temporaryFolder();
  files = writePair(folder.path, pair);
  log = [];
  renewed = [];
  passedMs = 0;
});
afterEach(() => folder[Symbol.dispose]());

const events = () => log.map(({ event }) => event);

function watch(renew = (_: ServerCertificate): void => {}): CertificateWatch {
  return new CertificateWatch({
    files,
    certificate: readServerCertificate(files),
    listener: {
      renew: async (certificate) => {
        renew(certificate);
        renewed.push(certificate);
      },
    },
    clock: {
      ...systemClock,
      now: () => Date.now() + passedMs,
      monotonic: () => performance.now() + passedMs,
    },
    logger: createLogger("debug", (line) => void log.push(JSON.parse(line))),
  });
}

describe("looking at the files", () => {
  test("takes up what was written once it stays as it is, and only once", async () => {
    const watched = watch();
    await watched.look();
    writePair(folder.path, next);
    await watched.look();
    expect(events()).toEqual([]);
    await watched.look();
    await watched.look();
    expect(renewed.map(({ cert }) => cert)).toEqual([next.certificate]);
    expect(log).toEqual([
      expect.objectContaining({
        event: "certificate_reloaded",
        names: "localhost, 127.0.0.1",
        days_left: 89,
      }),
    ]);
  });

  test("sees a link that is turned to another file, as Kubernetes and certbot do", async () => {
    const place = join(folder.path, "current.crt");
    writeFileSync(join(folder.path, "old.crt"), pair.certificate);
    writeFileSync(join(folder.path, "new.crt"), next.certificate);
    symlinkSync("old.crt", place);
    files = { ...files, certificate: place };
    const watched = watch();
    writeFileSync(files.key, next.key);
    symlinkSync("new.crt", `${place}.tmp`);
    renameSync(`${place}.tmp`, place);
    await watched.look();
    await watched.look();
    expect(renewed.map(({ cert }) => cert)).toEqual([next.certificate]);
  });

  test("keeps the former one where the new one cannot be used, says so once, and tries again when it changes", async () => {
    const watched = watch();
    writeFileSync(files.certificate, next.certificate);
    for (const _ of "1234") await watched.look();
    expect(log).toEqual([
      expect.objectContaining({
        event: "certificate_not_reloaded",
        level: "error",
        message: expect.stringContaining("is not the key of"),
        hint: expect.stringContaining("The former certificate stays in use."),
      }),
    ]);
    writeFileSync(files.key, next.key);
    for (const _ of "12") await watched.look();
    expect(events()).toEqual(["certificate_not_reloaded", "certificate_reloaded"]);
  });

  test("bears files that are gone for a while", async () => {
    const watched = watch();
    rmSync(files.certificate);
    for (const _ of "12") await watched.look();
    expect(log[0]).toMatchObject({ message: expect.stringContaining("cannot be read (ENOENT)") });
    writePair(folder.path, pair);
    for (const _ of "12") await watched.look();
    expect(renewed).toEqual([]);
  });
});

test("a reload reads the files at once, one after the other, and does nothing where they are the same", async () => {
  const watched = watch();
  await watched.reload();
  expect(renewed).toEqual([]);
  writePair(folder.path, next);
  await Promise.all([watched.reload(), watched.reload()]);
  expect(renewed).toHaveLength(1);
});

test("what the listener refuses is no new certificate", async () => {
  const watched = watch(() => {
    throw new Error("refused");
  });
  writePair(folder.path, next);
  await watched.reload();
  expect(log).toEqual([
    expect.objectContaining({ event: "certificate_not_reloaded", message: "Error: refused" }),
  ]);
  expect(watched.daysLeft).toBe(89);
});

describe("the end of a certificate", () => {
  const warnings = () =>
    log.filter(({ event }) => event === "certificate_ends").map(({ days_left }) => days_left);

  test("is told once a day from three weeks on, also once it is over", async () => {
    const watched = watch();
    await watched.look();
    expect(warnings()).toEqual([]);
    for (const days of [67, 68, 69, 90]) {
      passedMs = days * DAY_MS;
      await watched.look();
      await watched.look();
    }
    expect([limits.certificateWarningDays, warnings()]).toEqual([21, [21, 20, -1]]);
    expect(watched.daysLeft).toBe(-1);
  });

  test("is told at once of a new one that ends soon, and no more once it is replaced", async () => {
    const replace = async (by: KeyPair) => {
      writePair(folder.path, by);
      await watched.reload();
    };
    const watched = watch();
    await replace(ending);
    expect(warnings()).toEqual([19]);
    await replace(next);
    await watched.look();
    expect(warnings()).toEqual([19]);
  });
});
