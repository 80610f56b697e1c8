/** What one account may ask for: requests a minute, and audio requests at once. */
import { TiroError } from "../../lib/errors.ts";
import type { AuthenticatedExchange, Middleware, Next } from "../route.ts";
import type { AudioConcurrency } from "./audio-concurrency.ts";
import type { RateState, RequestRate } from "./request-rate.ts";

/** A place is free as soon as any request ends, so nobody needs to wait long before asking again. */
const CONCURRENCY_RETRY_SECONDS = 1;

/** Errors: `rate_limit_exceeded`, `concurrency_limit_exceeded`. Every answer tells both limits. */
export function accountLimits(rate: RequestRate, places: AudioConcurrency): Middleware {
  return async (exchange, next) => {
    const { principal, route } = exchange;
    if (principal === null) return next();
    const state = rate.take(principal.accountId);
    tellRate(exchange.answerHeaders, rate.limit, state);
    tellPlaces(exchange.answerHeaders, places, principal.accountId);
    if (state.retryAfterSeconds !== null) {
      throw new TiroError(
        "rate_limit_exceeded",
        `This account may make ${rate.limit} requests a minute; wait for the time in Retry-After.`,
        { retryAfterSeconds: state.retryAfterSeconds },
      );
    }
    if (route.access !== "key" || !route.audio) return next();
    return inPlace({ ...exchange, principal }, next, places);
  };
}

/** Holds a place for as long as the audio request is worked on. */
async function inPlace(
  { principal: { accountId }, answerHeaders, holdOpen }: AuthenticatedExchange,
  next: Next,
  places: AudioConcurrency,
): Promise<Response> {
  const leave = places.enter(accountId);
  if (leave === null) {
    throw new TiroError(
      "concurrency_limit_exceeded",
      `This account may have ${places.limit} audio requests under way; wait for one to end.`,
      { retryAfterSeconds: CONCURRENCY_RETRY_SECONDS },
    );
  }
  tellPlaces(answerHeaders, places, accountId);
  holdOpen();
  try {
    return await next();
  } finally {
    leave();
  }
}

function tellRate(headers: Headers, limit: number, { remaining, resetSeconds }: RateState): void {
  headers.set("x-ratelimit-limit-requests", String(limit));
  headers.set("x-ratelimit-remaining-requests", String(remaining));
  headers.set("x-ratelimit-reset-requests", resetSeconds.toFixed(1));
}

function tellPlaces(headers: Headers, places: AudioConcurrency, accountId: string): void {
  headers.set("x-ratelimit-limit-concurrency", String(places.limit));
  headers.set("x-ratelimit-remaining-concurrency", String(places.remaining(accountId)));
}
