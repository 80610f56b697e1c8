import { afterEach, beforeEach, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { OperatorError } from "../src/lib/errors.ts";
import { nativeFiles } from "./from-clone.ts";
import { prepareNativeLibraries } from "./libraries.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "tiro-native-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("from a clone every path is there, and the data folder stays as it is", () => {
  const libraries = prepareNativeLibraries({ dataDir: join(dataDir, "none") });
  for (const path of Object.values(libraries)) expect(statSync(path).size).toBeGreaterThan(10_000);
  expect(statSync(join(dataDir, "none"), { throwIfNoEntry: false })).toBeUndefined();
});

test("an operator's library takes the place of the built-in one, its neighbours come along", () => {
  const nativeDir = join(dataDir, "gpu");
  mkdirSync(nativeDir);
  copyFileSync(nativeFiles().onnxRuntime, join(nativeDir, "libonnxruntime.so"));
  writeFileSync(join(nativeDir, "libonnxruntime_providers_cuda.so"), "provider");
  const { sherpaAddonPath } = prepareNativeLibraries({ dataDir, nativeDir });
  const link = (name: string) => readlinkSync(join(dirname(sherpaAddonPath), name));
  expect(link("libonnxruntime.so")).toBe(join(nativeDir, "libonnxruntime.so"));
  expect(link("libonnxruntime_providers_cuda.so")).toBe(join(nativeDir, "libonnxruntime_providers_cuda.so"));
  expect(link("libsherpa-onnx-c-api.so")).toBe(nativeFiles().sherpaCApi);
  expect(prepareNativeLibraries({ dataDir, nativeDir }).sherpaAddonPath).toBe(sherpaAddonPath);

  // In a process of its own: the libraries of the overlay, and no others, are what the loader maps.
  const script = `process.dlopen({ exports: {} }, ${JSON.stringify(sherpaAddonPath)});
    console.log(require("fs").readFileSync("/proc/self/maps", "utf8"));`;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { env: {} });
  expect(stdout.toString()).toContain(join(nativeDir, "libonnxruntime.so"));
  expect(stdout.toString()).not.toContain(nativeFiles().onnxRuntime);
});

test.each(["missing", "empty"])("a %s folder of libraries is refused with its path", (state) => {
  const nativeDir = join(dataDir, state);
  if (state === "empty") mkdirSync(nativeDir);
  try {
    prepareNativeLibraries({ dataDir, nativeDir });
    throw new Error("expected a failure");
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    expect((error as OperatorError).extras.hint).toContain(nativeDir);
    expect((error as OperatorError).code).toBe("native_libraries_unusable");
  }
});
