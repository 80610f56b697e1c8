/**
 * The connection to the broker. Each attempt is a connection of its own: the library's reconnecting sends later what was
 * published while there was none, and a message that was held back must never arrive as if it were new.
 */
import { isIP } from "node:net";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import type { ConnectionOptions, NatsConnection, Subscription } from "@nats-io/transport-node";
import { limits } from "../../config/limits.ts";
import type { Logger } from "../../lib/logger.ts";
import { isLoopback } from "../../lib/network.ts";
import type { Broker } from "./bus.ts";

export interface BrokerOptions {
  /** `tls://HOST:PORT`; `nats://HOST:PORT`, without TLS, on this machine only. */
  url: string;
  /** PEM: who vouches for the broker, and what this machine shows. */
  tls: { ca: string; cert: string; key: string };
  /** NKey, `SU…`. */
  seed: string;
  /** For the broker's own lists. */
  name: string;
  logger: Logger;
}

type Library = typeof import("@nats-io/transport-node");

/** Keeps trying to connect until it is closed. @throws Error without TLS to another machine. */
export async function openBroker(options: BrokerOptions): Promise<Broker> {
  const { protocol, hostname } = new URL(options.url);
  if (protocol !== "tls:" && !isLoopback(hostname))
    throw new Error("a broker on another machine is reached with TLS only");
  // Loaded for those who have workers: nobody else pays for it.
  return new NatsBroker(options, await import("@nats-io/transport-node"));
}

interface Subscriber {
  subject: string;
  onMessage: (message: Uint8Array) => void;
  subscription: Subscription | null;
}

class NatsBroker implements Broker {
  readonly #options: BrokerOptions;
  readonly #library: Library;
  readonly #subscribers = new Set<Subscriber>();
  readonly #listeners = new Set<() => void>();
  #connection: NatsConnection | null = null;
  #serverVersion: string | null = null;
  #problem: string | null = "The broker has not answered yet.";
  #closed = false;
  #wait: ReturnType<typeof setTimeout> | undefined;
  #waitMs: number = limits.brokerRetryFirstMs;

  constructor(options: BrokerOptions, library: Library) {
    this.#options = options;
    this.#library = library;
    void this.#connect();
  }

  get isConnected(): boolean {
    const connection = this.#connection;
    return connection !== null && !connection.isClosed() && !connection.isDraining();
  }

  get serverVersion(): string | null {
    return this.#serverVersion;
  }

  get problem(): string | null {
    return this.#problem;
  }

  publish(subject: string, message: Uint8Array): void {
    if (this.#connection === null) throw new Error("the connection to the broker is broken");
    this.#connection.publish(subject, message);
  }

  subscribe(subject: string, onMessage: (message: Uint8Array) => void): () => void {
    const subscriber: Subscriber = { subject, onMessage, subscription: null };
    this.#subscribers.add(subscriber);
    if (this.#connection) this.#listen(this.#connection, subscriber);
    return () => {
      this.#subscribers.delete(subscriber);
      subscriber.subscription?.unsubscribe();
    };
  }

  onChange(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  /** Sends earlier messages. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#wait);
    const connection = this.#connection;
    if (connection && !connection.isClosed()) await connection.drain().catch(() => connection.close());
  }

  async #connect(): Promise<void> {
    try {
      const connection = await this.#library.connect(this.#connectionOptions());
      const most = connection.info?.max_payload ?? 0;
      if (most < limits.workerMessageBytes) {
        await connection.close();
        throw new Error(`its max_payload of ${most} bytes is below ${limits.workerMessageBytes}`);
      }
      await this.#use(connection);
    } catch (fault) {
      this.#noteProblem(fault);
    }
    if (this.#closed) return;
    this.#wait = setTimeout(() => void this.#connect(), this.#waitMs);
    this.#waitMs = Math.min(2 * this.#waitMs, limits.brokerRetryLongestMs);
  }

  #connectionOptions(): ConnectionOptions {
    const { url, tls, seed } = this.#options;
    const { protocol, hostname, host } = new URL(url);
    const name = hostname.replace(/^\[|\]$/g, "");
    // Set here, because Bun compares an address, which is no server's name, with no certificate by itself.
    const identity = {
      ...(isIP(name) === 0 && { servername: name }),
      checkServerIdentity: (_: string, certificate: PeerCertificate) =>
        checkServerIdentity(name, certificate),
    };
    return {
      servers: host,
      name: this.#options.name,
      reconnect: false,
      noEcho: true,
      ignoreClusterUpdates: true,
      timeout: limits.brokerConnectMs,
      pingInterval: limits.brokerPingMs,
      maxPingOut: 2,
      authenticator: this.#library.nkeyAuthenticator(new TextEncoder().encode(seed)),
      tls: protocol === "tls:" ? { ...tls, ...identity } : null,
    };
  }

  /** Until it breaks. */
  async #use(connection: NatsConnection): Promise<void> {
    if (this.#closed) return connection.close();
    const { logger, url } = this.#options;
    this.#connection = connection;
    this.#serverVersion = connection.info?.version ?? null;
    this.#problem = null;
    this.#waitMs = limits.brokerRetryFirstMs;
    logger.info("broker_connected", { url, version: this.#serverVersion });
    void this.#watch(connection);
    for (const subscriber of this.#subscribers) this.#listen(connection, subscriber);
    this.#tell();
    const fault = await connection.closed();
    this.#connection = null;
    for (const subscriber of this.#subscribers) subscriber.subscription = null;
    if (!this.#closed) this.#noteProblem(fault ?? new Error("it ended the connection"));
    this.#tell();
  }

  #listen(connection: NatsConnection, subscriber: Subscriber): void {
    subscriber.subscription = connection.subscribe(subscriber.subject, {
      callback: (fault, message) => {
        // A missing permission also shows in the connection's status.
        if (fault) return;
        try {
          subscriber.onMessage(message.data);
        } catch (error) {
          // Thrown to the library, it would end its reading.
          this.#noteFault(error);
        }
      },
    });
  }

  /** Other complaints of the broker, such as a subject that is not permitted. */
  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status())
      if (status.type === "error") this.#noteFault(status.error);
  }

  #noteFault(fault: unknown): void {
    this.#options.logger.error("broker_error", { problem: String(fault) });
  }

  #noteProblem(fault: unknown): void {
    const problem = `The broker ${this.#options.url} cannot be used: ${(fault as Error).message}.`;
    if (problem !== this.#problem) this.#options.logger.warn("broker_unavailable", { problem });
    this.#problem = problem;
  }

  #tell(): void {
    for (const changed of [...this.#listeners]) changed();
  }
}
