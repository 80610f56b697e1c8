import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deviceName } from "./device.ts";

/** As driver 550 writes it. */
const INFORMATION =
  "Model: \t\t NVIDIA H200\nIRQ:   \t\t 150\nGPU UUID: \t GPU-1\nBus Location: \t 0000:0f:00.0\n";

test("the first GPU's model, where the driver tells it", () => {
  const gpus = mkdtempSync(join(tmpdir(), "tiro-gpus-"));
  expect(deviceName("cuda", join(gpus, "none"))).toBeNull();
  expect(deviceName("cuda", gpus)).toBeNull();
  for (const [bus, information] of [
    ["0000:0f:00.0", INFORMATION],
    ["0000:1f:00.0", INFORMATION.replace("H200", "L4")],
  ] as const) {
    mkdirSync(join(gpus, bus));
    writeFileSync(join(gpus, bus, "information"), information);
  }
  expect(deviceName("cuda", gpus)).toBe("NVIDIA H200");
  expect(deviceName("cpu", gpus)).toBeNull();
  writeFileSync(join(gpus, "0000:0f:00.0", "information"), "IRQ: 1\n");
  expect(deviceName("cuda", gpus)).toBeNull();
  rmSync(gpus, { recursive: true });
});
