/** How work fails that must fail. */
import { TiroError } from "../../src/lib/errors.ts";

/** The error with which it is refused. @throws if it passes, or fails in another way than with this code. */
export function refusalOf(work: () => unknown, code?: string): TiroError {
  try {
    work();
  } catch (error) {
    if (error instanceof TiroError && (code === undefined || error.code === code)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
