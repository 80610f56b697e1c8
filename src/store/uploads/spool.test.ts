import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uploadToFullDisk } from "../../../test/support/full-disk.ts";
import { Spool } from "./spool.ts";

let dir: string;
let spool: Spool;

beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "tiro-spool-")), "spool");
  spool = await Spool.at(dir);
});

afterEach(() => rm(join(dir, ".."), { recursive: true, force: true }));

async function upload(...blocks: string[]) {
  const writer = spool.create();
  for (const block of blocks) {
    writer.push(Buffer.from(block));
    await writer.flushFull();
  }
  return writer.finish();
}

describe("Spool", () => {
  test("keeps what was written, hashed and counted, for this user only", async () => {
    const file = await upload("hello ", "", "world");
    expect(file.bytes).toBe(11);
    expect(file.sha256).toBe("b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9");
    expect(await readFile(file.path, "utf8")).toBe("hello world");
    expect((await stat(file.path)).mode & 0o777).toBe(0o600);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    await file.remove();
    await file.remove();
    expect(await readdir(dir)).toEqual([]);
  });

  test("writes blocks larger than its buffer whole and in order", async () => {
    const blocks = Array.from({ length: 40 }, (_, i) => String.fromCharCode(65 + i).repeat(50_000));
    const file = await upload(...blocks);
    expect(await readFile(file.path, "utf8")).toBe(blocks.join(""));
  });

  test("a discarded upload leaves nothing", async () => {
    const writer = spool.create();
    writer.push(Buffer.alloc(1_000_000));
    await writer.flushFull();
    await writer.discard();
    expect(await spool.names()).toEqual([]);
  });

  test("the sweep spares what stored jobs need and what is not the spool's own", async () => {
    const [kept, orphan] = [await upload("a"), await upload("b")];
    await writeFile(join(dir, "operator-notes.txt"), "mine");
    expect(await spool.sweep((name) => name === kept.name)).toBe(1);
    expect((await readdir(dir)).sort()).toEqual(["operator-notes.txt", kept.name].sort());
    expect(await spool.open(orphan.name, orphan.sha256)).toBeNull();
    expect(await spool.open(kept.name, kept.sha256)).toMatchObject({ bytes: 1, path: kept.path });
    expect(await spool.open("../tiro.db", kept.sha256)).toBeNull();
  });

  test("a full disk is storage_full, retryable, with a hint for the operator", async () => {
    const writer = uploadToFullDisk();
    writer.push(Buffer.alloc(300_000));
    const failure = await writer.flushFull().catch((error) => error);
    expect(failure).toMatchObject({ code: "storage_full", status: 503, retryable: true });
    expect(failure.extras.hint).toContain("data.dir");
    await writer.discard();
  });

  test("a spool that vanished is an error without a path in its public text", async () => {
    await rm(dir, { recursive: true });
    const failure = await upload("x").catch((error) => error);
    expect(failure).toMatchObject({ code: "internal_error" });
    expect(failure.message).not.toContain(dir);
  });
});
