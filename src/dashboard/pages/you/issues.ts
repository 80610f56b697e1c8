/** Which field was refused is known; what is wrong with it is said in the person's language. */
import { ApiFault } from "../../client/fault.ts";

/** @param messages by field. @throws the fault that `work` throws, with these. */
export async function withIssues<T>(work: Promise<T>, messages: Record<string, string>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiFault) || error.issues.length === 0) throw error;
    const issues = error.issues.map(({ param, message }) => ({ param, message: messages[param] ?? message }));
    const { code, status, message, retryAfterSeconds } = error;
    throw new ApiFault({ code, status, message, retryAfterSeconds, issues });
  }
}
