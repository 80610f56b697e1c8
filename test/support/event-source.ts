/** A client of server-sent events, as browsers are: it reads the stream and knows the last id. */
import { eventually } from "./eventually.ts";

export interface ReceivedEvent {
  type: string;
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events freely.
  data: any;
}

export class EventReader {
  readonly events: ReceivedEvent[] = [];
  status = 0;
  lastId: string | null = null;
  ended = false;
  readonly #abort = new AbortController();

  /** Resolves when the stream has begun, or was refused. */
  static async open(url: string, headers: Record<string, string>, path = "/v1/events"): Promise<EventReader> {
    const reader = new EventReader();
    const answer = await fetch(`${url}${path}`, { headers, signal: reader.#abort.signal });
    reader.status = answer.status;
    if (answer.ok && answer.body) void reader.#read(answer.body);
    return reader;
  }

  close(): void {
    this.#abort.abort();
  }

  /** The first event for which this holds; fails with what came instead. */
  async until(holds: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent> {
    let found: ReceivedEvent | undefined;
    await eventually(() => {
      found = this.events.find(holds);
      return found === undefined ? this.events : [];
    }, []);
    return found as ReceivedEvent;
  }

  /** Whether the server ends it. */
  async end(): Promise<boolean> {
    await eventually(() => this.ended, true);
    return this.ended;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    try {
      for await (const block of body) {
        text += decoder.decode(block, { stream: true });
        const messages = text.split("\n\n");
        text = messages.pop() ?? "";
        for (const message of messages) this.#take(message);
      }
    } catch (error) {
      if (!this.#abort.signal.aborted) throw error;
    }
    this.ended = true;
  }

  #take(message: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(message)?.[1];
    const [type, id = "", data] = [field("event"), field("id"), field("data")];
    if (type === undefined) return;
    this.lastId = id || this.lastId;
    this.events.push({ type, id, data: JSON.parse(data ?? "{}") });
  }
}
