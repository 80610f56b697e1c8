import { TiroError } from "../../lib/errors.ts";
import type { Middleware } from "../route.ts";

/** How many audio requests each account has under way. */
export class AudioConcurrency {
  readonly limit: number;
  readonly #underWay = new Map<string, number>();

  constructor(limit: number) {
    this.limit = limit;
  }

  remaining(accountId: string): number {
    return this.limit - (this.#underWay.get(accountId) ?? 0);
  }

  /** Takes a place and returns what gives it back; null where all are taken. */
  enter(accountId: string): (() => void) | null {
    const before = this.#underWay.get(accountId) ?? 0;
    if (before >= this.limit) return null;
    this.#underWay.set(accountId, before + 1);
    return () => {
      const now = (this.#underWay.get(accountId) ?? 1) - 1;
      if (now === 0) this.#underWay.delete(accountId);
      else this.#underWay.set(accountId, now);
    };
  }
}

const RETRY_AFTER_SECONDS = 1;

/** Holds a place for as long as an audio request is worked on. Errors: `concurrency_limit_exceeded`. */
export function audioConcurrency(places: AudioConcurrency): Middleware {
  return async (exchange, next) => {
    const { principal, route, answerHeaders } = exchange;
    if (principal === null) return next();
    const tell = () =>
      answerHeaders.set("x-ratelimit-remaining-concurrency", String(places.remaining(principal.accountId)));
    answerHeaders.set("x-ratelimit-limit-concurrency", String(places.limit));
    tell();
    if (route.access !== "key" || !route.audio) return next();

    const leave = places.enter(principal.accountId);
    if (leave === null) {
      throw new TiroError(
        "concurrency_limit_exceeded",
        `This account may have ${places.limit} audio requests under way; wait for one to end.`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
    tell();
    exchange.holdOpen();
    try {
      return await next();
    } finally {
      leave();
    }
  };
}
