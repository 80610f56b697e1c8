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
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: Promise<void> | null = null;

  constructor(options: RecurringOptions) {
    this.#options = options;
  }

  /** Now, for what came due while the program did not run, and again and again from now on. */
  start(): void {
    void this.run();
    this.repeat();
  }

  /**
   * Again and again, for the first time about when its time is over. All of a program keep step, so that one waking serves
   * many: to be woken costs more than most of what is done then.
   */
  repeat(): void {
    const { everyMs } = this.#options;
    const step = Math.round(performance.now() / everyMs) + 1;
    this.#timer = setTimeout(
      () => {
        this.repeat();
        void this.run();
      },
      step * everyMs - performance.now(),
    );
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
    if (this.#timer !== null) clearTimeout(this.#timer);
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
