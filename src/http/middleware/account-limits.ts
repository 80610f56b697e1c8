/** The rates of one account: requests a minute, and audio requests at once. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { AccountLimits } from "../../metering/limits.ts";
import { assertWithinRate } from "../../web/rate-limit.ts";
import type { Middleware } from "../../web/route.ts";
import type { AudioConcurrency } from "./audio-concurrency.ts";
import type { RateState, RequestRate } from "./request-rate.ts";

/** How many audio requests at once an account, a person or a group may have. */
export interface Places {
  id: string;
  limit: number;
}

export interface LimitDeps {
  /** The account's current limits. */
  limitsOf: (accountId: string) => AccountLimits;
  requestRate: RequestRate;
  audioPlaces: AudioConcurrency;
  /** Those of the person and of their groups, besides the account's. */
  placesBesides: (principal: Principal) => Places[];
}

/** Every answer names both limits. @throws `rate_limit_exceeded`, `concurrency_limit_exceeded` */
export function accountLimits({ limitsOf, requestRate, audioPlaces, placesBesides }: LimitDeps): Middleware {
  return (next) => async (exchange) => {
    const { principal, route } = exchange;
    if (principal === null) return next(exchange);
    const { accountId } = principal;
    const { requestsPerMinute, concurrentAudio } = limitsOf(accountId);
    const state = requestRate.take(accountId, requestsPerMinute);
    const places = { limit: concurrentAudio, underWay: () => audioPlaces.underWay(accountId) };
    tellRate(exchange.answerHeaders, requestsPerMinute, state);
    tellPlaces(exchange.answerHeaders, places);
    assertWithinRate(requestsPerMinute, state);
    if (route.access !== "key" || !route.audio) return next(exchange);
    const leave = enterAll(audioPlaces, [
      { id: accountId, limit: concurrentAudio },
      ...placesBesides(principal),
    ]);
    tellPlaces(exchange.answerHeaders, places);
    exchange.holdOpen();
    try {
      return await next(exchange);
    } finally {
      leave();
    }
  };
}

/**
 * One place of each, or none.
 * @returns what gives them back.
 * @throws TiroError `concurrency_limit_exceeded`.
 */
function enterAll(audioPlaces: AudioConcurrency, wanted: readonly Places[]): () => void {
  const taken: (() => void)[] = [];
  const leave = () => {
    for (const each of taken) each();
  };
  for (const { id, limit } of wanted) {
    const one = audioPlaces.enter(id, limit);
    if (one === null) {
      leave();
      throw noPlace(limit);
    }
    taken.push(one);
  }
  return leave;
}

function noPlace(limit: number): TiroError {
  return new TiroError(
    "concurrency_limit_exceeded",
    `This account is limited to ${limit} concurrent audio requests; wait for one to finish.`,
    { retryAfterSeconds: limits.concurrencyRetrySeconds },
  );
}

function tellRate(
  headers: Record<string, string>,
  limit: number,
  { remaining, resetSeconds }: RateState,
): void {
  headers["x-ratelimit-limit-requests"] = String(limit);
  headers["x-ratelimit-remaining-requests"] = String(remaining);
  headers["x-ratelimit-reset-requests"] = resetSeconds.toFixed(1);
}

function tellPlaces(
  headers: Record<string, string>,
  { limit, underWay }: { limit: number; underWay: () => number },
): void {
  headers["x-ratelimit-limit-concurrency"] = String(limit);
  headers["x-ratelimit-remaining-concurrency"] = String(Math.max(0, limit - underWay()));
}
