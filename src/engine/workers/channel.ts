/**
 * One end of a stream: frames go out as sealed and numbered parts, and parts come in as frames. A message that is missing is
 * noticed by the next one's number, or by the other end's next beat; then the stream is over, and its audio goes elsewhere.
 */
import { ProtocolError } from "../protocol.ts";
import { encodeHeader, MESSAGE, type Message, PART_BYTES } from "./messages.ts";
import { sealsOf } from "./sealing.ts";

export interface WorkerFrame {
  type: number;
  payload: Buffer;
}

export interface LinkEnd {
  linkId: Buffer;
  secret: Buffer;
  side: "api" | "worker";
  /** @throws Error if the connection is broken. */
  publish(message: Uint8Array): void;
}

/** A message of the stream did not arrive. */
export class LostMessage extends Error {
  override name = "LostMessage";
}

const MORE = 1;
const LAST = 0;

export class Channel {
  readonly #link: LinkEnd;
  readonly #stream: number;
  readonly #seals: ReturnType<typeof sealsOf>;
  readonly #frameBytes: number;
  #sent = 0;
  #received = 0;
  #seenInBeat = 0;
  #type: number | null = null;
  #parts: Buffer[] = [];
  #partBytes = 0;

  /** @param frameBytes a longer frame of the other end is refused. */
  constructor(link: LinkEnd, stream: number, frameBytes: number) {
    this.#link = link;
    this.#stream = stream;
    this.#frameBytes = frameBytes;
    this.#seals = sealsOf(link.secret, link.side, stream);
  }

  /** Messages, for the beats. */
  get sent(): number {
    return this.#sent;
  }

  get received(): number {
    return this.#received;
  }

  /** @throws Error if the connection is broken: the stream is over then. */
  send(type: number, payload: Uint8Array): void {
    let at = 0;
    do {
      const part = payload.subarray(at, at + PART_BYTES);
      at += part.byteLength;
      const head = Uint8Array.of(type, at < payload.byteLength ? MORE : LAST);
      const header = encodeHeader(MESSAGE.part, this.#link.linkId, this.#stream, this.#sent);
      this.#link.publish(this.#seals.out.seal(this.#sent, header, head, part));
      this.#sent++;
    } while (at < payload.byteLength);
  }

  /**
   * Null while a frame is not whole, and for what is no message of the other end or comes a second time: anybody may repeat or
   * invent those.
   * @throws LostMessage | ProtocolError
   */
  receive(message: Message): WorkerFrame | null {
    if (message.sequence < this.#received) return null;
    const content = this.#seals.in.open(message.sequence, message.header, message.body);
    if (content === null) return null;
    if (message.sequence > this.#received) throw new LostMessage("a message was lost on its way");
    this.#received++;
    return this.#assemble(content);
  }

  /**
   * The other end's beat says how many messages it had sent. Messages on their way at one beat have arrived at the next.
   * @throws LostMessage
   */
  expect(sent: number): void {
    if (this.#received < this.#seenInBeat) throw new LostMessage("the last message was lost on its way");
    this.#seenInBeat = sent;
  }

  #assemble(content: Buffer): WorkerFrame | null {
    const [type, more] = content;
    if (type === undefined || more === undefined || more > MORE)
      throw new ProtocolError("a message has no head");
    if (this.#type !== null && type !== this.#type)
      throw new ProtocolError("a frame begins before the last is whole");
    const part = content.subarray(2);
    // Else a frame could come in a million of them.
    if (more === MORE && part.byteLength !== PART_BYTES)
      throw new ProtocolError("a part of a frame is short");
    this.#partBytes += part.byteLength;
    if (this.#partBytes > this.#frameBytes)
      throw new ProtocolError(`a frame is over ${this.#frameBytes} bytes`);
    this.#parts.push(part);
    this.#type = type;
    if (more === MORE) return null;
    const payload = this.#parts.length === 1 ? part : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#partBytes = 0;
    this.#type = null;
    return { type, payload };
  }
}
