/** One thing that the doctor looked at. */
export interface CheckResult {
  name: string;
  status: "ok" | "warn" | "fail";
  /** The finding. */
  detail: string;
  /** The remedy; only if the status is not `ok`. */
  advice?: string;
}

export type Check = () => CheckResult | Promise<CheckResult>;

/** A check that throws has failed: a doctor that stops at the first illness is of little use. */
export async function runCheck(name: string, check: Check): Promise<CheckResult> {
  try {
    return await check();
  } catch (error) {
    const { message, extras } = error as { message?: string; extras?: { hint?: string } };
    return {
      name,
      status: "fail",
      detail: message ?? String(error),
      ...(extras?.hint ? { advice: extras.hint } : {}),
    };
  }
}
