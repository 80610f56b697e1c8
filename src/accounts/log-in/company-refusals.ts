/** Why a company log-in is refused: for the operator, in the log, the audit log and a metric. People see no more than before. */

import { TiroError } from "../../lib/errors.ts";
import type { PersonFault } from "../../lib/person-faults.ts";
import { Tally } from "../../lib/tally.ts";
import { NOBODY, type SecurityEvents } from "../audit/security-events.ts";

export const COMPANY_REFUSALS = [
  "account_disabled",
  "account_exists",
  "account_of_another",
  "address_differs",
  "address_missing",
  "address_unverified",
  "disabled_there",
  "domain_foreign",
  "expired_there",
  "group_wrong",
  "id_missing",
  "locked_there",
  "name_ambiguous",
  "name_unknown",
  "no_account",
  "password_expired",
  "password_wrong",
  "proof_stale",
  "provider_refused",
  "provider_silent",
  "question_expired",
] as const;
export type CompanyRefusal = (typeof COMPANY_REFUSALS)[number];

export const refusedCompanyLogIns = new Tally<"reason">(COMPANY_REFUSALS.map((reason) => ({ reason })));

export class CompanyLogInRefused extends TiroError {
  readonly reason: CompanyRefusal;

  constructor(reason: CompanyRefusal, message: string | PersonFault) {
    if (reason === "account_disabled") super("account_disabled", message);
    else super("invalid_request", message, { param: "company_log_in" });
    this.name = "CompanyLogInRefused";
    this.reason = reason;
  }
}

/** In the log and the audit log, and counted. Nobody's address or group is kept: whom it was, the provider's log says. */
export function noteCompanyRefusal(
  security: SecurityEvents,
  address: string,
  reason: CompanyRefusal,
  method: "company" | "directory" = "company",
): void {
  refusedCompanyLogIns.add({ reason });
  security.note("user.log_in_failed", { target: NOBODY, address, details: { method, reason } });
}
