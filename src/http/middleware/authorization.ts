import { type Principal, requireScope } from "../../accounts/authentication/principal.ts";
import { requireNamedPerson } from "../../web/named-person.ts";
import type { Middleware } from "../../web/route.ts";

export interface AuthorizationDeps {
  actAsMember: (principal: Principal, serviceUser: string | null) => Principal;
}

/**
 * Whether the credential allows the route, and whom an organization's key acts as there.
 * @throws `insufficient_scope`, `another_person`; on product routes and MCP `user_required`, `user_not_member`, `account_disabled`.
 */
export function authorization({ actAsMember }: AuthorizationDeps): Middleware {
  return (next) => async (exchange) => {
    const { route, principal, request, publicUrl } = exchange;
    if (route.access === "key" && principal !== null) {
      if (route.scope) requireScope(principal, route.scope, { publicUrl, resource: route.resource ?? "api" });
      if (route.family !== "transcription")
        exchange.principal = actAsMember(principal, request.headers.get("service-user"));
      requireNamedPerson(request, exchange.principal?.userId ?? null);
    }
    return next(exchange);
  };
}
