import { beforeEach, expect, test } from "bun:test";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { freshFolder } from "../../test/support/folders.ts";
import { OperatorError } from "./errors.ts";
import { type CarriedFile, contentTag, isSameContent, unpackFiles } from "./unpack.ts";

const root = freshFolder();
let folder = "";
let files: CarriedFile[] = [];

beforeEach(() => {
  folder = join(root, "data/native/1");
  writeFileSync(join(root, "one-abc"), "first library");
  writeFileSync(join(root, "two-def"), Buffer.alloc(100_000, 7));
  files = [
    { name: "one.so", source: join(root, "one-abc") },
    { name: "two.so", source: join(root, "two-def") },
  ];
});

test("unpacks every file under its name, for this user only", () => {
  const paths = unpackFiles(files, folder);
  expect(paths).toEqual({ "one.so": join(folder, "one.so"), "two.so": join(folder, "two.so") });
  expect(readFileSync(join(folder, "one.so"), "utf8")).toBe("first library");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "two.so")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(["one.so", "two.so"]);
});

test("a compressed file is unpacked, once, and replaced where it is damaged", () => {
  const content = Buffer.alloc(100_000, "network");
  writeFileSync(join(root, "three-ghi"), Bun.zstdCompressSync(content));
  const three = { name: "three.onnx", source: join(root, "three-ghi"), unpackedBytes: content.length };
  const path = join(folder, three.name);
  unpackFiles([three], folder);
  expect(readFileSync(path)).toEqual(content);
  expect(isSameContent(three, folder)).toBe(true);
  const before = statSync(path).ino;
  unpackFiles([three], folder);
  expect(statSync(path).ino).toBe(before);
  truncateSync(path, 10);
  unpackFiles([three], folder);
  expect(readFileSync(path)).toEqual(content);
});

test("leaves intact files alone", () => {
  unpackFiles(files, folder);
  const before = statSync(join(folder, "two.so")).ino;
  unpackFiles(files, folder);
  expect(statSync(join(folder, "two.so")).ino).toBe(before);
});

const DAMAGE: [string, (path: string) => void][] = [
  ["missing", (path) => rmSync(path)],
  ["cut short", (path) => truncateSync(path, 10)],
  ["empty", (path) => writeFileSync(path, "")],
  ["of the same length with other bytes", (path) => writeFileSync(path, Buffer.alloc(100_000, 8))],
];
test.each(DAMAGE)("replaces a file that is %s", (_, damage) => {
  unpackFiles(files, folder);
  damage(join(folder, "two.so"));
  unpackFiles(files, folder);
  expect(readFileSync(join(folder, "two.so"))).toEqual(Buffer.alloc(100_000, 7));
});

test("the whole comparison finds what size and time cannot", () => {
  unpackFiles(files, folder);
  const [, two] = files as [CarriedFile, CarriedFile];
  expect(isSameContent(two, folder)).toBe(true);
  const path = join(folder, "two.so");
  const { atime, mtime } = statSync(path);
  writeFileSync(path, Buffer.alloc(100_000, 8));
  utimesSync(path, atime, mtime);
  expect(isSameContent(two, folder)).toBe(false);
});

test("removes what a crash left behind, but not what another program is writing", () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ".one.so.1-old.tmp"), "half");
  utimesSync(join(folder, ".one.so.1-old.tmp"), 1, 1);
  writeFileSync(join(folder, ".one.so.2-new.tmp"), "half");
  unpackFiles(files, folder);
  expect(readdirSync(folder).sort()).toEqual([".one.so.2-new.tmp", "one.so", "two.so"]);
});

test("says what to do when the folder cannot be made", () => {
  writeFileSync(join(root, "data"), "a file where the folder should be");
  const attempt = () => unpackFiles(files, folder);
  expect(attempt).toThrow(OperatorError);
  try {
    attempt();
  } catch (error) {
    expect((error as OperatorError).code).toBe("not_writable");
    expect((error as OperatorError).extras.hint).toContain("--data");
    expect((error as OperatorError).message).not.toContain(root);
  }
});

test("the tag tells two sets of embedded files apart", () => {
  expect(contentTag(files)).toMatch(/^[0-9a-f]{8}$/);
  expect(contentTag([...files].reverse())).not.toBe(contentTag(files));
});
