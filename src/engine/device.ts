/** Which device recognizes, for people: health, doctor. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EngineStatus } from "./engine.ts";

/** Of NVIDIA's driver: a folder for each GPU, by bus address. */
const GPUS = "/proc/driver/nvidia/gpus";

/** The model of the first GPU, which sherpa-onnx takes; null on a CPU, and if the driver does not say. */
export function deviceName(provider: EngineStatus["provider"], gpus = GPUS): string | null {
  if (provider !== "cuda" || !existsSync(gpus)) return null;
  const [first] = readdirSync(gpus).sort();
  if (first === undefined) return null;
  const information = join(gpus, first, "information");
  if (!existsSync(information)) return null;
  const [, model] = /^Model:\s*(.+?)\s*$/m.exec(readFileSync(information, "utf8")) ?? [];
  return model ?? null;
}
