import { expect, test } from "bun:test";
import { limits } from "../config/limits.ts";
import { MIB } from "../lib/units.ts";
import { GpuMemory } from "./gpu-memory.ts";

const clock = { nowMs: 0, monotonic: () => clock.nowMs };
const says = (text: string) => new GpuMemory("cuda", clock, ["/bin/sh", "-c", text]);

test("what the driver's tool says, once in a while", async () => {
  const memory = says("echo '1536, 81559'; date +%N >&2");
  const first = memory.read();
  expect(memory.read()).toBe(first);
  expect(await first).toEqual({ usedBytes: 1536 * MIB, totalBytes: 81_559 * MIB });
  clock.nowMs += limits.gpuMemoryReadMs;
  expect(memory.read()).not.toBe(first);
});

test("nothing where nobody says it", async () => {
  expect(await new GpuMemory("cpu", clock, ["/bin/echo", "1, 2"]).read()).toBeNull();
  expect(await new GpuMemory("cuda", clock, ["/nowhere/nvidia-smi"]).read()).toBeNull();
  for (const text of ["echo No devices were found; exit 6", "exit 9"])
    expect(await says(text).read()).toBeNull();
});

test.each([
  // An idle data centre's card.
  ["0, 23034", { usedBytes: 0, totalBytes: 23_034 * MIB }],
  // GB10, whose memory is the processor's.
  ["[N/A], [N/A]", null],
  // A part of an A100 or H100 (MIG) in a container.
  ["[Insufficient Permissions], [Insufficient Permissions]", null],
  ["[Not Supported], [Not Supported]", null],
  ["[Unknown Error], 81559", null],
  ["NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.", null],
  ["Unable to determine the device handle for GPU 0000:01:00.0: Unknown Error", null],
])("as drivers write it: %s", async (text, use) => {
  expect(await says(`cat <<'END'\n${text}\nEND`).read()).toEqual(use);
});
