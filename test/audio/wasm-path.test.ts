/** `media.wasm_path`: an operator's own modules take the place of the embedded ones. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, cases, type FormatCase } from "./support/cases.ts";
import { collect, failure } from "./support/collect.ts";
import { hasFfmpeg } from "./support/ffmpeg.ts";

const PACKAGES = join(import.meta.dir, "../../node_modules/@libav.js");
let folder: string;
let flac: string;
let mp3: string;

function caseOf(file: string): FormatCase {
  return cases.find((one) => one.file === file) as FormatCase;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tiro-wasm-"));
  if (!hasFfmpeg) return;
  flac = build(folder, caseOf("mono.flac"));
  mp3 = build(folder, caseOf("cbr.mp3"));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The package's module of that kind, under another version's name, as an operator's build would have it. */
function ownFolder(name: string, variant: string, kind: string): string {
  const own = join(folder, name);
  const dist = join(PACKAGES, `variant-${variant}/dist`);
  mkdirSync(own);
  for (const file of readdirSync(dist).filter((one) => one.match(`-${variant}\\.${kind}\\.(js|wasm)$`))) {
    copyFileSync(join(dist, file), join(own, file.replace(/-[\d.]+-/, "-7.0.1-")));
  }
  return own;
}

describe.skipIf(!hasFfmpeg)("media.wasm_path", () => {
  test("a module in the folder is used, and its script really is the folder's", async () => {
    const wasmDir = ownFolder("whole", "fat", "simd");
    expect((await collect(flac, { wasmDir })).durationSeconds).toBeCloseTo(7, 2);
    writeFileSync(join(wasmDir, "libav-7.0.1-fat.simd.js"), "throw new Error('this one')");
    const error = await failure(flac, { wasmDir });
    expect(error.code).toBe("internal_error");
    expect(error.extras.hint).toContain("libav-7.0.1-fat.simd.js");
    expect(String(error.cause)).toContain("this one");
  });

  test("a variant that the folder lacks is the embedded one", async () => {
    const wasmDir = ownFolder("half", "fat", "simd");
    expect((await collect(mp3, { wasmDir })).durationSeconds).toBeCloseTo(7, 2);
  });

  test.each([
    ["no such folder", "missing", "cannot be read"],
    ["a folder without modules", ".", "holds no module"],
  ])("%s is the operator's fault, and the hint says so", async (_, name, hint) => {
    const error = await failure(flac, { wasmDir: join(folder, name) });
    expect(error.code).toBe("internal_error");
    expect(error.message).not.toContain(folder);
    expect(error.extras.hint).toContain("media.wasm_path");
    expect(error.extras.hint).toContain(hint);
  });

  test("a module that is no WebAssembly ends at once", async () => {
    const wasmDir = ownFolder("broken", "fat", "simd");
    writeFileSync(join(wasmDir, "libav-7.0.1-fat.simd.wasm"), "not wasm");
    expect((await failure(flac, { wasmDir })).code).toBe("internal_error");
  });
});
