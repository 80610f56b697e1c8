import { expect, test } from "bun:test";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { temporaryFolder, testClock } from "../../../test/support/database.ts";
import { testMemory } from "../../../test/support/shared-memory.ts";
import { MemoryFiles } from "./memory-files.ts";

const DIR = "/dev/shm";
/** So much is gathered before it is written. */
const BLOCK = 256 * 1024;

async function upload(files: MemoryFiles, bytes: number, fill = "a") {
  const writer = files.forParty("a").create();
  writer.push(Buffer.alloc(bytes, fill));
  await writer.flushFull();
  return writer.finish();
}

test("a file has no name in any folder, can be opened nonetheless, and is gone when it is removed", async () => {
  const files = new MemoryFiles({ dir: DIR, memory: testMemory(1_000) });
  const before = readdirSync(DIR);
  const file = await upload(files, 600);
  expect(file).toMatchObject({ bytes: 600, inMemory: true });
  expect(readdirSync(DIR)).toEqual(before);
  // Linux calls a file by its number that never had a name.
  expect(readlinkSync(file.path)).toMatch(/^\/dev\/shm\/#\d+ \(deleted\)$/);
  expect(readFileSync(file.path, "latin1")).toBe("a".repeat(600));
  await file.sync();
  await file.remove();
  await file.remove();
  expect(files.bytes).toBe(0);
  expect(() => readFileSync(file.path)).toThrow();
});

test("all together are held within the bound, and one that is given up gives its room back", async () => {
  const files = new MemoryFiles({ dir: DIR, memory: testMemory(1_000) });
  const first = await upload(files, 400);
  const second = await upload(files, 600);
  expect(files.bytes).toBe(1_000);
  const third = files.forParty("a").create();
  third.push(Buffer.from("x"));
  await expect(third.finish()).rejects.toMatchObject({ code: "engine_unavailable", retryable: true });
  await third.discard();
  await first.remove();
  expect(files.bytes).toBe(600);
  const fourth = await upload(files, 400);
  expect(files.bytes).toBe(1_000);
  for (const file of [second, fourth]) await file.remove();
  expect(files.bytes).toBe(0);
});

test("one that makes room for another account's tells its caller, takes nothing more and leaves nothing", async () => {
  const clock = testClock();
  const files = new MemoryFiles({
    dir: DIR,
    memory: testMemory(5 * BLOCK, { shareBytes: 2 * BLOCK, clock }),
  });
  const told: string[] = [];
  const begin = async (party: string, blocks: number) => {
    const writer = files.forParty(party).create(({ code }) => told.push(`${party}: ${code}`));
    for (let block = 0; block < blocks; block += 1) {
      writer.push(Buffer.alloc(BLOCK));
      await writer.flushFull();
    }
    return writer;
  };
  const greedy = await begin("a", 3);
  const others = [await begin("b", 2)];
  clock.nowMs += 2_000;
  others.push(await begin("c", 1));
  expect([told, files.bytes]).toEqual([["a: upload_too_slow"], 3 * BLOCK]);
  greedy.push(Buffer.alloc(1));
  await expect(greedy.finish()).rejects.toMatchObject({ code: "upload_too_slow" });
  await greedy.discard();
  for (const writer of others) await writer.discard();
  expect(files.bytes).toBe(0);
});

test.each(["a folder on the disk", "no folder"])("%s is refused before anything is written", (kind) => {
  using folder = temporaryFolder();
  const dir = kind === "no folder" ? `${folder.path}/none` : import.meta.dir;
  const files = new MemoryFiles({ dir, memory: testMemory(1_000) });
  expect(() => files.forParty("a").create()).toThrow("cannot keep recordings in memory");
  try {
    files.forParty("a").create();
  } catch (error) {
    expect(error).toMatchObject({ extras: { hint: expect.stringContaining("transcription.memory_dir") } });
  }
});
