import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OperatorError } from "../../src/lib/errors.ts";
import { ElfLibrary, MACHINE, SYMBOL } from "../elf.ts";
import { nativeFiles } from "../from-clone.ts";
import type { Architecture } from "../platform.ts";
import { cutSynthesis, withoutSynthesis } from "./cut.ts";
import { SHERPA_LIBRARIES, SHERPA_VERSION } from "./published.ts";

const ARCHITECTURE = process.arch as Architecture;
const PACKAGE = dirname(require.resolve(`sherpa-onnx-linux-${ARCHITECTURE}/package.json`));
const NAME = "libsherpa-onnx-c-api.so";
const published = () => readFileSync(join(PACKAGE, NAME));
const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

function contentOf(library: ElfLibrary, { address, size }: { address: number; size: number }): Buffer {
  const offset = library.offsetOf(address);
  return offset === null ? Buffer.alloc(0) : library.bytes.subarray(offset, offset + size);
}

describe("the published library", () => {
  const before = new ElfLibrary(published());
  const after = withoutSynthesis(published());
  const symbols = before.symbols(".symtab").filter(({ section, size }) => section > 0 && size > 0);
  const named = (name: string) => symbols.filter((each) => each.name.replace(/\..*$/, "") === name);
  const isWiped = (symbol: { address: number; size: number }) =>
    contentOf(after, symbol).every((byte) => byte === 0 || byte === 0xcc);

  // Functions, tables, and the voices that they read, from all over espeak-ng; sherpa-onnx's own way to them.
  test.each([
    "espeak_Initialize",
    "espeak_SetVoiceByName",
    "LoadDictionary",
    "LoadVoice",
    "MatchRule",
    "ReadClause",
    "SetUpPhonemeTable",
    "TranslateClauseWithTerminator",
    "TranslateRules",
    "ucd_lookup_category",
    "accents_tab",
    "brackets",
    "mnem_rules",
    "letter_accents_0e0",
    "_ZN5piper16phonemize_eSpeakESsRNS_19eSpeakPhonemeConfigERSt6vectorIS2_IDiSaIDiEESaIS4_EE",
  ])("loses %s", (name) => {
    expect(named(name)).not.toEqual([]);
    expect(named(name).filter((symbol) => !isWiped(symbol))).toEqual([]);
  });

  test.each(["espeak-ng", "mbrola", "phontab", "piper-phonemize", "en-us"])("no longer says %s", (word) => {
    const says = (library: ElfLibrary) => {
      const { offset, size } = library.section(".rodata");
      return library.bytes.toString("latin1", offset, offset + size).includes(word);
    };
    expect([says(before), says(after)]).toEqual([true, false]);
  });

  test("keeps every other function of its interface as it was", () => {
    const exports = before
      .symbols(".dynsym")
      .filter(({ section, type }) => section > 0 && type === SYMBOL.function);
    const changed = exports.filter((each) => !contentOf(before, each).equals(contentOf(after, each)));
    const synthesis = exports.filter(({ name }) => /Tts/.test(name));
    expect(changed.map(({ name }) => name).sort()).toEqual(synthesis.map(({ name }) => name).sort());
    expect(exports.length - synthesis.length).toBe(165);
  });

  test("becomes the known one, without names of what it does not export, and answers calls for synthesis with nothing", () => {
    const result = cutSynthesis(ARCHITECTURE, published());
    expect(sha256(result)).toBe(SHERPA_LIBRARIES[ARCHITECTURE].result);
    expect(result.equals(readFileSync(nativeFiles().sherpaCApi))).toBe(true);
    expect(() => new ElfLibrary(result).section(".symtab")).toThrow("no section .symtab");
    const script = `const { dlopen } = require("bun:ffi");
      const of = (name, returns) => ({ [name]: { args: ["ptr"], returns } });
      const { symbols } = dlopen(${JSON.stringify(nativeFiles().sherpaCApi)}, {
        ...of("SherpaOnnxCreateOfflineTts", "ptr"), ...of("SherpaOnnxOfflineTtsSampleRate", "i32"),
        ...of("SherpaOnnxDestroyOfflineTts", "void"), ...of("SherpaOnnxFileExists", "i32") });
      console.log(symbols.SherpaOnnxCreateOfflineTts(null), symbols.SherpaOnnxOfflineTtsSampleRate(null),
        symbols.SherpaOnnxDestroyOfflineTts(null), symbols.SherpaOnnxFileExists(Buffer.from(process.execPath + "\\0")));`;
    const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { env: {} });
    expect(stdout.toString()).toBe("null 0 undefined 1\n");
  });

  test.each(["one byte", "its end", "everything", "the version"])("is refused when %s differs", (what) => {
    const changed = {
      "one byte": () => published().fill(1, 0x30000, 0x30001),
      "its end": () => published().subarray(0, -1),
      everything: () => Buffer.from("#!/bin/sh\n"),
      "the version": () => readFileSync(join(PACKAGE, "libsherpa-onnx-cxx-api.so")),
    }[what] as () => Buffer;
    try {
      cutSynthesis(ARCHITECTURE, changed());
      throw new Error("expected a failure");
    } catch (error) {
      expect((error as Error).message).toBe(
        `sherpa-onnx's library for ${ARCHITECTURE} is not the one of sherpa-onnx ${SHERPA_VERSION}.`,
      );
      expect((error as OperatorError).code).toBe("native_libraries_unusable");
      expect((error as OperatorError).extras.hint).toContain("Run `bun install --frozen-lockfile --force`.");
    }
  });

  test("is refused when recognition calls espeak-ng, or reads its tables", () => {
    const caller = before.symbols(".dynsym").find(({ name }) => name === "SherpaOnnxCreateOfflineRecognizer");
    const callee = named("espeak_Initialize")[0];
    const table = named("mnem_rules")[0];
    if (!caller || !callee || !table) throw new Error("not found");
    for (const { name, address } of [callee, table]) {
      const changed = new ElfLibrary(published());
      changed.write(caller.address, namesAddress(changed, caller.address, address));
      expect(() => withoutSynthesis(changed.bytes)).toThrow(
        new RegExp(`^recognition needs espeak-ng: .*\\b${name}\\b`),
      );
    }
  });
});

/** `lea rax, [rip + …]`; `adrp x0, …` and `add x0, x0, …`. */
function namesAddress({ machine }: ElfLibrary, from: number, to: number): number[] {
  if (machine === MACHINE.x64) {
    const instruction = Buffer.from([0x48, 0x8d, 0x05, 0, 0, 0, 0]);
    instruction.writeInt32LE(to - from - instruction.length, 3);
    return [...instruction];
  }
  const pages = Math.floor(to / 4096) - Math.floor(from / 4096);
  const instructions = Buffer.alloc(12);
  instructions.writeUInt32LE((0x90000000 | ((pages & 3) << 29) | (((pages >> 2) & 0x7ffff) << 5)) >>> 0, 0);
  instructions.writeUInt32LE((0x91000000 | ((to % 4096) << 10)) >>> 0, 4);
  // ldr x1, [x0]
  instructions.writeUInt32LE(0xf9400001, 8);
  return [...instructions];
}
