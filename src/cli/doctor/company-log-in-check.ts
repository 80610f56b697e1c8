import { CompanyLogInFailed, identityProviderOf } from "../../accounts/log-in/identity-provider.ts";
import type { Config, Secrets } from "../../config/schema.ts";
import { systemClock } from "../../lib/clock.ts";
import { type Finding, ok, warn } from "./check.ts";

/** Asks the company's identity provider, if there is one, who it is. Keys and passwords work without it: a warning at most. */
export async function checkCompanyLogIn(
  config: Pick<Config, "company_log_in">,
  secrets: Secrets,
): Promise<Finding> {
  const provider = identityProviderOf(config, secrets, systemClock);
  if (provider === null) return ok("none configured");
  const where = `the identity provider ${config.company_log_in.issuer}`;
  try {
    await provider.reach();
    return ok(`${where} answers`);
  } catch (error) {
    if (!(error instanceof CompanyLogInFailed)) throw error;
    return warn(
      `${where} does not answer as itself (${error.message})`,
      "See that company_log_in.issuer is exactly the provider's, that this machine reaches it and trusts its certificate.",
    );
  }
}
