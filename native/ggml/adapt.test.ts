import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ElfLibrary } from "../elf.ts";
import { adaptElf, adaptLibrary, GGML_LIBRARIES } from "./adapt.ts";

const FOLDER = join(dirname(require.resolve("whisper-node-addon/package.json")), "platform/linux-x64");
const original = (name: string) => readFileSync(join(FOLDER, name));
const NEWER = "GLIBC_2.38";

test.each(Object.keys(GGML_LIBRARIES))("%s asks for no symbol of a glibc newer than 2.34", (name) => {
  const library = new ElfLibrary(adaptLibrary(name, original(name)));
  for (const version of library.neededVersions()) {
    if (version.name === NEWER) {
      expect(library.symbolsOf(version)).toEqual([]);
      expect(library.bytes.readUInt16LE(version.flagsAt) & 2).toBe(2);
    } else if (version.name.startsWith("GLIBC_")) {
      expect(Number(version.name.split(".")[1])).toBeLessThanOrEqual(34);
    }
  }
  expect(
    library.bytes.includes("/home/runner/work/whisper-node-addon/whisper-node-addon/external_build"),
  ).toBe(false);
});

test("one library alone is changed in its symbols, by one", () => {
  const before = new ElfLibrary(original("libggml-base.so"));
  const newer = before.neededVersions().find(({ name }) => name === NEWER);
  expect(newer && before.symbolsOf(newer)).toEqual(["__isoc23_strtol"]);
  const after = new ElfLibrary(adaptLibrary("libggml-base.so", original("libggml-base.so")));
  const base = after
    .neededVersions()
    .find(({ name, library }) => name === "GLIBC_2.2.5" && library === "libc.so.6");
  expect(base && after.symbolsOf(base)).toContain("strtol");
});

test("another library than the known one is refused", () => {
  const other = original("libggml.so").fill(0, 40_000, 50_000);
  expect(() => adaptLibrary("libggml.so", other)).toThrow("which is not expected");
  expect(() => adaptLibrary("libggml.so", original("libwhisper.so"))).toThrow("which is not expected");
});

test("a library that needs more of a newer glibc is refused by its symbol", () => {
  const other = original("libggml-base.so");
  other.write("__isoc23_strtox", other.indexOf("__isoc23_strtol"), "latin1");
  expect(() => adaptElf("libother.so", other)).toThrow("libother.so needs __isoc23_strtox of GLIBC_2.38");
});

test("what is no library is refused", () => {
  expect(() => adaptElf("text", Buffer.from("#!/bin/sh"))).toThrow("not a 64-bit little-endian ELF file");
});
