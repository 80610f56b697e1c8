/** A recording's place on a worker. Frames wait here until the worker has taken those before: a broker drops what piles up. */
import { limits } from "../../config/limits.ts";
import type { AudioStream } from "../carried-recording.ts";
import type { HostListener } from "../hosts.ts";
import { FRAME, framePayload } from "../protocol.ts";
import { type AnswerCheck, UntrueAnswer, type WorkerSettled } from "./answer-check.ts";
import { goneSchema, parsed, takenSchema, WORKER_FRAME } from "./beats.ts";
import type { Channel, WorkerFrame } from "./channel.ts";
import type { LinkStream } from "./link.ts";

export interface RemoteStreamOptions<S extends WorkerSettled> {
  channel: Channel;
  check: AnswerCheck<S>;
  listener: HostListener<S>;
  /** For its listener's reasons. */
  worker: string;
  isLive: boolean;
  /** Of the recording, settled since the last call. */
  onSettled(seconds: number): void;
  /** Its place is free. @param lost whether it was not finished. */
  onOver(lost: "in order" | "unplanned" | null): void;
  /** Takes it out of the link. */
  leave(): void;
}

const FRAME_TYPE_AT = 4;
const NOTHING = new Uint8Array(0);

export class RemoteStream<S extends WorkerSettled> implements AudioStream, LinkStream {
  readonly id = 0;
  readonly #options: RemoteStreamOptions<S>;
  /** Whole frames, as they were made for a host of this machine. */
  readonly #waiting: { type: number; payload: Uint8Array }[] = [];
  #sentBytes = 0;
  #takenBytes = 0;
  #settledSeconds = 0;
  /** Ticks without an answer that the worker owes. */
  #silent = 0;
  #over = false;

  constructor(options: RemoteStreamOptions<S>) {
    this.#options = options;
  }

  get channel(): Channel {
    return this.#options.channel;
  }

  get isLive(): boolean {
    return this.#options.isLive;
  }

  send(frame: Uint8Array): void {
    const whole = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
    this.#queue(whole.readUInt8(FRAME_TYPE_AT), framePayload(whole));
  }

  end(): void {
    this.#queue(FRAME.end, NOTHING);
  }

  abort(): void {
    if (this.#over) return;
    this.#options.leave();
    this.#finish(null);
    this.#publish(FRAME.abort, NOTHING);
  }

  tick(): void {
    const owes = this.#options.check.owesAnswer || this.#waiting.length > 0;
    this.#silent = owes ? this.#silent + 1 : 0;
    if (this.#silent <= limits.workerSilentBeats) return;
    this.#options.leave();
    this.lost("it gives no answer", false);
  }

  noteMessage(bytes: number): void {
    this.#options.check.noteAnswer(bytes);
  }

  take({ type, payload }: WorkerFrame): void {
    const { check, listener, leave } = this.#options;
    switch (type) {
      case FRAME.settled: {
        const settled = check.settled(payload);
        this.#options.onSettled(check.settledSeconds - this.#settledSeconds);
        this.#settledSeconds = check.settledSeconds;
        this.#silent = 0;
        listener.settled(settled);
        break;
      }
      case FRAME.heard: {
        const heard = check.heard(payload);
        this.#silent = 0;
        listener.heard?.(heard);
        break;
      }
      case WORKER_FRAME.taken:
        this.#noteTaken(parsed(takenSchema, payload)?.bytes ?? -1);
        break;
      case FRAME.done:
        check.done();
        leave();
        this.#finish(null);
        listener.done();
        break;
      case WORKER_FRAME.gone: {
        const gone = parsed(goneSchema, payload);
        if (gone === null) throw new UntrueAnswer("sends answers of another shape");
        leave();
        this.lost(gone.reason, gone.planned);
        break;
      }
      default:
        throw new UntrueAnswer("sends answers of another shape");
    }
  }

  lost(reason: string, planned: boolean): void {
    if (this.#over) return;
    const { worker, listener } = this.#options;
    this.#finish(planned ? "in order" : "unplanned");
    listener.gone(`the worker ${worker}: ${reason}`, planned);
  }

  #queue(type: number, payload: Uint8Array): void {
    if (this.#over) return;
    this.#waiting.push({ type, payload });
    this.#sendOn();
  }

  /** As much as the window takes. A frame that is longer waits until the worker has said what it has taken. */
  #sendOn(): void {
    while (!this.#over && this.#waiting.length > 0) {
      const untaken = this.#sentBytes - this.#takenBytes;
      const next = this.#waiting[0]?.payload.byteLength ?? 0;
      if (untaken >= limits.workerTakenBytes && untaken + next > limits.workerWindowBytes) return;
      const { type, payload } = this.#waiting.shift() as { type: number; payload: Uint8Array };
      this.#sentBytes += payload.byteLength;
      this.#options.check.noteSent(type, payload.byteLength);
      if (!this.#publish(type, payload)) {
        this.#options.leave();
        this.lost("the connection to the broker broke", true);
      }
    }
  }

  #noteTaken(bytes: number): void {
    if (bytes < this.#takenBytes || bytes > this.#sentBytes)
      throw new UntrueAnswer("has taken what it was not sent");
    this.#takenBytes = bytes;
    this.#sendOn();
  }

  #publish(type: number, payload: Uint8Array): boolean {
    try {
      this.channel.send(type, payload);
      return true;
    } catch {
      // A broken connection has lost more than this message; the bus reports it.
      return false;
    }
  }

  #finish(lost: "in order" | "unplanned" | null): void {
    this.#over = true;
    this.#waiting.length = 0;
    this.#options.onOver(lost);
  }
}
