/** A decoder in a child process, which can be killed and in which hostile bytes can do no harm. */
import { open } from "node:fs/promises";
import { setPriority } from "node:os";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { QuietTime } from "../lib/quiet-time.ts";
import { readTail } from "../lib/read-tail.ts";
import { childFailures, SANDBOX_FAILURE, sandboxed } from "../lib/sandbox.ts";
import { selfCommand } from "../lib/self-command.ts";
import { type AudioInfo, type DecodeOptions, SAMPLE_RATE } from "./audio.ts";
import { type DecoderNeeds, decoderSandbox } from "./decoder-sandbox.ts";
import { FrameParser, type MediaFrame, type MediaHostArguments } from "./media-protocol.ts";

export interface MediaProcessOptions extends DecodeOptions, DecoderNeeds {}

/** The decoder was lost by no fault of the file: somebody else killed it, or it stood still. */
export class DecoderLost extends TiroError {
  constructor(cause: Error, hint: string) {
    super("internal_error", "The decoder was stopped while it worked; send the file again.", { cause, hint });
  }
}

const KILLED =
  "Something outside tiro killed the decoder; if it was the kernel, the machine has too little memory.";
const STOOD_STILL =
  "Something outside tiro held the decoder up: it neither worked nor waited for a processor or the disk.";

/**
 * The engine compiles what runs often with less effort and later, and the largest functions not again: on ten minutes of
 * AAC a quarter of the processor time and 10 MB less. A decoder's life is too short for more.
 */
export const HOST_ENVIRONMENT = {
  BUN_JSC_wasmOMGOptimizationLevel: "1",
  BUN_JSC_maximumOMGCandidateCost: "20000",
  BUN_JSC_thresholdForOMGOptimizeAfterWarmUp: "500000",
};

/** Decoders leave the server's own loop, and the recognizer of a recording that is already open, the first turn. */
const NICENESS = 5;

type HostProcess = Bun.Subprocess<"ignore", "pipe", "pipe">;

export class MediaProcess {
  readonly #process: HostProcess;
  readonly #frames: AsyncGenerator<MediaFrame>;
  readonly #stderrTail: Promise<string>;
  readonly #signal: AbortSignal | undefined;
  readonly #inspectionMs: number;
  readonly #kill = () => this.#process.kill("SIGKILL");
  readonly #deadlineMs: number;
  /**
   * Only while a reader waits for the decoder: a slow reader is not the decoder's fault, as is no machine that has
   * no time for it.
   */
  readonly #quiet: QuietTime;
  #lateness: TiroError | null = null;
  #onWorked: DecodeOptions["onWorked"];

