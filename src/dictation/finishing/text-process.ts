/**
 * One text host: the program itself as a child that does one thing at a time and is killed at its deadline. A worker thread
 * would not do: in Bun 1.4.5 `terminate()` ends loops, but not a regular expression at work (8 s and more, tried).
 */
import { limits } from "../../config/limits.ts";
import { readJsonLines, toJsonLine } from "../../lib/json-lines.ts";
import { QuietTime } from "../../lib/quiet-time.ts";
import { type ChildProgram, childFailures, sandboxed } from "../../lib/sandbox.ts";
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
  readonly #child: Bun.Subprocess<"pipe", "pipe", "ignore">;
  readonly #ready: Promise<TextReply>;
  #waiting: Waiting | null = null;
  #killedFor: TextFault | null = null;
  #ended = false;

  /** @throws TextFailure */
  constructor(program: ChildProgram) {
    this.#child = this.#spawn(program);
    void this.#listen();
    this.#ready = this.#reply(limits.textHostStartMs);
    // The caller gets the error.
    this.#ready.catch(() => {});
  }

  get ended(): boolean {
    return this.#ended || this.#killedFor !== null;
  }

  /** One at a time. @throws TextFailure if it does not answer in time, or ends. */
  async ask(request: TextRequest): Promise<TextReply> {
    await this.#ready;
    const reply = this.#reply(limits.textDeadlineMs);
    void this.#send(request);
    return reply;
  }

  kill(fault: TextFault = "crashed"): void {
    this.#killedFor ??= fault;
    this.#child.kill("SIGKILL");
  }

  #spawn(program: ChildProgram): Bun.Subprocess<"pipe", "pipe", "ignore"> {
    try {
      const { command, environment } = sandboxed(program);
      return Bun.spawn(command, { stdio: ["pipe", "pipe", "ignore"], env: environment });
    } catch (error) {
      throw new TextFailure("not_started", (error as NodeJS.ErrnoException).code ?? null);
    }
  }

  async #send(request: TextRequest): Promise<void> {
    try {
      this.#child.stdin.write(toJsonLine(request));
      await this.#child.stdin.flush();
    } catch {
      // It is gone, which `#listen` reports.
    }
  }

  async #listen(): Promise<void> {
    try {
      for await (const reply of readJsonLines<TextReply>(this.#child.stdout)) this.#waiting?.resolve(reply);
    } catch {
      // It wrote something else, which is reported like any other crash.
    }
    this.#child.kill("SIGKILL");
    this.#ended = true;
    if (this.#waiting) void this.#countFailure();
    this.#waiting?.reject(new TextFailure(this.#killedFor ?? "crashed"));
  }

  async #countFailure(): Promise<void> {
    const killed = this.#killedFor !== null;
    await this.#child.exited;
    childFailures.add({ role: "text", cause: killed ? "exit" : String(this.#child.signalCode ?? "exit") });
  }

  async #reply(deadlineMs: number): Promise<TextReply> {
    const { promise, resolve, reject } = Promise.withResolvers<TextReply>();
    if (this.ended) throw new TextFailure("crashed");
    this.#waiting = { resolve, reject };
    const looks = this.#watch(deadlineMs);
    try {
      return await promise;
    } finally {
      clearInterval(looks);
      this.#waiting = null;
    }
  }

  /** The deadline counts processor time, not waiting on a busy machine. Most are done before the first look. */
  #watch(deadlineMs: number): ReturnType<typeof setInterval> {
    let quiet: QuietTime | null = null;
    return setInterval(() => {
      quiet ??= new QuietTime(this.#child.pid, 2 * limits.textLookMs);
      if (quiet.look() >= deadlineMs) this.kill("deadline");
      // That says nothing of the text: it is tried once more, as after a crash.
      else if (quiet.asleepMs >= limits.textAsleepMs) this.kill("crashed");
    }, limits.textLookMs);
  }
}
