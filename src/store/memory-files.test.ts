import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { temporaryFolder } from "../../test/support/database.ts";
import { MemoryFiles } from "./memory-files.ts";

const DIR = "/dev/shm";

async function upload(files: MemoryFiles, bytes: number, fill = "a") {
  const writer = files.create();
  writer.push(Buffer.alloc(bytes, fill));
  await writer.flushFull();
  return writer.finish();
}

test("a file has no name in any folder, can be opened nonetheless, and is gone when it is removed", async () => {
  const files = new MemoryFiles({ dir: DIR, maxBytes: 1_000 });
  const before = readdirSync(DIR);
  const file = await upload(files, 600);
  expect(file).toMatchObject({ bytes: 600, inMemory: true });
  expect(readdirSync(DIR)).toEqual(before);
  expect(readFileSync(file.path, "latin1")).toBe("a".repeat(600));
  await file.sync();
  await file.remove();
  await file.remove();
  expect(files.bytes).toBe(0);
  expect(() => readFileSync(file.path)).toThrow();
});

test("all together are held within the bound, and one that is given up gives its room back", async () => {
  const files = new MemoryFiles({ dir: DIR, maxBytes: 1_000 });
  const first = await upload(files, 400);
  const second = await upload(files, 600);
  expect(files.bytes).toBe(1_000);
  const third = files.create();
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

test.each(["a folder on the disk", "no folder"])("%s is refused before anything is written", (kind) => {
  using folder = temporaryFolder();
  const dir = kind === "no folder" ? `${folder.path}/none` : import.meta.dir;
  const files = new MemoryFiles({ dir, maxBytes: 1_000 });
  expect(() => files.create()).toThrow("cannot keep recordings in memory");
  try {
    files.create();
  } catch (error) {
    expect(error).toMatchObject({ extras: { hint: expect.stringContaining("transcription.memory_dir") } });
  }
});
