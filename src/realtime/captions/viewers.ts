/** Those who read along with one stream, by server-sent events. */
import { type Principal, partyOf } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { EventConnection, eventBlock } from "../../work/events/connection.ts";

export interface Viewer {
  principal: Principal;
  /** Network address from which they read. */
  address: string;
}

interface Reader extends Viewer {
  connection: EventConnection;
  /** Until then only a change can end what lets them read; by the wall clock. */
  admittedUntil: number;
}

/** Until when somebody may read if nothing is changed; a time that is over where they may not. */
type Admission = (viewer: Viewer) => number;

export class Viewers {
  readonly #clock: Clock;
  readonly #admission: Admission;
  readonly #readers = new Set<Reader>();

  constructor(clock: Clock, admission: Admission) {
    this.#clock = clock;
    this.#admission = admission;
  }

  get size(): number {
    return this.#readers.size;
  }

  /**
   * @param first the first event that they get.
   * @throws TiroError `session_not_found` if they may not read, `concurrency_limit_exceeded`.
   */
  open(viewer: Viewer, first: [event: string, data: object]): ReadableStream<Uint8Array> {
    const admittedUntil = this.#admission(viewer);
    if (admittedUntil <= this.#clock.now()) throw noSuchCaptions();
    this.#assertRoom(viewer.principal);
    const connection = new EventConnection(limits.captionsStreamBytes, () => this.#readers.delete(reader));
    const reader = { ...viewer, connection, admittedUntil };
    this.#readers.add(reader);
    connection.send(blockOf(...first));
    return connection.body;
  }

  tell(event: string, data: object): void {
    const block = blockOf(event, data);
    for (const { connection } of this.#readers) connection.send(block);
  }

  /** Ends those who may read no more. @param onlyDue only those whose time is over. */
  keepAdmitted({ onlyDue }: { onlyDue: boolean }): void {
    const now = this.#clock.now();
    for (const reader of this.#readers) {
      if (onlyDue && reader.admittedUntil > now) continue;
      reader.admittedUntil = this.#admission(reader);
      if (reader.admittedUntil <= now) reader.connection.end();
    }
  }

  endAll(): void {
    for (const { connection } of this.#readers) connection.end();
  }

  beat(): void {
    for (const { connection } of this.#readers) connection.beat();
  }

  #assertRoom(reader: Principal): void {
    const party = partyOf(reader);
    const own = [...this.#readers].filter(({ principal }) => partyOf(principal) === party).length;
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
}

function blockOf(event: string, data: object): Uint8Array {
  return eventBlock(event, JSON.stringify(data));
}

export function noSuchCaptions(): TiroError {
  return new TiroError("session_not_found", "There are no such captions; ask for a new link.");
}
