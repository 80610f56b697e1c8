/**
 * The engine host: a process with one loaded model, spoken to over a socket that it was given as fd 3. It
 * ends when that socket closes, so that it never outlives its parent.
 */
import { setImmediate } from "node:timers";
import { keepFreedMemory, returnUnusedMemory } from "../../../native/memory.ts";
import { limits } from "../../config/limits.ts";
import { type FrameSocket, HOST_SOCKET_FD, openFrameSocket } from "../frame-socket.ts";
import { liveControlSchema } from "../live-protocol.ts";
import {
  decodeJson,
  encodeFrame,
  encodeJson,
  FRAME,
  type Frame,
  type HostInit,
  initSchema,
  limitSchema,
  openSchema,
} from "../protocol.ts";
import { HostLiveStream } from "./live/host-live-stream.ts";
import { type HostParts, loadParts } from "./load.ts";
import { setNiceness } from "./niceness.ts";

/** Serves until the socket closes, then ends the process. */
export async function runEngineHost(): Promise<void> {
  let host: EngineHost | null = null;
  const socket: FrameSocket = await openFrameSocket(HOST_SOCKET_FD, {
    onFrame: (frame) => {
      if (host) host.receive(frame);
      else if (frame.type === FRAME.init) void start(decodeJson(initSchema, frame.payload));
      else throw new Error("the first frame must be init");
    },
    onClose: (fault) => {
      if (fault) console.error(`engine host: ${fault.message}`);
      process.exit(fault ? 1 : 0);
    },
  });
  const start = async (init: HostInit) => {
    const startedAt = performance.now();
    try {
      setNiceness(init.niceness);
      const parts = await loadParts(init, (stage, doneBytes) =>
        socket.send(encodeJson(FRAME.loading, 0, { stage, doneBytes })),
      );
      host = new EngineHost(socket, parts);
    } catch (fault) {
      console.error(`engine host: ${fault instanceof Error ? fault.message : String(fault)}`);
      process.exit(1);
    }
    const loadMs = Math.round(performance.now() - startedAt);
    socket.send(
      encodeJson(FRAME.ready, 0, { pid: process.pid, rssBytes: process.memoryUsage.rss(), loadMs }),
    );
    // At rest nothing else would collect what loading and the warm-up left behind.
    Bun.gc(true);
    returnUnusedMemory();
  };
}

const RANKS = { live: 0, interactive: 2, batch: 4 } as const;

class EngineHost {
  readonly #socket: FrameSocket;
  readonly #parts: HostParts;
  readonly #streams = new Map<number, ReturnType<HostParts["openStream"]>>();
  #turnPlanned = false;
  #turns = 0;
  /** Round robin: the batch stream after this one is heard next. */
  #lastHeard = 0;
  #lastBeatAt = 0;
  /** The work that was done when it last gave memory back. */
  #restedAfter = 0;

  constructor(socket: FrameSocket, parts: HostParts) {
    this.#socket = socket;
    this.#parts = parts;
    setInterval(() => this.#beat(), limits.engineHostBusyBeatMs);
  }

  receive(frame: Frame): void {
    const stream = this.#streams.get(frame.stream);
    switch (frame.type) {
      case FRAME.open:
        this.#open(frame);
        break;
      case FRAME.audio:
      case FRAME.text:
        stream?.append(frame.payload);
        break;
      case FRAME.live:
        if (stream instanceof HostLiveStream) stream.control(decodeJson(liveControlSchema, frame.payload));
        break;
      case FRAME.end:
        stream?.end();
        break;
      case FRAME.abort:
        this.#close(frame.stream);
        break;
      case FRAME.limit:
        this.#parts.decodes.setParallel(decodeJson(limitSchema, frame.payload).parallelDecodes);
        break;
      default:
        throw new Error(`frame type ${frame.type} is not for a host`);
    }
    this.#planTurn();
  }

  #open(frame: Frame): void {
    const id = frame.stream;
    if (this.#streams.size >= limits.engineStreamsPerHost) throw new Error("more streams than agreed");
    if (this.#streams.size === 0) keepFreedMemory();
    const stream = this.#parts.openStream(decodeJson(openSchema, frame.payload), {
      settled: (settled) => this.#socket.send(encodeJson(FRAME.settled, id, settled)),
      heard: (heard) => this.#socket.send(encodeJson(FRAME.heard, id, heard)),
      woken: () => this.#planTurn(),
      done: () => {
        this.#close(id);
        this.#socket.send(encodeFrame(FRAME.done, id));
      },
      failed: (fault) => {
        this.#close(id);
        this.#socket.send(encodeJson(FRAME.failed, id, { message: String(fault) }));
      },
    });
    this.#streams.set(id, stream);
  }

  #close(id: number): void {
    this.#streams.get(id)?.close();
    this.#streams.delete(id);
  }

  #planTurn(): void {
    if (this.#turnPlanned) return;
    this.#turnPlanned = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#turnPlanned = false;
    const id = this.#nextStream();
    if (id === null) return;
    this.#turns++;
    this.#lastHeard = id;
    const until = performance.now() + limits.engineHostTurnMs;
    this.#streams.get(id)?.work(() => performance.now() >= until);
    this.#planTurn();
  }

  /** Live streams before dictations before batch work, each kind in turn. */
  #nextStream(): number | null {
    let best: { id: number; rank: number } | null = null;
    for (const [id, stream] of this.#streams) {
      if (!stream.hasWork) continue;
      const rank = RANKS[stream.lane] + (id > this.#lastHeard ? 0 : 1);
      if (!best || rank < best.rank) best = { id, rank };
    }
    return best?.id ?? null;
  }

  #beat(): void {
    const idle = this.#parts.decodes.idle && this.#nextStream() === null;
    const now = performance.now();
    if (this.#streams.size === 0 && now - this.#lastBeatAt < limits.engineHostIdleBeatMs) return;
    this.#lastBeatAt = now;
    const { decodes, stepsDone } = this.#parts;
    const workDone = this.#turns + decodes.workDone + stepsDone();
    if (this.#streams.size === 0 && workDone !== this.#restedAfter) {
      this.#restedAfter = workDone;
      this.#rest();
    }
    this.#socket.send(encodeJson(FRAME.beat, 0, { workDone, idle, rssBytes: process.memoryUsage.rss() }));
  }

  /** Add-ons free collected objects a turn of the event loop later. */
  #rest(): void {
    Bun.gc(true);
    setImmediate(() => {
      if (this.#streams.size === 0) returnUnusedMemory();
    });
  }
}
