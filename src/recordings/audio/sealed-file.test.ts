import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshFolder } from "../../../test/support/folders.ts";
import { limits } from "../../config/limits.ts";
import { newAudioKey, SealedReader, SealedWriter, salvage, sealedBytes } from "./sealed-file.ts";

const BLOCK = limits.audioBlockBytes;
const SEALED = BLOCK + 16;

const dir = freshFolder();

async function written(content: Uint8Array, pieces = 10_000) {
  const file = { path: join(dir, "one"), name: "one" };
  const key = newAudioKey();
  const writer = new SealedWriter(file, key);
  for (let at = 0; at < content.byteLength; at += pieces)
    await writer.write(content.subarray(at, at + pieces));
  expect(await writer.finish()).toBe(content.byteLength);
  return { file, key };
}

async function read(
  { file, key }: Awaited<ReturnType<typeof written>>,
  bytes: number,
  start = 0,
  end = bytes,
): Promise<Buffer> {
  const reader = await SealedReader.open(file, key, bytes);
  try {
    return Buffer.concat(await Array.fromAsync(reader.read(start, end)));
  } finally {
    await reader.close();
  }
}

describe("a sealed file", () => {
  for (const bytes of [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 3 * BLOCK + 5]) {
    test(`of ${bytes} bytes reads back`, async () => {
      const content = randomBytes(bytes);
      const sealed = await written(content);
      const stored = readFileSync(sealed.file.path);
      expect(stored.byteLength).toBe(sealedBytes(bytes));
      if (bytes > 8) expect(stored.includes(content.subarray(0, 8))).toBe(false);
      expect(await read(sealed, bytes)).toEqual(content);
    });
  }

  test("is read from any place, and only the blocks of it", async () => {
    const content = randomBytes(3 * BLOCK + 100);
    const sealed = await written(content);
    const stored = readFileSync(sealed.file.path);
    // Other blocks may be damaged.
    stored.fill(0, 2 * SEALED);
    writeFileSync(sealed.file.path, stored);
    for (const [start, end] of [
      [0, 1],
      [BLOCK - 1, BLOCK + 1],
      [BLOCK, 2 * BLOCK],
      [5, 2 * BLOCK - 5],
    ] as const)
      expect(await read(sealed, content.byteLength, start, end)).toEqual(content.subarray(start, end));
  });

  test("that a kill cut off is read as far as it was written, and as it was before its head was", async () => {
    const file = { path: join(dir, "cut"), name: "cut" };
    const [key, content] = [newAudioKey(), randomBytes(2 * BLOCK + 100)];
    const rest = async (name = file.name) =>
      Buffer.concat(await Array.fromAsync(salvage({ ...file, name }, key)));
    expect(await rest()).toHaveLength(0);
    const writer = new SealedWriter(file, key);
    await writer.write(content);
    expect(await rest()).toEqual(content.subarray(0, 2 * BLOCK));
    expect(await rest("other")).toHaveLength(0);
    const unfinished = readFileSync(file.path).subarray(0, SEALED);
    await writer.finish((first) => first.fill(0, 0, 4));
    expect((await rest()).subarray(4)).toEqual(content.subarray(4));
    // Two texts sealed with one nonce would reveal each other.
    const finished = readFileSync(file.path).subarray(0, SEALED);
    expect(finished.subarray(4, BLOCK).equals(unfinished.subarray(4, BLOCK))).toBe(false);
    truncateSync(file.path, SEALED + 10);
    expect(await rest()).toHaveLength(BLOCK);
  });

  const size = 3 * BLOCK + 100;
  const harm: Record<string, (path: string) => void> = {
    "a changed byte": (path) => {
      const stored = readFileSync(path);
      stored[SEALED + 7] = (stored[SEALED + 7] ?? 0) ^ 1;
      writeFileSync(path, stored);
    },
    "swapped blocks": (path) => {
      const stored = readFileSync(path);
      const [first, second] = [stored.subarray(0, SEALED), stored.subarray(SEALED, 2 * SEALED)];
      writeFileSync(path, Buffer.concat([second, first, stored.subarray(2 * SEALED)]));
    },
    "a lost end": (path) => truncateSync(path, sealedBytes(size) - 1),
    "a lost last block": (path) => truncateSync(path, 3 * SEALED),
  };
  for (const [what, damage] of Object.entries(harm))
    test(`does not open with ${what}`, async () => {
      const sealed = await written(randomBytes(size));
      damage(sealed.file.path);
      await expect(read(sealed, size)).rejects.toMatchObject({ code: "internal_error" });
    });

  test("that is lost is told as gone", async () => {
    const sealed = await written(randomBytes(size));
    rmSync(sealed.file.path);
    await expect(read(sealed, size)).rejects.toMatchObject({ code: "recording_audio_gone" });
  });

  test("that was cut at a block does not pass for a shorter one", async () => {
    const sealed = await written(randomBytes(size));
    truncateSync(sealed.file.path, 3 * SEALED);
    await expect(read(sealed, 3 * BLOCK)).rejects.toMatchObject({ code: "internal_error" });
  });

  test("does not open with another one's key or under another name", async () => {
    const sealed = await written(randomBytes(10));
    await expect(read({ ...sealed, key: newAudioKey() }, 10)).rejects.toMatchObject({
      code: "internal_error",
    });
    const moved = { ...sealed, file: { ...sealed.file, name: "two" } };
    await expect(read(moved, 10)).rejects.toMatchObject({ code: "internal_error" });
  });

  test("gets its head when its length is known", async () => {
    const file = { path: join(dir, "head"), name: "head" };
    const key = newAudioKey();
    const writer = new SealedWriter(file, key);
    await writer.write(Buffer.alloc(4));
    await writer.write(Buffer.alloc(2 * BLOCK, 7));
    await writer.finish((first, bytes) => first.writeUInt32LE(bytes, 0));
    const content = await read({ file, key }, 2 * BLOCK + 4);
    expect(content.readUInt32LE(0)).toBe(2 * BLOCK + 4);
    expect(content.subarray(4).every((byte) => byte === 7)).toBe(true);
  });
});
