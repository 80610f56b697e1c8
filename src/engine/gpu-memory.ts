/** The memory of the GPU that recognizes, as NVIDIA's own tool says it, which comes with the driver. */
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { MIB } from "../lib/units.ts";
import type { EngineStatus } from "./engine.ts";

export interface GpuMemoryUse {
  usedBytes: number;
  totalBytes: number;
}

/** Of the first GPU, which sherpa-onnx takes: in MiB, with a comma between. */
const COMMAND = [
  "nvidia-smi",
  "--id=0",
  "--query-gpu=memory.used,memory.total",
  "--format=csv,noheader,nounits",
];

export class GpuMemory {
  readonly #provider: EngineStatus["provider"];
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #command: readonly string[];
  #last: { at: number; use: Promise<GpuMemoryUse | null> } | null = null;

  constructor(
    provider: EngineStatus["provider"],
    clock: Pick<Clock, "monotonic">,
    command: readonly string[] = COMMAND,
  ) {
    this.#provider = provider;
    this.#clock = clock;
    this.#command = command;
  }

  /** However many ask, the tool is called once in a while. Null on a CPU, and if the tool is not there or does not say. */
  read(): Promise<GpuMemoryUse | null> {
    if (this.#provider !== "cuda") return Promise.resolve(null);
    const now = this.#clock.monotonic();
    if (this.#last === null || now - this.#last.at >= limits.gpuMemoryReadMs)
      this.#last = { at: now, use: this.#ask() };
    return this.#last.use;
  }

  async #ask(): Promise<GpuMemoryUse | null> {
    try {
      const tool = Bun.spawn([...this.#command], {
        stdio: ["ignore", "pipe", "ignore"],
        timeout: limits.gpuMemoryAnswerMs,
        killSignal: "SIGKILL",
      });
      const [, used, total] = /^\s*(\d+),\s*(\d+)\s*$/m.exec(await tool.stdout.text()) ?? [];
      if (used === undefined || total === undefined) return null;
      return { usedBytes: Number(used) * MIB, totalBytes: Number(total) * MIB };
    } catch (error) {
      // Containers may have the driver without its tools: then the page says nothing about it.
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }
}
