/** One speaker host from the parent's side: started for one recording, watched, and killed when it is done with. */
import { limits } from "../../config/limits.ts";
import type { Logger } from "../../lib/logger.ts";
import { QuietTime } from "../../lib/quiet-time.ts";
import { type ChildProgram, childFailures } from "../../lib/sandbox.ts";
import type { AudioStream, AudioStreamListener } from "../carried-recording.ts";
import { type HostExit, HostProcess } from "../host-process.ts";
import {
  beatSchema,
  decodeJson,
  encodeFrame,
  encodeJson,
  FRAME,
  type Frame,
  failedSchema,
  loadingSchema,
  readySchema,
} from "../protocol.ts";
import { type SpeakerInit, type SpeakerSettled, speakerSettledSchema } from "./speaker-protocol.ts";

export interface SpeakerProcessOptions {
  program: ChildProgram;
  init: SpeakerInit;
  /** Silence for this long ends it: while it loads, and afterwards. */
  startDeadlineMs: number;
  stallTimeoutMs: number;
  memoryLimitBytes: number;
  logger: Logger;
  /** Called once, when nothing more comes and the process is gone or killed. */
  onOver: () => void;
}

/** A host has one recording, so its streams need no numbers. */
const STREAM = 1;

export class SpeakerProcess implements AudioStream {
  readonly #options: SpeakerProcessOptions;
  readonly #listener: AudioStreamListener<SpeakerSettled>;
  readonly id = STREAM;
  readonly #host: HostProcess;
  readonly #quiet: QuietTime;
  readonly #watch: ReturnType<typeof setInterval>;
  #ready = false;
  #over = false;

  /** @throws when the command cannot be started at all. */
  constructor(
    options: SpeakerProcessOptions,
    startSample: number,
    listener: AudioStreamListener<SpeakerSettled>,
  ) {
    this.#options = options;
    this.#listener = listener;
    this.#host = new HostProcess(options.program, {
      onFrame: (frame) => this.#receive(frame),
      onExit: (exit) => this.#exited(exit),
    });
    this.#quiet = new QuietTime(this.#host.pid, 2 * limits.engineWatchMs);
    this.#watch = setInterval(() => this.#look(), limits.engineWatchMs);
    this.#host.send(encodeJson(FRAME.init, 0, options.init));
    this.#host.send(encodeJson(FRAME.open, STREAM, { startSample }));
  }

  send(frame: Uint8Array): void {
    if (!this.#over) this.#host.send(frame);
  }

  end(): void {
    if (!this.#over) this.#host.send(encodeFrame(FRAME.end, STREAM));
  }

  abort(): void {
    this.#finish();
  }

  #receive(frame: Frame): void {
    if (this.#over) return;
    switch (frame.type) {
      case FRAME.loading:
        decodeJson(loadingSchema, frame.payload);
        break;
      case FRAME.ready: {
        const { pid, loadMs } = decodeJson(readySchema, frame.payload);
        this.#ready = true;
        this.#options.logger.debug("speaker_host_ready", { pid, model: this.#options.init.model.id, loadMs });
        break;
      }
      case FRAME.beat:
        this.#noteMemory(decodeJson(beatSchema, frame.payload).rssBytes);
        break;
      case FRAME.settled:
        this.#listener.settled(decodeJson(speakerSettledSchema, frame.payload));
        break;
      case FRAME.done:
        this.#finish();
        this.#listener.done();
        break;
      case FRAME.failed: {
        const { message } = decodeJson(failedSchema, frame.payload);
        this.#host.kill(`failed: ${message}`);
        break;
      }
      default:
        // Thrown, it ends the connection: nothing that such a host says afterwards is believed.
        throw new Error(`sent a frame of type ${frame.type}, which is not a host's to send`);
    }
    this.#quiet.sign();
  }

  #noteMemory(rssBytes: number): void {
    const { memoryLimitBytes } = this.#options;
    if (rssBytes > memoryLimitBytes)
      this.#host.kill(`was over its memory limit of ${memoryLimitBytes} bytes`);
  }

  #look(): void {
    const silenceMs = this.#ready ? this.#options.stallTimeoutMs : this.#options.startDeadlineMs;
    if (this.#quiet.look() > silenceMs) this.#host.kill(`gave no sign of life for ${silenceMs} ms`);
  }

  #exited({ what, signal, stderrTail }: HostExit): void {
    if (this.#over) return;
    this.#finish();
    childFailures.add({ role: "speakers", cause: signal ?? "exit" });
    const said = stderrTail.trim();
    this.#options.logger.error("speaker_host_ended", { pid: this.#host.pid, what, stderr: said });
    this.#listener.gone(`the speaker host ${what}; it said: ${said || "nothing"}`, false);
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    clearInterval(this.#watch);
    this.#host.kill("is done with");
    this.#options.onOver();
  }
}
