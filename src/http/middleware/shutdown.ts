import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Middleware } from "../../web/route.ts";

/** Requests that are being answered, so that a stopping server can wait for them. */
export class RunningRequests {
  #count = 0;
  #stopping = false;
  #idle: (() => void)[] = [];

  get stopping(): boolean {
    return this.#stopping;
  }

  enter(): void {
    this.#count++;
  }

  /** Once for each that entered. */
  leave(): void {
    this.#count--;
    if (this.#count === 0 && this.#stopping) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** From now on new requests are refused; resolves with whether all others ended within `graceMs`. */
  async stop(graceMs: number): Promise<boolean> {
    this.#stopping = true;
    if (this.#count === 0) return true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const idle = new Promise<boolean>((resolve) => this.#idle.push(() => resolve(true)));
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), graceMs);
    });
    try {
      return await Promise.race([idle, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** @throws `shutting_down`, except on public routes, whose health checks tell it in their own words. */
export function untilShutdown(running: RunningRequests): Middleware {
  return (next) => async (exchange) => {
    if (running.stopping && exchange.route.access !== "public") {
      throw new TiroError("shutting_down", "The server is stopping; try again in a moment.", {
        retryAfterSeconds: limits.shutdownRetrySeconds,
        headers: { Connection: "close" },
      });
    }
    running.enter();
    try {
      return await next(exchange);
    } finally {
      running.leave();
    }
  };
}
