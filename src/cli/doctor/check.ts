/** The finding of a check. */
export interface Finding {
  status: "ok" | "warn" | "fail";
  detail: string;
  /** The remedy; only if the status is not `ok`. */
  advice?: string;
}

/** One thing that the doctor looked at. */
export interface CheckResult extends Finding {
  name: string;
}

export type Check = () => Finding | Promise<Finding>;

export function ok(detail: string): Finding {
  return { status: "ok", detail };
}

export function warn(detail: string, advice?: string): Finding {
  return { status: "warn", detail, ...(advice && { advice }) };
}

export function fail(detail: string, advice: string): Finding {
  return { status: "fail", detail, advice };
}

/** Several findings as one, as bad as the worst of them. @param described stands in front of them, or alone if there are none. */
export function summed(described: string, findings: readonly Finding[], fine = described): Finding {
  if (findings.length === 0) return ok(fine);
  return {
    status: findings.some(({ status }) => status === "fail") ? "fail" : "warn",
    detail: [described, ...findings.map(({ detail }) => detail)].join("; "),
    advice: [...new Set(findings.map(({ advice }) => advice))].join(" "),
  };
}

/** A check that throws has failed: a doctor that stops at the first illness is of little use. */
export async function runCheck(name: string, check: Check): Promise<CheckResult> {
  try {
    return { name, ...(await check()) };
  } catch (error) {
    const { message, extras } = error as { message?: string; extras?: { hint?: string } };
    const advice = extras?.hint;
    return { name, status: "fail", detail: message ?? String(error), ...(advice && { advice }) };
  }
}
