/** Metrics of logging in. */
import { refusedCompanyLogIns } from "../../accounts/log-in/company-refusals.ts";
import type { ReadMetric } from "./definition.ts";

export const logInMetrics: readonly ReadMetric[] = [
  {
    name: "tiro_company_log_ins_refused_total",
    type: "counter",
    help: "Company log-ins that were refused, by reason: the person's group, address, domain or account, or the identity provider.",
    labels: ["reason"],
    read: () => refusedCompanyLogIns.counts,
  },
];
