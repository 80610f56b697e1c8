/** Streams of server-sent events about what happens on the server, each to one listener. */
import { setImmediate } from "node:timers/promises";
import { type Principal, partyOf } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { Recurring } from "../../lib/recurring.ts";
import { type AdmissionDeps, admittedUntil } from "./admitted-until.ts";
import { EventConnection, eventBlock } from "./connection.ts";
import type { EventHub, HubEvent } from "./hub.ts";
import { topicsOf } from "./topics.ts";

export interface StreamsDeps extends AdmissionDeps {
  hub: EventHub;
  logger: Logger;
}

interface Stream {
  principal: Principal;
  /** Network address of the listener. */
  address: string;
  /** Topics that it may hear while it is open; with other rights it must be opened anew. */
  topics: readonly string[];
  /** Until then only a change can end what lets it listen; by the wall clock. */
  admittedUntil: number;
  connection: EventConnection;
  openedAt: number;
}

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
   * @param lastId of the last event that the client has; null if it begins.
   * @throws TiroError `concurrency_limit_exceeded`, `shutting_down`.
   */
  open(principal: Principal, address: string, lastId: string | null): ReadableStream<Uint8Array> {
    this.#assertRoom(principal);
    const { hub, db, clock } = this.#deps;
    const topics = topicsOf(db, principal);
    const connection = new EventConnection(limits.eventStreamBytes, () => {
      this.#streams.delete(stream);
      this.#count(principal, -1);
      subscription.end();
    });
    const tell = ({ type, data, id }: HubEvent) => connection.send(eventBlock(type, data, id));
    const subscription = hub.subscribe(topics, tell, lastId);
    const until = admittedUntil(this.#deps, principal, address);
    const stream = {
      principal,
      address,
      topics,
      admittedUntil: until,
      connection,
      openedAt: clock.monotonic(),
    };
    this.#streams.add(stream);
    this.#count(principal, 1);
    const { missed, at } = subscription;
    // From here on the client can resume; one that missed too much reads everything anew.
    if (missed === null) connection.send(eventBlock("reset", "{}", at));
    else if (lastId === null) connection.send(eventBlock("ready", "{}", at));
    else for (const event of missed) tell(event);
    return connection.body;
  }

  /** Shows each connection that the server is there, and ends those that have lasted long enough or may no more listen. */
  async beat(): Promise<void> {
    const now = this.#deps.clock.monotonic();
    await this.#each((stream) => {
      const isOver = now - stream.openedAt >= limits.eventStreamMs;
      if (isOver || !this.#mayListen(stream)) stream.connection.end();
      else stream.connection.beat();
    });
  }

  /** After anything was changed. */
  endThoseWhoMayNot(): Promise<void> {
    return this.#each((stream) => {
      if (!this.#mayListen(stream)) stream.connection.end();
    });
  }

  /** Keys and access end without a change. Callers whose key was used meanwhile, or who logged in again, keep listening. */
  #endThoseWhoseTimeIsOver(): Promise<void> {
    const now = this.#deps.clock.now();
    const due = [...this.#streams].filter((stream) => stream.admittedUntil <= now);
    return this.#each((stream) => {
      if (!this.#mayListen(stream)) stream.connection.end();
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
    for (const { connection } of this.#streams) connection.end();
    await Promise.all(this.#recurring.map((recurring) => recurring.close()));
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
