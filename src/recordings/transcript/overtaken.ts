/** Work on a transcript that others may save meanwhile: it is read in steps, beside the transaction that stores the result. */
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";

/**
 * Begins again as long as others saved meanwhile, but not forever.
 * @param attempt returns null if somebody did.
 * @throws TiroError `revision_conflict`.
 */
export async function untilNobodySaved<Result>(attempt: () => Promise<Result | null>): Promise<Result> {
  for (let begun = 0; begun < limits.transcriptBeginnings; begun += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new TiroError(
    "revision_conflict",
    `Others saved the transcript ${limits.transcriptBeginnings} times before this was done: send the same again in a moment.`,
    { retryAfterSeconds: 1, hint: "A program may be saving the same recording without a pause." },
  );
}
