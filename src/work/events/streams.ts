/**
 * Server-sent events (WHATWG HTML, "Server-sent events"): streams of one listener each. A stream that its client does
 * not read is ended, not buffered: the client comes back and is told what it missed.
 */
import { setImmediate } from "node:timers/promises";
import { credentialHolds, type HoldsDeps } from "../../accounts/credential-holds.ts";
import { type Principal, partyOf } from "../../accounts/principal.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { Recurring } from "../../lib/recurring.ts";
import type { EventHub, HubEvent, Subscription } from "./hub.ts";
import { topicsOf } from "./topics.ts";

export interface StreamsDeps extends HoldsDeps {
  hub: EventHub;
  logger: Logger;
}

interface Stream {
  principal: Principal;
  controller: ReadableStreamDefaultController<Uint8Array>;
  subscription: Subscription | null;
  openedAt: number;
}

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(":\n\n");

export class EventStreams {
  readonly #deps: StreamsDeps;
  readonly #streams = new Set<Stream>();
  readonly #ofParty = new Map<string, number>();
  readonly #heartbeat: Recurring;
  #closed = false;

  constructor(deps: StreamsDeps) {
    this.#deps = deps;
    this.#heartbeat = new Recurring({
      everyMs: limits.eventHeartbeatMs,
      failure: "event_heartbeat_failed",
      logger: deps.logger,
      work: () => this.beat(),
    });
  }

  get size(): number {
    return this.#streams.size;
  }

  start(): void {
    this.#heartbeat.repeat();
  }

  /**
   * @param lastId of the last event that the client knows; null where it begins.
   * @throws TiroError `concurrency_limit_exceeded`, `shutting_down`.
   */
  open(principal: Principal, lastId: string | null): ReadableStream<Uint8Array> {
    this.#assertRoom(partyOf(principal));
    let stream: Stream | null = null;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          stream = this.#begin(principal, controller, lastId);
        },
        cancel: () => {
          if (stream !== null) this.#forget(stream);
        },
      },
      { highWaterMark: limits.eventStreamBytes, size: (block) => block?.byteLength ?? 0 },
    );
  }

  /** Shows each connection that the server is there, and ends those that have lasted long enough or may no more listen. */
  async beat(): Promise<void> {
    const now = this.#deps.clock.monotonic();
    await this.#each((stream) => {
      const isOver = now - stream.openedAt >= limits.eventStreamMs;
      if (isOver || !credentialHolds(this.#deps, stream.principal)) this.#end(stream);
      else this.#send(stream, HEARTBEAT);
    });
  }

  endThoseWhoMayNot(): Promise<void> {
    return this.#each((stream) => {
      if (!credentialHolds(this.#deps, stream.principal)) this.#end(stream);
    });
  }

  /** Some at a time: a thousand at once would hold everybody up for some 50 ms. */
  async #each(work: (stream: Stream) => void): Promise<void> {
    let count = 0;
    for (const stream of [...this.#streams]) {
      work(stream);
      count += 1;
      if (count % limits.eventStreamsAtOnce === 0) await setImmediate();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const stream of this.#streams) this.#end(stream);
    await this.#heartbeat.close();
  }

  #begin(principal: Principal, controller: Stream["controller"], lastId: string | null): Stream {
    const { hub, db, clock } = this.#deps;
    const stream: Stream = { principal, controller, subscription: null, openedAt: clock.monotonic() };
    this.#streams.add(stream);
    const party = partyOf(principal);
    this.#ofParty.set(party, (this.#ofParty.get(party) ?? 0) + 1);
    const tell = (event: HubEvent) => this.#send(stream, textOf(event));
    const subscription = hub.subscribe(topicsOf(db, principal), tell, lastId);
    stream.subscription = subscription;
    const { missed, at } = subscription;
    this.#send(stream, encoder.encode(`retry: ${limits.eventRetryMs}\n\n`));
    // From here on the client can resume; one that missed too much reads everything anew.
    if (missed === null) this.#send(stream, encoder.encode(`event: reset\nid: ${at}\ndata: {}\n\n`));
    else if (lastId === null) this.#send(stream, encoder.encode(`event: ready\nid: ${at}\ndata: {}\n\n`));
    else for (const event of missed) tell(event);
    return stream;
  }

  #send(stream: Stream, block: Uint8Array): void {
    if (!this.#streams.has(stream)) return;
    if ((stream.controller.desiredSize ?? 0) < block.byteLength) this.#end(stream);
    else stream.controller.enqueue(block);
  }

  #end(stream: Stream): void {
    if (!this.#forget(stream)) return;
    stream.controller.close();
  }

  #forget(stream: Stream): boolean {
    if (!this.#streams.delete(stream)) return false;
    stream.subscription?.end();
    const party = partyOf(stream.principal);
    const left = (this.#ofParty.get(party) ?? 1) - 1;
    if (left === 0) this.#ofParty.delete(party);
    else this.#ofParty.set(party, left);
    return true;
  }

  #assertRoom(party: string): void {
    if (this.#closed) throw new TiroError("shutting_down", "The server is stopping; try again in a moment.");
    const most = limits.eventStreamsPerPerson;
    if ((this.#ofParty.get(party) ?? 0) >= most)
      throw new TiroError(
        "concurrency_limit_exceeded",
        `At most ${most} streams of events may be open for one person; close some.`,
        { retryAfterSeconds: limits.eventStreamsRetrySeconds },
      );
    if (this.size >= limits.eventStreams)
      throw new TiroError(
        "concurrency_limit_exceeded",
        `The server has ${limits.eventStreams} streams of events open, the most it may have.`,
        { retryAfterSeconds: limits.eventStreamsRetrySeconds },
      );
  }
}

function textOf({ id, type, data }: HubEvent): Uint8Array {
  return encoder.encode(`event: ${type}\nid: ${id}\ndata: ${data}\n\n`);
}
