import { beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { paxRecord, type TarFile, tar } from "../../../test/packs/tar.ts";
import { freshFolder } from "../../../test/support/folders.ts";
import { limits } from "../../config/limits.ts";
import { ArchiveError, unpackArchive } from "./archive.ts";
import { bunzip } from "./bunzip.ts";

const NUMBERS = join(import.meta.dir, "../../../test/packs/numbers.txt.bz2");
/** What `seq 1 30000` says; `bzip2 -1` made two blocks of it. */
const NUMBERS_TEXT = Array.from({ length: 30_000 }, (_, i) => `${i + 1}\n`).join("");

const place = freshFolder();
beforeEach(() => {
  mkdirSync(join(place, "out"));
});

async function unpack(
  archive: Uint8Array,
  options: { maxBytes?: number; keep?: (path: string) => boolean } = {},
) {
  const path = join(place, "archive");
  writeFileSync(path, archive);
  const { maxBytes = 1e6, keep = () => true } = options;
  return (await unpackArchive(path, join(place, "out"), { keep, maxBytes })).sort();
}

const written = () =>
  readdirSync(join(place, "out"), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(place, "out").length + 1))
    .sort();
const refused = async (archive: Uint8Array) => {
  const error = await unpack(archive).catch((reason) => reason);
  expect(error).toBeInstanceOf(ArchiveError);
  return (error as Error).message;
};

test("room is asked for with each file's unpacked size, before any of it is written", async () => {
  const archive = gzipSync(
    tar([
      { name: "p/a.onnx", content: "a" },
      { name: "p/b.onnx", content: "b".repeat(50_000) },
    ]),
  );
  const path = join(place, "archive");
  writeFileSync(path, archive);
  const asked: number[] = [];
  const requireRoom = (bytes: number) => {
    asked.push(bytes);
    if (bytes > 1_000) throw new Error("too little room");
  };
  const unpacking = unpackArchive(path, join(place, "out"), { keep: () => true, maxBytes: 1e6, requireRoom });
  await expect(unpacking).rejects.toThrow("too little room");
  expect([asked, written()]).toEqual([[1, 50_000], ["a.onnx"]]);
});

describe("bzip2", () => {
  async function* parts(content: Uint8Array, size: number) {
    for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
  }
  async function text(content: Uint8Array, size = 1000) {
    const all: Uint8Array[] = [];
    for await (const part of bunzip(parts(content, size))) all.push(part);
    return Buffer.concat(all).toString();
  }

  test.each([1, 7, 1000, 1e6])("whatever the parts that it comes in (%d bytes)", async (size) => {
    expect(await text(readFileSync(NUMBERS), size)).toBe(NUMBERS_TEXT);
  });

  test("two streams, one after the other, and an empty one", async () => {
    const empty = Buffer.from("425a683917724538509000000000", "hex");
    const one = readFileSync(NUMBERS);
    expect(await text(Buffer.concat([empty, one, one]))).toBe(NUMBERS_TEXT + NUMBERS_TEXT);
  });

  test("cut anywhere, it is never taken for whole", async () => {
    const whole = readFileSync(NUMBERS);
    for (const share of [0, 0.001, 0.3, 0.7, 0.999]) {
      expect(
        await text(whole.subarray(0, Math.floor(whole.length * share))).catch((error) => error.name),
      ).toBe("BunzipError");
    }
  });

  test("a changed bit anywhere is found", async () => {
    const whole = readFileSync(NUMBERS);
    for (let at = 0; at < 60; at++) {
      const changed = Buffer.from(whole);
      const place = Math.floor((at / 60) * whole.length);
      changed[place] = (changed[place] as number) ^ (1 << (at % 8));
      expect(await text(changed).catch((error) => error.name)).toBe("BunzipError");
    }
  });
});

