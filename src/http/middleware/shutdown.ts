import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Exchange, Middleware } from "../../web/route.ts";

/** Requests that are being answered, so that a stopping server can wait for them. */
export class RunningRequests {
  #count = 0;
  #state: "serving" | "draining" | "closing" = "serving";
  #idle: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  get stopping(): boolean {
    return this.#state !== "serving";
  }

  /** Whether this one is still answered: all of them, then those that take a moment, then none. */
  takes(exchange: Exchange): boolean {
    if (this.#state === "serving" || exchange.route.access === "public") return true;
    return this.#state === "draining" && isShort(exchange);
  }

  enter(): void {
    this.#count++;
  }

  /** Once for each that entered. */
  leave(): void {
    this.#count--;
    if (this.#count === 0 && this.#state === "closing") for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** From now on only short work is begun, so that nobody is refused before load balancers know. */
  drain(): void {
    this.#state = "draining";
  }

  /** From now on new requests are refused; resolves with whether all others ended within `graceMs`. */
  async stop(graceMs: number): Promise<boolean> {
    this.#state = "closing";
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

/** An upload of unknown length may continue for minutes. */
function isShort({ request, route }: Exchange): boolean {
  const isUpload = route.access === "key" && route.audio === true;
  return !isUpload || Number(request.headers.get("content-length") ?? Infinity) <= limits.shortRecordingBytes;
}

/** @throws `shutting_down`, except on public routes, whose health checks say it in their own words. */
export function untilShutdown(running: RunningRequests): Middleware {
  return (next) => async (exchange) => {
    if (!running.takes(exchange)) {
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
