/** Those who read along: server-sent events, each to one reader. One who does not read is ended, and comes back by itself. */
import { type Principal, partyOf } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";

export interface Viewer {
  principal: Principal;
  /** Network address from which they read. */
  address: string;
}

interface Connection extends Viewer {
  controller: ReadableStreamDefaultController<Uint8Array>;
  toldAtMs: number;
  /** Until then only a change can end what lets them read; by the wall clock. */
  admittedUntil: number;
}

/** Until when somebody may read if nothing is changed; a time that is over where they may not. */
type Admission = (viewer: Viewer) => number;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(":\n\n");

export class Viewers {
  readonly #clock: Clock;
  readonly #admission: Admission;
  readonly #connections = new Set<Connection>();

  constructor(clock: Clock, admission: Admission) {
    this.#clock = clock;
    this.#admission = admission;
  }

  get size(): number {
    return this.#connections.size;
  }

  /**
   * @param first what they are told to begin with.
   * @throws TiroError `session_not_found` where they may not read, `concurrency_limit_exceeded`.
   */
  open(viewer: Viewer, first: [event: string, data: object]): ReadableStream<Uint8Array> {
    const admittedUntil = this.#admission(viewer);
    if (admittedUntil <= this.#clock.now()) throw noSuchCaptions();
    this.#assertRoom(viewer.principal);
    let connection: Connection | null = null;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          connection = { ...viewer, controller, toldAtMs: 0, admittedUntil };
          this.#connections.add(connection);
          this.#send(connection, encoder.encode(`retry: ${limits.eventRetryMs}\n\n`));
          this.#send(connection, blockOf(...first));
        },
        cancel: () => {
          if (connection !== null) this.#connections.delete(connection);
        },
      },
      { highWaterMark: limits.captionsStreamBytes, size: (block) => block?.byteLength ?? 0 },
    );
  }

  tell(event: string, data: object): void {
    const block = blockOf(event, data);
    for (const connection of this.#connections) this.#send(connection, block);
  }

  /** Ends those who may read no more. @param onlyDue only those whose time is over. */
  keepAdmitted({ onlyDue }: { onlyDue: boolean }): void {
    const now = this.#clock.now();
    for (const connection of this.#connections) {
      if (onlyDue && connection.admittedUntil > now) continue;
      connection.admittedUntil = this.#admission(connection);
      if (connection.admittedUntil <= now) this.#end(connection);
    }
  }

  endAll(): void {
    for (const connection of this.#connections) this.#end(connection);
  }

  /** Shows each that the server is there. */
  beat(): void {
    const since = this.#clock.monotonic() - limits.eventHeartbeatMs;
    for (const connection of this.#connections)
      if (connection.toldAtMs <= since) this.#send(connection, HEARTBEAT);
  }

  #assertRoom(reader: Principal): void {
    const party = partyOf(reader);
    const own = [...this.#connections].filter(({ principal }) => partyOf(principal) === party).length;
    const { captionsViewers, captionsPerViewer } = limits;
    if (own < captionsPerViewer && this.size < captionsViewers) return;
    throw new TiroError(
      "concurrency_limit_exceeded",
      own < captionsPerViewer
        ? `At most ${captionsViewers} people can read along at once; try again later.`
        : `You read along in ${captionsPerViewer} places already; close one.`,
      { retryAfterSeconds: limits.liveRetrySeconds },
    );
  }

  #send(connection: Connection, block: Uint8Array): void {
    if (!this.#connections.has(connection)) return;
    connection.toldAtMs = this.#clock.monotonic();
    if ((connection.controller.desiredSize ?? 0) < block.byteLength) this.#end(connection);
    else connection.controller.enqueue(block);
  }

  #end(connection: Connection): void {
    if (this.#connections.delete(connection)) connection.controller.close();
  }
}

function blockOf(event: string, data: object): Uint8Array {
  return encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

export function noSuchCaptions(): TiroError {
  return new TiroError("session_not_found", "There are no such captions; ask for a new link.");
}
