/** `media.wasm_path`: an operator's own module takes the place of the embedded one. */
import { beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testFolder } from "../support/folders.ts";
import { build, CASE_SECONDS, cases, type FormatCase } from "./support/cases.ts";
import { collect, failure } from "./support/collect.ts";
import { hasFfmpeg } from "./support/ffmpeg.ts";

const EMBEDDED = join(import.meta.dir, "../../src/audio/host/ffmpeg.wasm");
/** The smallest module of all: it exports nothing. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const folder = testFolder();
let flac: string;

beforeAll(() => {
  if (!hasFfmpeg) return;
  flac = build(folder, cases.find((one) => one.file === "mono.flac") as FormatCase);
});

describe.skipIf(!hasFfmpeg)("media.wasm_path", () => {
  test("the module in the folder is used, and no other", async () => {
    const wasmDir = join(folder, "own");
    mkdirSync(wasmDir);
    copyFileSync(EMBEDDED, join(wasmDir, "ffmpeg.wasm"));
    expect((await collect(flac, { wasmDir })).durationSeconds).toBeCloseTo(CASE_SECONDS, 2);
    writeFileSync(join(wasmDir, "ffmpeg.wasm"), EMPTY_MODULE);
    expect((await failure(flac, { wasmDir })).code).toBe("internal_error");
  });

  test.each<[string, string, Record<string, string | Uint8Array> | null]>([
    ["no such folder", "missing", null],
    ["a folder without a module", "empty", {}],
    ["a module that is no WebAssembly", "broken", { "ffmpeg.wasm": "not wasm" }],
    ["a module that exports something else", "other", { "ffmpeg.wasm": EMPTY_MODULE }],
  ])("%s is the operator's fault, and the hint says so", async (_, name, files) => {
    const wasmDir = join(folder, name);
    if (files) mkdirSync(wasmDir);
    for (const [file, content] of Object.entries(files ?? {})) writeFileSync(join(wasmDir, file), content);
    const error = await failure(flac, { wasmDir });
    expect(error.code).toBe("internal_error");
    expect(error.message).not.toContain(folder);
    expect(error.extras.hint).toContain("media.wasm_path");
    expect(error.extras.hint).toContain(join(wasmDir, "ffmpeg.wasm"));
  });
});
