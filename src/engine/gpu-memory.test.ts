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
  for (const text of ["echo '[N/A], [N/A]'", "echo No devices were found; exit 6", "exit 9"])
    expect(await says(text).read()).toBeNull();
});
