import { limits } from "../../config/limits.ts";
import { invalidRequest } from "../../lib/errors.ts";
import { PERSON_FIELD } from "../../web/named-person.ts";
import type { Middleware } from "../../web/route.ts";

/**
 * On routes below `/v1` that ask who calls, only parameters that the route takes, each once: a misspelt one would
 * otherwise silently be without effect. Health checks and pages get what monitors and browsers add.
 * @throws `invalid_request` with every one that is wrong.
 */
export function knownQuery(): Middleware {
  return (next) => async (exchange) => {
    const { route, request } = exchange;
    if (route.access === "public" || !route.path.startsWith("/v1/")) return next(exchange);
    const names = [...new URL(request.url).searchParams.keys()];
    const taken = new Set([PERSON_FIELD, ...Object.keys(route.operation?.query ?? {})]);
    const issues = [...new Set(names)].flatMap((name) => {
      const param = name.slice(0, limits.fieldNameBytes);
      if (!taken.has(name)) return [{ param, message: "is not a parameter of this route" }];
      return names.indexOf(name) === names.lastIndexOf(name)
        ? []
        : [{ param, message: "was sent more than once" }];
    });
    if (issues.length > 0) throw invalidRequest(issues);
    return next(exchange);
  };
}
