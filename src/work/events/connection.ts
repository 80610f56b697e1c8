/**
 * A reader of server-sent events (WHATWG HTML, "Server-sent events"). One who does not read is ended, not buffered for: the
 * client comes back by itself and gets what it missed.
 */
import { limits } from "../../config/limits.ts";

type Controller = ReadableStreamDefaultController<Uint8Array>;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(":\n\n");

/** @param data JSON on one line. */
export function eventBlock(type: string, data: string, id: string | null = null): Uint8Array {
  return encoder.encode(`event: ${type}\n${id === null ? "" : `id: ${id}\n`}data: ${data}\n\n`);
}

export class EventConnection {
  readonly body: ReadableStream<Uint8Array>;
  readonly #onEnd: () => void;
  #controller: Controller | null = null;

  /** @param mayWaitBytes for one who reads slowly. @param onEnd called once, whichever side ends it. */
  constructor(mayWaitBytes: number, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller: Controller) => {
          this.#controller = controller;
        },
        cancel: () => void this.#forget(),
      },
      { highWaterMark: mayWaitBytes, size: (block) => block?.byteLength ?? 0 },
    );
    this.send(encoder.encode(`retry: ${limits.eventRetryMs}\n\n`));
  }

  /** @param block as of `eventBlock`. */
  send(block: Uint8Array): void {
    if (this.#controller === null) return;
    if ((this.#controller.desiredSize ?? 0) < block.byteLength) this.end();
    else this.#controller.enqueue(block);
  }

  /** Shows that the server is there. */
  beat(): void {
    this.send(HEARTBEAT);
  }

  end(): void {
    this.#forget()?.close();
  }

  #forget(): Controller | null {
    const controller = this.#controller;
    if (controller === null) return null;
    this.#controller = null;
    this.#onEnd();
    return controller;
  }
}
