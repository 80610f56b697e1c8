/** A client in a thread of its own, so that this one's event loop has the server's work alone. */
import type { Sending } from "./client-thread-worker.ts";
import { type LongestTurn, longestTurn } from "./event-loop.ts";

export class ClientThread {
  readonly #worker = new Worker(new URL("./client-thread-worker.ts", import.meta.url).href);

  /** Sends a request and waits for all of the answer: its status, null if there was none, and how long it held this thread. */
  async send(sending: Sending): Promise<LongestTurn & { status: number | null }> {
    let status: number | null = null;
    const answered = new Promise<void>((resolve) => {
      this.#worker.onmessage = ({ data }) => {
        status = data;
        resolve();
      };
    });
    this.#worker.postMessage(sending);
    const longest = await longestTurn(() => answered);
    return { ...longest, status };
  }

  [Symbol.dispose](): void {
    this.#worker.terminate();
  }
}
