import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { deviceName } from "./device.ts";

/** As driver 550 writes it. */
const INFORMATION =
  "Model: \t\t NVIDIA H200\nIRQ:   \t\t 150\nGPU UUID: \t GPU-1\nBus Location: \t 0000:0f:00.0\n";

test("the first GPU's model, where the driver tells it", () => {
  using gpus = temporaryFolder();
  expect(deviceName("cuda", join(gpus.path, "none"))).toBeNull();
  expect(deviceName("cuda", gpus.path)).toBeNull();
  for (const [bus, information] of [
    ["0000:0f:00.0", INFORMATION],
    ["0000:1f:00.0", INFORMATION.replace("H200", "L4")],
  ] as const) {
    mkdirSync(join(gpus.path, bus));
    writeFileSync(join(gpus.path, bus, "information"), information);
  }
  expect(deviceName("cuda", gpus.path)).toBe("NVIDIA H200");
  expect(deviceName("cpu", gpus.path)).toBeNull();
  writeFileSync(join(gpus.path, "0000:0f:00.0", "information"), "IRQ: 1\n");
  expect(deviceName("cuda", gpus.path)).toBeNull();
});
