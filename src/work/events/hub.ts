/**
 * Sends listeners events, also those that they missed. Only what somebody listens to, or did a moment
 * ago, is remembered, and of each topic the newest events alone: memory grows with connections, not with work.
 */
import { randomBytes } from "node:crypto";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";

export const EVENT_TYPES = [
  "job",
  "dictation",
  "recording",
  "customizations",
  "template",
  "proposal",
  "settings",
  "key",
  "grant",
  "administration_task",
  "recognition",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface HubEvent {
  /** Grows by one with every event of the server. */
  sequence: number;
  /** `evt_…`: which run of the server, and the sequence. */
  id: string;
  type: EventType;
  /** JSON, on one line; ids and states, never content. */
  data: string;
}

export type Listener = (event: HubEvent) => void;

export interface Subscription {
  /** The events after the last one that the listener has; null if they are not all remembered. */
  missed: HubEvent[] | null;
  /** The id of the newest event now. */
  at: string;
  end(): void;
}

interface Topic {
  listeners: Set<Listener>;
  events: HubEvent[];
  /** It remembers everything after this one. */
  knownAfter: number;
  /** When its last listener left. */
  leftAt: number;
}

/** Where events are published. */
export interface EventSink {
  /** Listeners to several of the topics get an event once. */
  publish(topics: readonly string[], type: EventType, data: Record<string, unknown>): void;
}

export class EventHub implements EventSink {
  readonly #clock: Clock;
  readonly #topics = new Map<string, Topic>();
  readonly #run = randomBytes(8).toString("hex");
  #sequence = 0;
  #sweepAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Topics that are listened to or remembered. */
  get size(): number {
    return this.#topics.size;
  }

  /** Whether somebody listens to it now. */
  isHeard(name: string): boolean {
    return (this.#topics.get(name)?.listeners.size ?? 0) > 0;
  }

  /** Sent to current listeners, and not to those who reconnect: data that is read anew anyway takes no memory. */
  publishPassing(name: string, type: EventType, data: Record<string, unknown>): void {
    const listeners = this.#topics.get(name)?.listeners;
    if (listeners === undefined || listeners.size === 0) return;
    const event = this.#next(type, data);
    for (const listener of listeners) listener(event);
  }

  publish(names: readonly string[], type: EventType, data: Record<string, unknown>): void {
    const heard = names.flatMap((name) => this.#topics.get(name) ?? []);
    if (heard.length === 0) return;
    const event = this.#next(type, data);
    for (const topic of heard) remember(topic, event);
    for (const listener of new Set(heard.flatMap(({ listeners }) => [...listeners]))) listener(event);
  }

  /** @param lastId of the last event that the listener knows; null if it begins. */
  subscribe(names: readonly string[], listener: Listener, lastId: string | null = null): Subscription {
    this.#sweep();
    const after = lastId === null ? null : this.#sequenceOf(lastId);
    const missed = lastId === null ? [] : this.#missed(names, after);
    const own = names.map((name) => this.#topic(name));
    for (const topic of own) topic.listeners.add(listener);
    const end = () => {
      for (const topic of own) {
        topic.listeners.delete(listener);
        topic.leftAt = this.#clock.monotonic();
      }
    };
    return { missed, at: this.#idOf(this.#sequence), end };
  }

  #next(type: EventType, data: Record<string, unknown>): HubEvent {
    this.#sequence += 1;
    const sequence = this.#sequence;
    return { sequence, id: this.#idOf(sequence), type, data: JSON.stringify(data) };
  }

  #missed(names: readonly string[], after: number | null): HubEvent[] | null {
    const known = names.flatMap((name) => this.#topics.get(name) ?? []);
    if (after === null || known.length < names.length) return null;
    if (known.some(({ knownAfter }) => knownAfter > after)) return null;
    const events = new Map<number, HubEvent>();
    for (const topic of known)
      for (const event of topic.events) if (event.sequence > after) events.set(event.sequence, event);
    if (events.size > limits.eventsRemembered) return null;
    return [...events.values()].sort((one, other) => one.sequence - other.sequence);
  }

  #topic(name: string): Topic {
    const known = this.#topics.get(name);
    if (known) return known;
    const topic = { listeners: new Set<Listener>(), events: [], knownAfter: this.#sequence, leftAt: 0 };
    this.#topics.set(name, topic);
    return topic;
  }

  /** Forgets topics that had no listener for a while. */
  #sweep(): void {
    const now = this.#clock.monotonic();
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + limits.eventSweepMs;
    for (const [name, { listeners, leftAt }] of this.#topics)
      if (listeners.size === 0 && now - leftAt >= limits.eventResumeMs) this.#topics.delete(name);
  }

  #idOf(sequence: number): string {
    return `evt_${this.#run}${sequence.toString(16).padStart(16, "0")}`;
  }

  /** Null if it is of another run of the server, or none. */
  #sequenceOf(id: string): number | null {
    if (!id.startsWith(`evt_${this.#run}`) || !/^evt_[0-9a-f]{32}$/.test(id)) return null;
    const sequence = Number.parseInt(id.slice(-16), 16);
    return sequence <= this.#sequence ? sequence : null;
  }
}

function remember(topic: Topic, event: HubEvent): void {
  topic.events.push(event);
  if (topic.events.length <= limits.eventsRemembered) return;
  topic.knownAfter = topic.events.shift()?.sequence ?? topic.knownAfter;
}