  private constructor(process: HostProcess, options: MediaProcessOptions) {
    const { deadlineMs, inspectionDeadlineMs = deadlineMs, signal } = options;
    this.#process = process;
    this.#frames = framesOf(process.stdout);
    this.#stderrTail = readTail(process.stderr, limits.mediaHostStderrTailBytes);
    this.#signal = signal;
    this.#deadlineMs = deadlineMs;
    this.#quiet = new QuietTime(process.pid, 2 * limits.mediaLookMs);
    this.#onWorked = options.onWorked;
    this.#inspectionMs = Math.min(inspectionDeadlineMs, deadlineMs);
    signal?.addEventListener("abort", this.#kill, { once: true });
  }

  static async start(path: string, options: MediaProcessOptions): Promise<MediaProcess> {
    const sandbox = decoderSandbox(options);
    const hostArguments: MediaHostArguments = {
      maxDurationSeconds: options.maxDurationSeconds,
      wasmDir: options.wasmDir ?? null,
      memoryBytes: sandbox.mode === "off" ? null : sandbox.memoryBytes,
    };
    const file = await open(path, "r");
    try {
      const { command, environment } = sandboxed({
        command: [...selfCommand(), "media-host", JSON.stringify(hostArguments)],
        environment: HOST_ENVIRONMENT,
        sandbox,
      });
      const process = Bun.spawn(command, {
        stdio: ["ignore", "pipe", "pipe", file.fd],
        env: environment,
      }) as HostProcess;
      setPriority(process.pid, NICENESS);
      return new MediaProcess(process, options);
    } finally {
      await file.close();
    }
  }

  /** Of the deadline. */
  get leftMs(): number {
    return Math.max(0, this.#deadlineMs - this.#quiet.ms);
  }

  /** @throws DecoderLost, and as `openAudio`. */
  async readInfo(): Promise<AudioInfo> {
    const frame = await this.#next(this.#inspectionMs, inspectionTimedOut);
    if (frame.type === "info") return frame.info;
    throw await this.#crash(`it began with a frame of type ${frame.type}`);
  }

  /** @throws DecoderLost, and as `openAudio`. */
  async *readSamples(): AsyncGenerator<Int16Array> {
    try {
      for (;;) {
        const frame = await this.#next();
        if (frame.type === "end") return;
        if (frame.type !== "samples") throw await this.#crash(`it sent a second frame of type ${frame.type}`);
        for (let at = 0; at < frame.samples.length; at += SAMPLE_RATE)
          yield frame.samples.subarray(at, at + SAMPLE_RATE);
      }
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    this.#signal?.removeEventListener("abort", this.#kill);
    this.#kill();
    await this.#process.exited;
    this.#tellWork();
  }

  async #next(
    withinMs = this.#deadlineMs,
    timedOut: (withinMs: number) => TiroError = decodingTimedOut,
  ): Promise<Exclude<MediaFrame, { type: "error" }>> {
    const { value: frame, done } = await this.#within(withinMs, timedOut, this.#frames.next());
    this.#signal?.throwIfAborted();
    if (this.#lateness) throw this.#lateness;
    if (done || !frame) throw await this.#crash("it ended without a last frame");
    if (frame.type === "error") throw await this.#failure(frame);
    return frame;
  }

  /** @param withinMs from the decoder's start, of time that counts. A step that is done sooner than a look costs nothing. */
  async #within<T>(withinMs: number, timedOut: (ms: number) => TiroError, step: Promise<T>): Promise<T> {
    const everyMs = Math.min(limits.mediaLookMs, withinMs);
    this.#quiet.resume();
    const looks = setInterval(() => {
      const isLate = this.#quiet.look() >= withinMs;
      if (!isLate && this.#quiet.asleepMs < limits.mediaAsleepMs) return;
      clearInterval(looks);
      this.#lateness = isLate ? timedOut(withinMs) : this.#stoodStill();
      this.#kill();
    }, everyMs);
    try {
      return await step;
    } finally {
      clearInterval(looks);
    }
  }

  #tellWork(): void {
    const micros = this.#process.resourceUsage()?.cpuTime.total ?? 0n;
    this.#onWorked?.(Number(micros) / 1000);
    this.#onWorked = undefined;
  }

  #stoodStill(): DecoderLost {
    childFailures.add({ role: "decoder", cause: "hung" });
    return new DecoderLost(new Error(`media-host: asleep for ${limits.mediaAsleepMs} ms`), STOOD_STILL);
  }

  /** The fault that the host reports: with the file, or with the decoder itself, which only the operator can mend. */
  async #failure({ code, message, hint }: Extract<MediaFrame, { type: "error" }>): Promise<TiroError> {
    if (code !== "internal_error") return new TiroError(code, message, { param: "file" });
    return new TiroError(code, message, {
      ...(hint ? { hint } : {}),
      cause: new Error(`media-host: ${await this.#stderrTail}`),
    });
  }

  /** The host ended, or wrote nonsense: unless somebody else killed it, only the file can be the reason. */
  async #crash(reason: string): Promise<TiroError> {
    await Promise.race([this.#process.exited, Bun.sleep(limits.mediaHostExitMs)]);
    const { signalCode } = this.#process;
    childFailures.add({ role: "decoder", cause: String(signalCode ?? "exit") });
    const killed = signalCode === "SIGKILL" || signalCode === "SIGTERM";
    this.#kill();
    const exitCode = await this.#process.exited;
    const cause = new Error(`media-host: ${reason}; exit ${exitCode}; stderr: ${await this.#stderrTail}`);
    if (exitCode === SANDBOX_FAILURE) {
      throw new TiroError("internal_error", "The decoder could not be started.", {
        cause,
        hint: `tiro doctor says whether this system can confine it: ${(await this.#stderrTail).trim()}`,
      });
    }
    if (killed) return new DecoderLost(cause, KILLED);
    const message = "The file cannot be decoded: it is damaged.";
    return new TiroError("invalid_audio", message, { param: "file", cause });
  }
}

function decodingTimedOut(): TiroError {
  return new TiroError("request_timeout", "Decoding the file took longer than the server allows.", {
    hint: "Raise media.deadline_ms, or send shorter files.",
  });
}

function inspectionTimedOut(withinMs: number): TiroError {
  return new TiroError(
    "request_timeout",
    `Finding out what the file holds took longer than ${withinMs / 1000} s, which no ordinary recording takes.`,
    { param: "file", hint: "If ordinary recordings take so long here, raise media.inspection_deadline_ms." },
  );
}

async function* framesOf(stdout: ReadableStream<Uint8Array>): AsyncGenerator<MediaFrame> {
  const parser = new FrameParser();
  for await (const bytes of stdout) yield* parser.push(bytes);
}
