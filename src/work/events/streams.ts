/**
 * Server-sent events (WHATWG HTML, "Server-sent events"): streams of one listener each. A stream that its client does
 * not read is ended, not buffered: the client comes back and is told what it missed.
 */
import { setImmediate } from "node:timers/promises";
import { type Principal, partyOf } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { Recurring } from "../../lib/recurring.ts";
import { type AdmissionDeps, admittedUntil } from "./admitted-until.ts";
import type { EventHub, HubEvent, Subscription } from "./hub.ts";
import { topicsOf } from "./topics.ts";

export interface StreamsDeps extends AdmissionDeps {
  hub: EventHub;
  logger: Logger;
}

interface Stream {
  principal: Principal;
  /** Network address of the listener. */
  address: string;
  /** What it may hear as long as it is open; with other rights it must be opened anew. */
  topics: readonly string[];
  /** Until then only a change can end what lets it listen; by the wall clock. */
  admittedUntil: number;
  controller: ReadableStreamDefaultController<Uint8Array>;
  subscription: Subscription | null;
  openedAt: number;
}

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(":\n\n");

export class EventStreams {
  readonly #deps: StreamsDeps;
  readonly #streams = new Set<Stream>();
  /** How many there are of each of `sharesOf`. */
  readonly #open = new Map<string, number>();
  readonly #recurring: readonly Recurring[];
  #closed = false;

  constructor(deps: StreamsDeps) {
    this.#deps = deps;
    const { logger } = deps;
    this.#recurring = [
      new Recurring({
        everyMs: limits.eventHeartbeatMs,
        failure: "event_heartbeat_failed",
        logger,
        work: () => this.beat(),
      }),
      new Recurring({
        everyMs: limits.eventAdmissionLookMs,
        failure: "event_admission_look_failed",
        logger,
        work: () => this.#endThoseWhoseTimeIsOver(),
      }),
    ];
  }

  get size(): number {
    return this.#streams.size;
  }

  start(): void {
    for (const recurring of this.#recurring) recurring.repeat();
  }

  /**
   * @param address network address of the caller.
   * @param lastId of the last event that the client knows; null where it begins.
   * @throws TiroError `concurrency_limit_exceeded`, `shutting_down`.
   */
  open(principal: Principal, address: string, lastId: string | null): ReadableStream<Uint8Array> {
    this.#assertRoom(principal);
    let stream: Stream | null = null;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          stream = this.#begin({ principal, address }, controller, lastId);
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
      if (isOver || !this.#mayListen(stream)) this.#end(stream);
      else this.#send(stream, HEARTBEAT);
    });
  }

  /** After anything was changed. */
  endThoseWhoMayNot(): Promise<void> {
    return this.#each((stream) => {
      if (!this.#mayListen(stream)) this.#end(stream);
    });
  }

  /** Keys and access end without a change. Who was used meanwhile, or logged in again, listens on. */
  #endThoseWhoseTimeIsOver(): Promise<void> {
    const now = this.#deps.clock.now();
    const due = [...this.#streams].filter((stream) => stream.admittedUntil <= now);
    return this.#each((stream) => {
      if (!this.#mayListen(stream)) this.#end(stream);
    }, due);
  }

  #mayListen(stream: Stream): boolean {
    const { principal, address, topics } = stream;
    stream.admittedUntil = admittedUntil(this.#deps, principal, address);
    if (stream.admittedUntil <= this.#deps.clock.now()) return false;
    return Bun.deepEquals(topicsOf(this.#deps.db, principal), topics);
  }

  /** Some at a time: a thousand at once would hold everybody up for some 50 ms. */
  async #each(work: (stream: Stream) => void, streams = [...this.#streams]): Promise<void> {
    let count = 0;
    for (const stream of streams) {
      work(stream);
      count += 1;
      if (count % limits.eventStreamsAtOnce === 0) await setImmediate();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const stream of this.#streams) this.#end(stream);
    await Promise.all(this.#recurring.map((recurring) => recurring.close()));
  }

  #begin(
    listener: Pick<Stream, "principal" | "address">,
    controller: Stream["controller"],
    lastId: string | null,
  ): Stream {
    const { hub, db, clock } = this.#deps;
    const topics = topicsOf(db, listener.principal);
    const stream: Stream = {
      ...listener,
      topics,
      admittedUntil: admittedUntil(this.#deps, listener.principal, listener.address),
      controller,
      subscription: null,
      openedAt: clock.monotonic(),
    };
    this.#streams.add(stream);
    this.#count(listener.principal, 1);
    const tell = (event: HubEvent) => this.#send(stream, textOf(event));
    const subscription = hub.subscribe(topics, tell, lastId);
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
    this.#count(stream.principal, -1);
    return true;
  }

  #count(principal: Principal, by: number): void {
    for (const { of } of sharesOf(principal)) {
      const count = (this.#open.get(of) ?? 0) + by;
      if (count === 0) this.#open.delete(of);
      else this.#open.set(of, count);
    }
  }

  #assertRoom(principal: Principal): void {
    if (this.#closed) throw new TiroError("shutting_down", "The server is stopping; try again in a moment.");
    for (const { of, most, whose } of sharesOf(principal)) {
      if ((this.#open.get(of) ?? 0) < most) continue;
      throw new TiroError(
        "concurrency_limit_exceeded",
        `At most ${most} streams of events may be open for ${whose}; close some.`,
        { retryAfterSeconds: limits.eventStreamsRetrySeconds },
      );
    }
  }
}

/** Of what a stream takes a place; the narrowest first. */
function sharesOf(principal: Principal): { of: string; most: number; whose: string }[] {
  const { accountId, credential } = principal;
  // Counted apart: a key that acts for somebody takes nothing from their browser.
  const of = `${partyOf(principal)} ${credential.method === "browser_session"}`;
  const person = { of, most: limits.eventStreamsPerPerson, whose: "one person" };
  const all = { of: "all", most: limits.eventStreams, whose: "the whole server" };
  if (credential.method === "browser_session") return [person, all];
  const { eventStreamsPerCredential, eventStreamsPerAccount, eventStreams, eventStreamsForBrowsers } = limits;
  return [
    person,
    { of: credential.id, most: eventStreamsPerCredential, whose: "one key or app" },
    { of: `account ${accountId}`, most: eventStreamsPerAccount, whose: "the keys of one account" },
    { of: "programs", most: eventStreams - eventStreamsForBrowsers, whose: "all keys and apps" },
    all,
  ];
}

function textOf({ id, type, data }: HubEvent): Uint8Array {
  return encoder.encode(`event: ${type}\nid: ${id}\ndata: ${data}\n\n`);
}
