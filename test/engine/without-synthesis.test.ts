/**
 * Recognition needs none of the speech synthesis in the published sherpa-onnx: with a library in `engine.native_dir` in which
 * every function of espeak-ng, of piper-phonemize and of synthesis ends the process, recordings are heard and speakers told
 * apart as ever. A library that was built without them cannot be had here; this one is the published one, so changed.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nativeFiles } from "../../native/files.ts";
import { temporaryFolder } from "../support/database.ts";

const ROOT = join(import.meta.dir, "../..");
const LIBRARY = "libsherpa-onnx-c-api.so";
const SYMTAB = 2;
const FUNCTION = 2;
/** On x86-64 a breakpoint; on arm64 an instruction that does not exist. Both end the process. */
const TRAP = process.arch === "arm64" ? 0x00 : 0xcc;
/** espeak-ng is written in C, all else in C++, but for these. */
const OTHER_C =
  /^(SherpaOnnx|kiss_|kf_|_|atexit|(de)?register_tm_clones|frame_dummy|execute_native_thread|call_weak_fn)/;

interface Section {
  type: number;
  address: number;
  offset: number;
  size: number;
  link: number;
}

interface CompiledFunction {
  name: string;
  offset: number;
  size: number;
}

/** ELF, 64 bits, little end first. */
function sectionsOf(library: Buffer): Section[] {
  const start = Number(library.readBigUInt64LE(0x28));
  return Array.from({ length: library.readUInt16LE(0x3c) }, (_, index) => {
    const at = start + index * library.readUInt16LE(0x3a);
    const long = (field: number) => Number(library.readBigUInt64LE(at + field));
    return {
      type: library.readUInt32LE(at + 4),
      address: long(0x10),
      offset: long(0x18),
      size: long(0x20),
      link: library.readUInt32LE(at + 0x28),
    };
  });
}

function functionsOf(library: Buffer): CompiledFunction[] {
  const sections = sectionsOf(library);
  const table = sections.find(({ type }) => type === SYMTAB);
  const names = table && sections[table.link];
  if (!table || !names) throw new Error(`${LIBRARY} comes without names: the test needs another way`);
  const found: CompiledFunction[] = [];
  for (let at = table.offset; at < table.offset + table.size; at += 24) {
    const section = sections[library.readUInt16LE(at + 6)];
    const size = Number(library.readBigUInt64LE(at + 16));
    if ((library.readUInt8(at + 4) & 0xf) !== FUNCTION || !section || size === 0) continue;
    const start = names.offset + library.readUInt32LE(at);
    const name = library.toString("latin1", start, library.indexOf(0, start));
    const offset = Number(library.readBigUInt64LE(at + 8)) - section.address + section.offset;
    found.push({ name, offset, size });
  }
  return found;
}

function isSynthesis(name: string): boolean {
  return (
    /espeak(?!er)|piper|OfflineTts|phonemize/i.test(name) || (!name.startsWith("_Z") && !OTHER_C.test(name))
  );
}

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const nativeDir = join(folder.path, "no-synthesis");
const ended: CompiledFunction[] = [];
beforeAll(() => {
  const library = readFileSync(nativeFiles().sherpaCApi);
  const functions = functionsOf(library);
  // Compilers let functions that do the same share one body.
  const kept = new Set(functions.filter(({ name }) => !isSynthesis(name)).map(({ offset }) => offset));
  ended.push(...functions.filter(({ name, offset }) => isSynthesis(name) && !kept.has(offset)));
  for (const { offset, size } of ended) library.fill(TRAP, offset, offset + size);
  mkdirSync(nativeDir);
  writeFileSync(join(nativeDir, LIBRARY), library, { mode: 0o755 });
});

test("the changed library has no working function of espeak-ng, and dies of its synthesis", () => {
  const names = ended.map(({ name }) => name).join("\n");
  for (const own of [
    "espeak_Initialize",
    "TranslateClause",
    "LoadVoice",
    "SherpaOnnxCreateOfflineTts",
    "phonemize_eSpeak",
  ])
    expect(names).toContain(own);
  expect(ended.length).toBeGreaterThan(150);
  const script = `const { dlopen } = require("bun:ffi");
    dlopen(${JSON.stringify(join(nativeDir, LIBRARY))}, { SherpaOnnxCreateOfflineTts: { args: ["ptr"], returns: "ptr" } })
      .symbols.SherpaOnnxCreateOfflineTts(null);`;
  const env = { LD_LIBRARY_PATH: join(nativeFiles().sherpaCApi, "..") };
  const { exitCode, signalCode } = Bun.spawnSync([process.execPath, "-e", script], { env, stderr: "ignore" });
  expect(exitCode === 0 && signalCode === undefined).toBe(false);
});

test("with it recordings are heard and speakers told apart", () => {
  const data = join(folder.path, "data");
  const command = [process.execPath, join(ROOT, "src/main.ts"), "transcribe", "--diarize", "--data", data];
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [...command, join(ROOT, "test/audio/conversation_two_speakers.wav")],
    { env: { PATH: process.env.PATH ?? "", TIRO_ENGINE_NATIVE_DIR: nativeDir }, stderr: "pipe" },
  );
  expect({ exitCode, stderr: exitCode === 0 ? "" : stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
  expect(JSON.parse(stdout.toString()).speaker_count).toBe(2);
}, 60_000);
