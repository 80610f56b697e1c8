import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { logFields, type Middleware } from "../../web/route.ts";

/** One line a request: identifiers, counts and durations, never content, names of files or credentials. */
export function accessLog({ logger, clock }: { logger: Logger; clock: Clock }): Middleware {
  return (next) => async (exchange) => {
    const startedMs = clock.monotonic();
    const answer = await next(exchange);
    logger.info("request", {
      ...logFields(exchange),
      status: answer.status,
      code: exchange.errorCode ?? undefined,
      durationMs: Math.round((clock.monotonic() - startedMs) * 10) / 10,
      requestBytes: bytes(exchange.request.headers),
      answerBytes: bytes(answer.headers),
    });
    return answer;
  };
}

function bytes(headers: Headers): number | undefined {
  const stated = headers.get("content-length");
  return stated === null ? undefined : Number(stated);
}
