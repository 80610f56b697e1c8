/** A broker in memory that loses, doubles, delays and holds back messages as set. */
import type { Broker } from "../../src/engine/workers/bus.ts";

/** The fate of a message; a delayed one comes after so many others. */
export type Fate = "arrives" | "is lost" | "comes twice" | { delay: number };

interface Waiting {
  subject: string;
  message: Uint8Array;
  /** Deliveries until it comes. */
  delay: number;
}

export class MemoryBus {
  /** Asked for each message; tests put their own here. */
  fateOf: (subject: string, message: Uint8Array) => Fate = () => "arrives";
  /** All that was ever published, as a listener on `>` has it. */
  readonly recorded: { subject: string; message: Uint8Array }[] = [];
  readonly #subscribers = new Map<string, Set<(message: Uint8Array) => void>>();
  #waiting: Waiting[] = [];
  #holds = false;
  #planned = false;

  connect(): MemoryBroker {
    return new MemoryBroker(this);
  }

  /** Nothing arrives until it is released; then all of it does. */
  hold(): void {
    this.#holds = true;
  }

  release(): void {
    this.#holds = false;
    this.#plan();
  }

  /** Drops messages on their way. */
  forget(): void {
    this.#waiting = [];
  }

  publish(subject: string, bytes: Uint8Array): void {
    // A real connection takes the bytes over at once.
    const message = Uint8Array.from(bytes);
    this.recorded.push({ subject, message });
    const fate = this.fateOf(subject, message);
    if (fate === "is lost") return;
    const delay = typeof fate === "object" ? fate.delay : 0;
    this.#waiting.push({ subject, message, delay });
    if (fate === "comes twice") this.#waiting.push({ subject, message, delay: 1 });
    this.#plan();
  }

  subscribe(subject: string, onMessage: (message: Uint8Array) => void): () => void {
    const subscribers = this.#subscribers.get(subject) ?? new Set();
    this.#subscribers.set(subject, subscribers.add(onMessage));
    return () => subscribers.delete(onMessage);
  }

  #plan(): void {
    if (this.#planned) return;
    this.#planned = true;
    queueMicrotask(() => this.#deliver());
  }

  #deliver(): void {
    this.#planned = false;
    if (this.#holds) return;
    const next = this.#waiting.findIndex(({ delay }) => delay <= 0);
    const [arrived] = this.#waiting.splice(Math.max(next, 0), 1);
    if (!arrived) return;
    for (const waiting of this.#waiting) waiting.delay--;
    for (const onMessage of this.#subscribers.get(arrived.subject) ?? [])
      onMessage(Uint8Array.from(arrived.message));
    this.#plan();
  }
}

export class MemoryBroker implements Broker {
  readonly #bus: MemoryBus;
  readonly #listeners = new Set<() => void>();
  readonly #subscriptions = new Set<() => void>();
  isConnected = true;
  readonly serverVersion = "2.12.7";

  constructor(bus: MemoryBus) {
    this.#bus = bus;
  }

  get problem(): string | null {
    return this.isConnected ? null : "The broker does not answer.";
  }

  publish(subject: string, message: Uint8Array): void {
    if (!this.isConnected) throw new Error("the connection to the broker is broken");
    this.#bus.publish(subject, message);
  }

  subscribe(subject: string, onMessage: (message: Uint8Array) => void): () => void {
    const end = this.#bus.subscribe(subject, (message) => {
      if (this.isConnected) onMessage(message);
    });
    this.#subscriptions.add(end);
    return end;
  }

  onChange(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  /** Breaks the connection, or makes it anew. */
  setConnected(isConnected: boolean): void {
    if (isConnected === this.isConnected) return;
    this.isConnected = isConnected;
    for (const changed of [...this.#listeners]) changed();
  }

  /** Nothing is heard of it any more, and it hears nothing. */
  cut(): void {
    for (const end of this.#subscriptions) end();
    this.isConnected = false;
  }

  async close(): Promise<void> {
    for (const end of this.#subscriptions) end();
    this.setConnected(false);
  }
}
