/**
 * One text host: the program itself as a child that does one thing at a time and is killed at its deadline. A worker thread
 * would not do: in Bun 1.4.5 `terminate()` ends loops, but not a regular expression at work (8 s and more, tried).
 */
import { limits } from "../../config/limits.ts";
import type { TextReply, TextRequest } from "./protocol.ts";

/** Why there is no finished text. */
export type TextFault = "not_started" | "deadline" | "too_long" | "crashed" | "threw";

export class TextFailure extends Error {
  /** @param where the place in the program, where it is the program's fault. */
  constructor(
    readonly fault: TextFault,
    readonly where: string | null = null,
  ) {
    super(`the text was not finished: ${fault}`);
    this.name = "TextFailure";
  }
}

interface Waiting {
  resolve(reply: TextReply): void;
  reject(failure: TextFailure): void;
}

export class TextProcess {
  readonly #child: Bun.Subprocess;
  readonly #ready: Promise<TextReply>;
  #waiting: Waiting | null = null;
  #killedFor: TextFault | null = null;
  #ended = false;

  /** @throws TextFailure */
  constructor(command: readonly string[]) {
    this.#child = this.#spawn(command);
    this.#ready = this.#reply(limits.textHostStartMs);
    // Whoever asks hears of it.
    this.#ready.catch(() => {});
  }

  get ended(): boolean {
    return this.#ended || this.#killedFor !== null;
  }

  /** One at a time. @throws TextFailure where it does not answer in time, or ends. */
  async ask(request: TextRequest): Promise<TextReply> {
    await this.#ready;
    const reply = this.#reply(limits.textDeadlineMs);
    this.#child.send(request);
    return reply;
  }

  kill(fault: TextFault = "crashed"): void {
    this.#killedFor ??= fault;
    this.#child.kill("SIGKILL");
  }

  #spawn(command: readonly string[]): Bun.Subprocess {
    try {
      return Bun.spawn([...command], {
        stdio: ["ignore", "ignore", "ignore"],
        env: {},
        ipc: (reply: TextReply) => this.#waiting?.resolve(reply),
        serialization: "advanced",
        onExit: () => {
          this.#ended = true;
          this.#waiting?.reject(new TextFailure(this.#killedFor ?? "crashed"));
        },
      });
    } catch (error) {
      throw new TextFailure("not_started", (error as NodeJS.ErrnoException).code ?? null);
    }
  }

  async #reply(deadlineMs: number): Promise<TextReply> {
    const { promise, resolve, reject } = Promise.withResolvers<TextReply>();
    if (this.ended) throw new TextFailure("crashed");
    this.#waiting = { resolve, reject };
    const timer = setTimeout(() => this.kill("deadline"), deadlineMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting = null;
    }
  }
}
