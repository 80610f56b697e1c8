/** A stream at a worker: frames of the API machine go to a recognizer of this one, and what it says goes back. */
import { limits } from "../../config/limits.ts";
import type { AudioStream } from "../carried-recording.ts";
import type { HostListener } from "../hosts.ts";
import { encodeFrame, FRAME, type Opening, ProtocolError } from "../protocol.ts";
import type { WorkerSettled } from "./answer-check.ts";
import { WORKER_FRAME } from "./beats.ts";
import type { Channel, WorkerFrame } from "./channel.ts";

/** Opens a stream in a recognizer of this machine. */
export type OpenOnWorker = (
  packId: string,
  checksum: string,
  opening: Opening,
  listener: HostListener<WorkerSettled>,
  signal: AbortSignal,
) => Promise<AudioStream>;

const NOTHING = new Uint8Array(0);
/** Messages that go to the recognizer in order. */
const CARRIED: ReadonlySet<number> = new Set([FRAME.audio, FRAME.text, FRAME.live]);

export class AgentStream {
  readonly channel: Channel;
  readonly isLive: boolean;
  readonly #leave: () => void;
  readonly #stop = new AbortController();
  /** Frames that came before the recognizer had a place; null is the end. */
  readonly #early: (WorkerFrame | null)[] = [];
  #earlyBytes = 0;
  #local: AudioStream | null = null;
  #takenBytes = 0;
  #saidTakenBytes = 0;
  #over = false;

  /** @param leave takes it out of the link. */
  constructor(channel: Channel, opening: Opening, leave: () => void) {
    this.channel = channel;
    this.isLive = opening.live !== undefined;
    this.#leave = leave;
  }

  async open(open: (listener: HostListener<WorkerSettled>, signal: AbortSignal) => Promise<AudioStream>) {
    const listener: HostListener<WorkerSettled> = {
      settled: (settled) => this.#say(FRAME.settled, settled),
      heard: (heard) => this.#say(FRAME.heard, heard),
      done: () => this.#finish(FRAME.done, NOTHING),
      gone: (reason, planned) => this.giveUp(reason, planned),
    };
    try {
      const local = await open(listener, this.#stop.signal);
      if (this.#over) local.abort();
      else this.#begin(local);
    } catch (fault) {
      this.giveUp(fault instanceof Error ? fault.message : String(fault), false);
    }
  }

  /** @throws ProtocolError */
  take(frame: WorkerFrame): void {
    if (this.#over) return;
    if (CARRIED.has(frame.type)) this.#carry(frame);
    else if (frame.type === FRAME.end) this.#end();
    else if (frame.type === FRAME.abort) this.abort();
    else throw new ProtocolError("a frame is none for a worker");
  }

  /** Says why, and takes no more. */
  giveUp(reason: string, planned: boolean): void {
    const gone = { reason: reason.slice(0, limits.workerReasonChars), planned };
    this.#finish(WORKER_FRAME.gone, Buffer.from(JSON.stringify(gone)));
  }

  /** Nobody listens any more. */
  abort(): void {
    if (this.#over) return;
    this.#over = true;
    this.#leave();
    this.#early.length = 0;
    this.#stop.abort(new Error("the stream was given up"));
    this.#local?.abort();
  }

  #begin(local: AudioStream): void {
    this.#local = local;
    for (const frame of this.#early.splice(0))
      if (frame === null) local.end();
      else this.#carry(frame);
  }

  #carry(frame: WorkerFrame): void {
    const { type, payload } = frame;
    if (this.#local === null) {
      this.#earlyBytes += payload.byteLength;
      if (this.#earlyBytes > limits.workerWindowBytes + limits.engineFrameBytes)
        throw new ProtocolError("more was sent than is taken");
      this.#early.push(frame);
      return;
    }
    this.#local.send(encodeFrame(type as typeof FRAME.audio, this.#local.id, payload));
    this.#takenBytes += payload.byteLength;
    if (this.#takenBytes - this.#saidTakenBytes < limits.workerTakenBytes) return;
    this.#saidTakenBytes = this.#takenBytes;
    this.#say(WORKER_FRAME.taken, { bytes: this.#takenBytes });
  }

  #end(): void {
    if (this.#local) this.#local.end();
    else this.#early.push(null);
  }

  #say(type: number, value: unknown): void {
    if (!this.#over) this.#publish(type, Buffer.from(JSON.stringify(value)));
  }

  #finish(type: number, payload: Uint8Array): void {
    if (this.#over) return;
    this.#publish(type, payload);
    this.abort();
  }

  /** A broken connection ends the link, and with it this stream. */
  #publish(type: number, payload: Uint8Array): void {
    try {
      this.channel.send(type, payload);
    } catch {
      this.abort();
    }
  }
}
