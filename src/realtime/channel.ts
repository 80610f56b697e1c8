/** The events of a stream for its client: numbered, and kept for a client that lost its connection. */
import { limits } from "../config/limits.ts";
import type { Socket } from "../web/socket.ts";

export type ServerEvent = { type: string } & Record<string, unknown>;

interface Sent {
  number: number;
  text: string;
}

interface ChannelOptions {
  /** The client does not read; called once for each connection at most. */
  onSlow: () => void;
  onSent: (event: ServerEvent) => void;
}

export class Channel {
  readonly #options: ChannelOptions;
  readonly #sent: Sent[] = [];
  #sentChars = 0;
  #count = 0;
  #socket: Socket | null = null;
  /** It hears nothing more but the farewell. */
  #isGivenUp = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  get socket(): Socket | null {
    return this.#socket;
  }

  send(event: ServerEvent): void {
    this.#count += 1;
    const { type, ...fields } = event;
    const text = JSON.stringify({ type, event_id: eventId(this.#count), ...fields });
    this.#keep({ number: this.#count, text });
    this.#write(text);
    this.#options.onSent(event);
  }

  /** Sends the first event of a connection, which is not kept: a later one has its own. */
  greet(event: ServerEvent): void {
    this.#write(JSON.stringify(event));
  }

  attach(socket: Socket): void {
    this.#socket = socket;
    this.#isGivenUp = false;
  }

  /** The last event, if there is one, and the end of the connection. */
  close(last: ServerEvent | null, code: number, reason: string): void {
    const socket = this.#socket;
    const isSlow = this.#isGivenUp;
    this.#isGivenUp = false;
    if (last !== null) this.send(last);
    this.#socket = null;
    socket?.close(code, reason);
    // The farewell gets a moment; then what waits is forgotten.
    if (isSlow) setTimeout(() => socket?.terminate(), limits.lastAnswersMs).unref();
  }

  detach(): void {
    this.#socket = null;
  }

  /** Whether all that came after the event is still known. */
  remembers(after: string): boolean {
    const number = numberOf(after);
    if (number === null || number > this.#count) return false;
    const oldest = this.#sent[0]?.number ?? this.#count + 1;
    return number + 1 >= oldest;
  }

  /** Says once more what came after the event. */
  repeat(after: string): void {
    const number = numberOf(after) ?? this.#count;
    for (const sent of this.#sent) if (sent.number > number) this.#write(sent.text);
  }

  #keep(sent: Sent): void {
    this.#sent.push(sent);
    this.#sentChars += sent.text.length;
    while (this.#sentChars > limits.liveReplayBytes && this.#sent.length > 1)
      this.#sentChars -= this.#sent.shift()?.text.length ?? 0;
  }

  #write(text: string): void {
    const socket = this.#socket;
    if (socket === null || this.#isGivenUp) return;
    socket.send(text);
    if (socket.bufferedBytes <= limits.liveSendBytes) return;
    this.#isGivenUp = true;
    this.#options.onSlow();
  }
}

function eventId(number: number): string {
  return `event_${number}`;
}

/** Null if it is the id of no event. */
function numberOf(id: string): number | null {
  const [, digits] = /^event_(\d{1,15})$/.exec(id) ?? [];
  return digits === undefined ? null : Number(digits);
}
