/** A client of live streams that keeps every event, and the audio that the scripted recognizer hears. */
import { SERVER_EVENTS } from "../../src/realtime/events.ts";
import type { Json } from "./json.ts";

const SAMPLE_RATE = 16_000;
const WAIT_MS = 120_000;

/** 16 kHz, 16 bits, in base64: with `sound` each second says its number (test/support/live.ts). */
export function audio(seconds: number, sound = true): string {
  const samples = new Int16Array(Math.round(seconds * SAMPLE_RATE)).fill(sound ? 1_000 : 0);
  return Buffer.from(samples.buffer).toString("base64");
}

export class LiveClient {
  readonly events: Json[] = [];
  /** A message that is not as `/asyncapi.json` says. */
  #surprise: Error | null = null;
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #socket: WebSocket;
  #waiting: (() => void)[] = [];
  #isClosed = false;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(String(data));
      this.events.push(event);
      this.#compare(event);
      this.#wake();
    };
    this.closed = new Promise((resolve) => {
      socket.onclose = ({ code, reason }) => {
        this.#isClosed = true;
        this.#wake();
        resolve({ code, reason });
      };
    });
  }

  static async open(
    url: string,
    options: { query?: string; headers?: Record<string, string>; protocols?: string[]; tls?: object } = {},
  ): Promise<LiveClient> {
    const { query = "intent=transcription", headers = {}, protocols, tls } = options;
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/v1/realtime?${query}`, {
      headers,
      ...(protocols && { protocols }),
      ...(tls && { tls }),
    } as never);
    const client = new LiveClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve();
      socket.onerror = () => reject(new Error("the stream was refused"));
    });
    return client;
  }

  get protocol(): string {
    return this.#socket.protocol;
  }

  get sessionId(): string {
    return this.events.find(({ session }) => session)?.session.id;
  }

  get lastEventId(): string {
    return this.events.findLast(({ event_id }) => event_id)?.event_id ?? "event_0";
  }

  send(...messages: object[]): void {
    for (const message of messages) this.#socket.send(JSON.stringify(message));
  }

  raw(message: string | Uint8Array): void {
    this.#socket.send(message as never);
  }

  append(seconds: number, sound = true): void {
    this.send({ type: "input_audio_buffer.append", audio: audio(seconds, sound) });
  }

  /** The first event of the type, at or after the place of the list that was reached before. */
  async next(type: string, from = 0): Promise<Json> {
    return this.until((event) => event.type === type, from);
  }

  async until(wanted: (event: Json) => boolean, from = 0): Promise<Json> {
    const deadline = performance.now() + WAIT_MS;
    for (;;) {
      if (this.#surprise) throw this.#surprise;
      const found = this.events.slice(from).find(wanted);
      if (found) return found;
      if (this.#isClosed || performance.now() > deadline)
        throw new Error(`no such event among ${JSON.stringify(this.events.slice(from))}`);
      await Promise.race([new Promise<void>((wake) => this.#waiting.push(wake)), Bun.sleep(1_000)]);
    }
  }

  #compare({ type, ...fields }: Json): void {
    const schema = Object.hasOwn(SERVER_EVENTS, type) && SERVER_EVENTS[type as keyof typeof SERVER_EVENTS];
    const parsed = schema ? schema.safeParse(fields) : null;
    if (!parsed?.success)
      this.#surprise ??= new Error(`${type} is not described so: ${parsed?.error ?? "its name is unknown"}`);
  }

  close(code = 1000): void {
    this.#socket.close(code);
  }

  /** As a network does that is gone. */
  cut(): void {
    (this.#socket as unknown as { terminate(): void }).terminate();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/** 16 kHz, no cuts but the client's, besides the client's own settings. */
export const session = (input: object = {}, more: object = {}) => ({
  type: "session.update",
  session: {
    type: "transcription",
    audio: { input: { format: { type: "audio/pcm", rate: 16_000 }, turn_detection: null, ...input } },
    ...more,
  },
});

/** The texts of an item, as the client would have them. */
export function deltasOf(events: readonly Json[], itemId?: string): string {
  return events
    .filter(({ type, item_id }) => type?.endsWith("transcription.delta") && (!itemId || item_id === itemId))
    .map(({ delta }) => delta)
    .join("");
}
