import { expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { testFolder } from "../../../test/support/folders.ts";
import { unpackApp } from "./unpack.ts";

const dataDir = testFolder();

const script = Buffer.from("console.log(1);".repeat(100));
const files = [
  { name: "main-1.js", body: script },
  { name: "font-2.woff2", body: Buffer.from([1, 2, 3]) },
];

test("files are unpacked once, text also compressed, for their user alone", async () => {
  const folder = await unpackApp(files, dataDir, "1.2.3");
  expect(folder).toStartWith(join(dataDir, "web", "1.2.3-"));
  expect(readdirSync(folder).sort()).toEqual([
    "files.json",
    "font-2.woff2",
    "main-1.js",
    "main-1.js.br",
    "main-1.js.gz",
  ]);
  expect(brotliDecompressSync(readFileSync(join(folder, "main-1.js.br")))).toEqual(script);
  expect(gunzipSync(readFileSync(join(folder, "main-1.js.gz")))).toEqual(script);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  const { ino } = statSync(folder);
  expect(statSync(await unpackApp(files, dataDir, "1.2.3")).ino).toBe(ino);
});

test("what is damaged is put right", async () => {
  const folder = await unpackApp(files, dataDir, "1.2.3");
  writeFileSync(join(folder, "main-1.js.br"), "cut");
  rmSync(join(folder, "font-2.woff2"));
  await unpackApp(files, dataDir, "1.2.3");
  expect(brotliDecompressSync(readFileSync(join(folder, "main-1.js.br")))).toEqual(script);
  writeFileSync(join(folder, "files.json"), "{ cut");
  await unpackApp(files, dataDir, "1.2.3");
  expect(readdirSync(folder).length).toBe(5);
  expect(readdirSync(join(dataDir, "web")).length).toBe(1);
});

test("a data folder that takes nothing is told with what to do", async () => {
  writeFileSync(join(dataDir, "file"), "");
  await expect(unpackApp(files, join(dataDir, "file"), "1.2.3")).rejects.toThrow(
    "The data folder cannot be written.",
  );
});

test("others are served while the files are compressed", async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.js`, body: script }));
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await unpackApp(many, dataDir, "2.0.0");
  isDone = true;
  expect(turns).toBeGreaterThan(many.length);
});
