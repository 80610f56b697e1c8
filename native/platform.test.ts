import { expect, test } from "bun:test";
import { nativeFiles } from "./from-clone.ts";
import { type Machine, requirePlatform } from "./platform.ts";

const ELSEWHERE: [machine: Machine, named: string][] = [
  [{ platform: "darwin", arch: "arm64", isMusl: false }, "macOS on arm64"],
  [{ platform: "win32", arch: "x64", isMusl: false }, "Windows on x64"],
  [{ platform: "linux", arch: "x64", isMusl: true }, "Linux on x64 with musl"],
  [{ platform: "linux", arch: "riscv64", isMusl: false }, "Linux on riscv64"],
  [{ platform: "freebsd", arch: "x64", isMusl: false }, "freebsd on x64"],
];
test.each(ELSEWHERE)("on %p the libraries are a sentence, not a missing module", (machine, named) => {
  const failure = expect.objectContaining({
    code: "platform_unsupported",
    message: `tiro runs on Linux with glibc, on x64 (x86-64) or arm64; this is ${named}.`,
  });
  expect(() => nativeFiles(machine)).toThrow(failure);
});

test.each(["x64", "arm64"])("Linux with glibc on %s is served", (arch) => {
  expect(requirePlatform({ platform: "linux", arch, isMusl: false }) as string).toBe(arch);
});

test("this machine, which runs the tests, is served", () => {
  expect(nativeFiles().vadModel).toEndWith("silero_vad_v6.onnx");
});