describe("unpacking", () => {
  const FILES: TarFile[] = [
    { name: "pack/", type: "5" },
    { name: "pack/model.onnx", content: "m" },
    { name: "./pack/tokenizer/vocab.json", content: "v".repeat(600) },
  ];

  test.each([
    ["plain", (bytes: Buffer) => bytes],
    ["gzip", (bytes: Buffer) => gzipSync(bytes)],
  ])("%s, without the top folder", async (_, compress) => {
    expect(await unpack(compress(tar(FILES)))).toEqual(["model.onnx", "tokenizer/vocab.json"]);
    expect(readFileSync(join(place, "out/tokenizer/vocab.json"), "utf8")).toBe("v".repeat(600));
  });

  test("only what is wanted is written, all is told", async () => {
    expect(await unpack(tar(FILES), { keep: (path) => path === "model.onnx" })).toHaveLength(2);
    expect(written()).toEqual(["model.onnx"]);
  });

  test("names and sizes in pax and GNU headers", async () => {
    const long = `pack/${"n".repeat(120)}.onnx`;
    const files = [
      {
        name: "x",
        type: "x",
        content: paxRecord("mtime", "1") + paxRecord("path", long) + paxRecord("size", "5"),
      },
      { name: "short", content: "hello" },
      { name: "y", type: "L", content: `pack/${"g".repeat(130)}\0` },
      { name: "short", content: "hello" },
    ];
    expect(await unpack(tar(files))).toEqual(["g".repeat(130), `${"n".repeat(120)}.onnx`]);
  });

  const ESCAPES = [
    "../x",
    "pack/../../x",
    "/etc/x",
    "pack/.ssh/x",
    "pack//x",
    "~/x",
    "pack/x\u0001",
    "pack\\x",
    ".x",
    "",
  ];
  test.each(ESCAPES)("the name %j ends it", async (name) => {
    expect(
      await refused(
        tar([
          { name: "ok", content: "1" },
          { name, content: "evil" },
        ]),
      ),
    ).toContain("it names");
    expect(readdirSync(place).sort()).toEqual(["archive", "out"]);
  });

  test.each(["1", "2", "3", "4", "6"])(
    "links and devices (type %s) are not written, nor what would go through them",
    async (type) => {
      const files = [
        { name: "pack/a", type, link: "/etc" },
        { name: "pack/b", content: "1" },
      ];
      expect(await unpack(tar(files))).toEqual(["b"]);
      expect(written()).toEqual(["b"]);
    },
  );

  test("one name twice is refused", async () => {
    const twice = tar([
      { name: "p/a", content: "1" },
      { name: "p/a", content: "2" },
    ]);
    expect(await refused(twice)).toContain("two files");
  });

  test("a bomb ends at the limit, before it is written", async () => {
    const bomb = gzipSync(tar([{ name: "p/a", content: Buffer.alloc(2_000_000) }]));
    expect(await refused(bomb)).toContain("more than");
    expect(written()).toEqual([]);
    const exact = tar([{ name: "p/a", content: Buffer.alloc(1_000_000) }]);
    expect(await unpack(exact)).toEqual(["a"]);
  });

  test("as many entries as may be, and not one more", async () => {
    const many = (count: number) =>
      tar(Array.from({ length: count }, (_, i) => ({ name: `p/${i}`, type: "2" })));
    expect(await unpack(many(limits.packArchiveEntries))).toEqual([]);
    expect(await refused(many(limits.packArchiveEntries + 1))).toContain("entries");
  });

  const header = (value: string) => ({ name: "x", type: "x", content: paxRecord("size", value) });
  const DAMAGED: [string, Uint8Array][] = [
    ["a size that is no number", tar([header("5junk"), { name: "p/a", content: "hello" }])],
    ["too many extension headers", tar(Array(limits.packArchiveEntries + 1).fill(header("5")))],
    ["nothing", new Uint8Array(0)],
    ["no archive", Buffer.from("<html>not found</html>".repeat(100))],
    ["no end", tar(FILES, { end: false })],
    ["an end in a file", tar(FILES).subarray(0, 1500)],
    ["a size that reaches beyond the end", tar([{ name: "p/a", content: "1", claimedBytes: 900_000 }])],
    ["gzip that ends early", gzipSync(tar(FILES)).subarray(0, 60)],
    ["bzip2 that ends early", readFileSync(NUMBERS).subarray(0, 500)],
    ["bzip2 of no archive", readFileSync(NUMBERS)],
  ];
  test.each(DAMAGED)("%s is refused", async (_, archive) => {
    await refused(archive);
  });
});
