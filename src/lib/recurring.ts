import type { Logger } from "./logger.ts";

export interface RecurringOptions {
  everyMs: number;
  work: () => void | Promise<void>;
  /** Event of the log line for a failure. */
  failure: string;
  logger: Logger;
}

/** Recurring work of the program. Nobody waits for it: a failure is logged, and the next time tries again. */
export class Recurring {
  readonly #options: RecurringOptions;
  #timer: ReturnType<typeof setInterval> | null = null;
  #running: Promise<void> | null = null;

  constructor(options: RecurringOptions) {
    this.#options = options;
  }

  /** Now, for what came due while the program did not run, and again and again from now on. */
  start(): void {
    void this.run();
    this.repeat();
  }

  /** Again and again from now on, for the first time when its time is over. */
  repeat(): void {
    this.#timer = setInterval(() => void this.run(), this.#options.everyMs);
    this.#timer.unref();
  }

  /** One that still runs is not overtaken. */
  run(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Resolves when what runs has ended. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { work, failure, logger } = this.#options;
    try {
      await work();
    } catch (error) {
      logger.error(failure, { cause: String(error) });
    }
  }
}
