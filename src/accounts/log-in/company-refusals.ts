/** Why a company log-in is refused: for the operator, in the log, the audit log and a metric. People see no more than before. */
import { TiroError } from "../../lib/errors.ts";
import { Tally } from "../../lib/tally.ts";

export const COMPANY_REFUSALS = [
  "account_disabled",
  "account_exists",
  "account_of_another",
  "address_differs",
  "address_missing",
  "address_unverified",
  "domain_foreign",
  "group_wrong",
  "no_account",
  "proof_stale",
  "provider_refused",
  "provider_silent",
  "question_expired",
] as const;
export type CompanyRefusal = (typeof COMPANY_REFUSALS)[number];

export const refusedCompanyLogIns = new Tally<"reason">(COMPANY_REFUSALS.map((reason) => ({ reason })));

export class CompanyLogInRefused extends TiroError {
  readonly reason: CompanyRefusal;

  constructor(reason: CompanyRefusal, message: string) {
    if (reason === "account_disabled") super("account_disabled", message);
    else super("invalid_request", message, { param: "company_log_in" });
    this.name = "CompanyLogInRefused";
    this.reason = reason;
  }
}
