/** Where the company's identity provider ends sessions (OpenID Connect Back-Channel Logout 1.0). */
import { z } from "zod";
import { logOutByCompany } from "../../accounts/log-in/company-log-out.ts";
import { CompanyLogInFailed, type IdentityProvider } from "../../accounts/log-in/identity-provider.ts";
import { LogoutTokenRefused } from "../../accounts/log-in/logout-token.ts";
import { OAuthError } from "../../accounts/oauth/oauth-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { personFault } from "../../lib/person-faults.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readForm } from "../../web/form.ts";
import { formBody, jsonOf, oauthFaults } from "../../web/operation.ts";
import type { Exchange, PublicRoute } from "../../web/route.ts";

export interface CompanyLogOutDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** Null if the site has none. */
  identityProvider: () => IdentityProvider | null;
}

export function companyLogOutRoutes(deps: CompanyLogOutDeps): PublicRoute[] {
  return [
    {
      method: "POST",
      path: "/login/company/back-channel-logout",
      family: "oauth",
      access: "public",
      operation: {
        id: "logOutByCompany",
        tags: ["Pages"],
        summary:
          "End sessions on the word of the company's identity provider (OpenID Connect Back-Channel Logout)",
        body: formBody(z.looseObject({ logout_token: z.string() })),
        answers: {
          200: jsonOf("The sessions ended, or there were none.", z.object({})),
          ...oauthFaults(400, 404, 413, 503),
        },
      },
      handle: (exchange) => logOut(deps, exchange),
    },
  ];
}

async function logOut(
  { db, clock, logger, identityProvider: providerNow }: CompanyLogOutDeps,
  { request, address }: Exchange,
): Promise<Response> {
  const identityProvider = providerNow();
  if (identityProvider === null) throw new TiroError("route_not_found", personFault("no_company_log_in"));
  const token = (await readForm(request)).get("logout_token") ?? "";
  try {
    const order = await identityProvider.readLogoutToken(token, clock.now());
    await whenWritable(db, () => logOutByCompany({ db, clock, address: address() }, order));
    return jsonAnswer(200, {});
  } catch (error) {
    if (error instanceof LogoutTokenRefused) {
      logger.warn("company_log_out_refused", { reason: error.message });
      throw new OAuthError("invalid_request", "The logout token is not valid here.");
    }
    if (!(error instanceof CompanyLogInFailed)) throw error;
    logger.warn("company_log_out_failed", { code: error.message, unreachable: error.unreachable });
    throw new OAuthError("temporarily_unavailable", "The keys of the identity provider cannot be had.");
  }
}
