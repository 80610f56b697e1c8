/** A client in a thread of its own, so that this one's event loop has the server's work alone. */
import type { Sending } from "./client-thread-worker.ts";
import { type LongestTurn, longestTurn } from "./event-loop.ts";

export class ClientThread {
  readonly #worker = new Worker(new URL("./client-thread-worker.ts", import.meta.url).href);

  /** Sends a request and waits for all of the answer: its status, null if there was none, and how long it held this thread. */
  async send(sending: Sending): Promise<LongestTurn & { status: number | null }> {
    let status: number | null = null;
    // Copying it is no work of the server's.
    await this.#ask(sending);
    const longest = await longestTurn(async () => {
      status = await this.#ask("send");
    });
    return { ...longest, status };
  }

  /** `slowness`, without what this thread has in memory: collecting that takes as long as the work itself. */
  slowness(): Promise<number> {
    return this.#ask("slowness");
  }

  #ask<Answer>(question: Sending | "send" | "slowness"): Promise<Answer> {
    const answered = new Promise<Answer>((resolve) => {
      this.#worker.onmessage = ({ data }) => resolve(data);
    });
    this.#worker.postMessage(question);
    return answered;
  }

  [Symbol.dispose](): void {
    this.#worker.terminate();
  }
}
