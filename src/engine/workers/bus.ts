/**
 * The broker as the streams need it: messages to one subject arrive at once, in order, or never. Publishing while the
 * connection is broken is refused, and nothing waits for a new connection: it would arrive later as if it were new.
 */
export interface Bus {
  readonly isConnected: boolean;
  /** @throws Error if the connection is broken. The bytes are taken over. */
  publish(subject: string, message: Uint8Array): void;
  /** @returns what ends it. `onMessage` is called with bytes that are its own; it must not throw. */
  subscribe(subject: string, onMessage: (message: Uint8Array) => void): () => void;
  /** Called after the connection was lost or made. @returns what ends it. */
  onChange(changed: () => void): () => void;
}

/** A connection to a real broker. */
export interface Broker extends Bus {
  /** Null before the first connection. */
  readonly serverVersion: string | null;
  /** Why it is not connected, for the operator; null while it is. */
  readonly problem: string | null;
  close(): Promise<void>;
}
