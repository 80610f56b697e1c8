/**
 * Recognition needs none of the speech synthesis in the published sherpa-onnx: without it a conversation becomes the same words of
 * the same speakers as with the published library, which a site may still put into `engine.native_dir`.
 */
import { afterAll, expect, test } from "bun:test";
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../support/database.ts";

const ROOT = join(import.meta.dir, "../..");
const LIBRARY = "libsherpa-onnx-c-api.so";
const PACKAGE = dirname(require.resolve(`sherpa-onnx-linux-${process.arch}/package.json`));

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

function transcribed(environment: Record<string, string>): string {
  const command = [process.execPath, join(ROOT, "src/main.ts"), "transcribe", "--diarize"];
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [...command, "--data", join(folder.path, "data"), join(ROOT, "test/audio/conversation_two_speakers.wav")],
    { env: { PATH: process.env.PATH ?? "", ...environment }, stderr: "pipe" },
  );
  expect({ exitCode, stderr: exitCode === 0 ? "" : stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
  return stdout.toString();
}

test("a conversation becomes the same, byte for byte, as with the published library", () => {
  const nativeDir = join(folder.path, "published");
  mkdirSync(nativeDir);
  copyFileSync(join(PACKAGE, LIBRARY), join(nativeDir, LIBRARY));
  const without = transcribed({});
  expect(JSON.parse(without).speaker_count).toBe(2);
  expect(without).toBe(transcribed({ TIRO_ENGINE_NATIVE_DIR: nativeDir }));
}, 300_000);
