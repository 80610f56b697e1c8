import { expect, test } from "bun:test";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { freshFolder } from "../../../test/support/folders.ts";
import { writeOutput } from "./output-file.ts";

const folder = freshFolder();

test("an output that cannot be written says so and leaves nothing", () => {
  writeFileSync(join(folder, "file"), "");
  expect(() => writeOutput(join(folder, "file/x.txt"), "text")).toThrow(/Cannot write .*(ENOTDIR|EEXIST)/);
  mkdirSync(join(folder, "taken"));
  expect(() => writeOutput(join(folder, "taken"), "text")).toThrow(/Cannot write .*EISDIR/);
  expect(readdirSync(folder).sort()).toEqual(["file", "taken"]);
});

test("a file appears whole in a folder that is made for it, for others or for its user alone", () => {
  const path = join(folder, "deep/er/x.txt");
  writeOutput(path, "text");
  writeOutput(path, "texts", 0o600);
  expect(readFileSync(path, "utf8")).toBe("texts");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, "deep/er"))).toEqual(["x.txt"]);
});

test("a link is written through, and stays", () => {
  const [target, link] = [join(folder, "target"), join(folder, "link")];
  symlinkSync(target, link);
  for (const text of ["a new file", "the same"]) {
    writeOutput(link, text, 0o600);
    expect(readFileSync(target, "utf8")).toBe(text);
  }
  expect(statSync(target).mode & 0o777).toBe(0o600);
  expect(lstatSync(link).isSymbolicLink()).toBeTrue();
});

test("a pipe is written to, and stays", () => {
  const pipe = join(folder, "pipe");
  const script = `mkfifo "$1"; cat "$1" & exec "$2" -e 'import { writeOutput } from "'"$3"'"; writeOutput(process.argv[1], "text")' "$1"`;
  const { stdout } = Bun.spawnSync([
    "sh",
    "-c",
    script,
    "sh",
    pipe,
    process.execPath,
    join(import.meta.dir, "output-file.ts"),
  ]);
  expect(stdout.toString()).toBe("text");
  expect(statSync(pipe).isFIFO()).toBeTrue();
});
