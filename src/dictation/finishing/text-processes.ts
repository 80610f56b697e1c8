/**
 * Finishes texts in a few processes, so that no text, however hard, holds the server's event loop. One account has one of
 * them at most and the rest wait in turn by account, so that one person's texts do not delay another's.
 */
import { limits } from "../../config/limits.ts";
import type { ChildProgram, SandboxMode } from "../../lib/sandbox.ts";
import { selfCommand } from "../../lib/self-command.ts";
import { FairQueue } from "../../queue/fair-queue.ts";
import type { FinishedText, PersonalRules, TextJob } from "../../text/finish.ts";
import type { TextReply } from "./protocol.ts";
import { TextFailure, TextProcess } from "./text-process.ts";

export interface TextWork {
  /** Whose turn it takes. */
  account: string;
  job: TextJob;
  /** Read only if the process does not have this state of them. */
  rules: { key: string; read: () => PersonalRules };
  signal: AbortSignal;
}

export class TextProcesses {
  readonly #program: ChildProgram;
  readonly #all = new Set<TextProcess>();
  readonly #idle: TextProcess[] = [];
  readonly #turns: FairQueue<"text">;
  /** The last text of each account that has one: the next waits for it. */
  readonly #last = new Map<string, Promise<unknown>>();
  #closed = false;

  /** @param program a text host. */
  constructor(program: ChildProgram) {
    this.#program = program;
    // Who waits was let in as a dictation, of which there are only so many.
    const lanes = [{ name: "text" as const, waiting: Number.POSITIVE_INFINITY }];
    const whenFull = () => new RangeError("no bound");
    this.#turns = new FairQueue({ lanes, turns: limits.textProcesses, whenFull });
  }

  /** Starts the first process where there is none, while the recognizer still listens. */
  warm(): void {
    if (this.#all.size > 0 || this.#closed) return;
    try {
      this.#idle.push(this.#start());
    } catch {
      // The text that needs it tries again and reports it.
    }
  }

  /** @throws TextFailure, or the signal's reason. */
  async run(work: TextWork): Promise<FinishedText> {
    const { account, signal } = work;
    const finished = this.#behindOwn(account, async () => {
      const turn = await this.#turns.enter({ lane: "text", party: account, signal });
      try {
        return await this.#withRepeat(work);
      } finally {
        turn.end();
      }
    });
    return untilAborted(finished, signal);
  }

  /** Ends all processes at once. */
  close(): void {
    this.#closed = true;
    for (const process of this.#all) process.kill();
  }

  #behindOwn<T>(account: string, run: () => Promise<T>): Promise<T> {
    const before = this.#last.get(account) ?? Promise.resolve();
    const own = before.then(run, run);
    this.#last.set(account, own);
    const forget = () => {
      if (this.#last.get(account) === own) this.#last.delete(account);
    };
    own.then(forget, forget);
    return own;
  }

  /** A process that ended by itself may have been killed from outside, which says nothing of the text: once more. */
  async #withRepeat(work: TextWork): Promise<FinishedText> {
    try {
      return await this.#once(work);
    } catch (error) {
      if (this.#closed || !(error instanceof TextFailure) || error.fault !== "crashed") throw error;
      return await this.#once(work);
    }
  }

  async #once({ job, rules }: TextWork): Promise<FinishedText> {
    const process = this.#take();
    try {
      const reply = await process.ask({ job, rulesKey: rules.key });
      if (reply.outcome !== "rules_unknown") return this.#read(reply, process);
      return this.#read(await process.ask({ job, rulesKey: rules.key, rules: rules.read() }), process);
    } finally {
      if (process.ended) this.#all.delete(process);
      else this.#idle.push(process);
    }
  }

  #read(reply: TextReply, process: TextProcess): FinishedText {
    if (reply.outcome === "too_long") throw new TextFailure("too_long");
    if (reply.outcome === "threw") throw new TextFailure("threw", reply.where);
    if (reply.outcome !== "finished") throw new TextFailure("crashed");
    if (reply.rssBytes > limits.textProcessBytes) process.kill();
    return reply.finished;
  }

  #take(): TextProcess {
    for (let process = this.#idle.pop(); process; process = this.#idle.pop()) {
      if (!process.ended) return process;
      this.#all.delete(process);
    }
    return this.#start();
  }

  /** @throws TextFailure once closed, and where the process cannot be started. */
  #start(): TextProcess {
    if (this.#closed) throw new TextFailure("not_started");
    const process = new TextProcess(this.#program);
    this.#all.add(process);
    return process;
  }
}

/** The work itself continues, to its end or its deadline. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    if (signal.aborted) onAbort();
  });
}

/** The program's own, which needs nothing of the site. */
export function textHost(mode: SandboxMode): ChildProgram {
  const sandbox = { mode, readable: [], memoryBytes: limits.textProcessBytes, cuda: false };
  return { command: [...selfCommand(), "text-host"], environment: {}, sandbox };
}
