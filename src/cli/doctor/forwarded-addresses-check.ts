/** Whether people behind the reverse proxy can be told apart. */
import { forwardedAddressesFault } from "../../config/forwarded-addresses.ts";
import type { Config } from "../../config/schema.ts";
import type { CheckResult } from "./check.ts";

export function checkForwardedAddresses(config: Pick<Config, "server">): CheckResult {
  const name = "callers' addresses";
  const advice = forwardedAddressesFault(config);
  if (advice === null) return { name, status: "ok", detail: "people are told apart" };
  return { name, status: "warn", detail: "everybody seems to come from the reverse proxy", advice };
}
