import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { tar } from "./tar.ts";
import { untar } from "./untar.ts";

const BOUNDS = { entries: 10, nameBytes: 1024 };
const FILES = [
  { name: "empty", text: "" },
  { name: "folder/one-block", text: "x".repeat(512) },
  { name: "more", text: "more than a block ".repeat(50) },
];

function archive(files = FILES) {
  const entries = files.map(({ name, text }) => ({ name, bytes: text.length, content: [Buffer.from(text)] }));
  return tar(entries, Date.UTC(2026, 10, 22, 7, 30));
}

test("what is written is read again", async () => {
  const read: typeof FILES = [];
  for await (const { name, kind, content } of untar(archive(), BOUNDS)) {
    expect(kind).toBe("file");
    read.push({ name, text: Buffer.concat(await Array.fromAsync(content)).toString() });
  }
  expect(read).toEqual(FILES);
});

test("the system's tar reads it too", async () => {
  using folder = temporaryFolder();
  await Bun.write(join(folder.path, "a.tar"), Buffer.concat(await Array.fromAsync(archive())));
  const listed = Bun.spawnSync(["tar", "--utc", "-tvf", "a.tar"], { cwd: folder.path }).stdout.toString();
  expect(listed.trim().split("\n")).toEqual([
    expect.stringMatching(/^-rw------- 0\/0 +0 2026-11-22 07:30 empty$/),
    expect.stringMatching(/ 512 2026-11-22 07:30 folder\/one-block$/),
    expect.stringMatching(/ 900 2026-11-22 07:30 more$/),
  ]);
});

test.each([8 ** 11 - 1, 8 ** 11, 5_000_000_000_000])("a file of %d bytes is told as such", async (bytes) => {
  const { value: header } = await tar([{ name: "large", bytes, content: [] }], 0).next();
  async function* cutOff() {
    yield header as Uint8Array;
  }
  const { value: entry } = await untar(cutOff(), BOUNDS).next();
  expect(entry).toMatchObject({ name: "large", bytes });
});

test("a file that is not as long as it was said to be ends it", () => {
  const files = [{ name: "short", bytes: 3, content: [Buffer.from("ab")] }];
  expect(Array.fromAsync(tar(files, 0))).rejects.toThrow("short has 2 bytes in the place of 3");
});
