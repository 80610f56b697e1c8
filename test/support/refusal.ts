/** How work fails that must fail. */
import { isKnownError, type OperatorError, type TiroError } from "../../src/lib/errors.ts";

/** The error with which it is refused. @throws if it passes, or fails in another way than with this code. */
export function refusalOf<Failure extends TiroError | OperatorError = TiroError>(
  work: () => unknown,
  code?: Failure["code"],
): Failure {
  try {
    work();
  } catch (error) {
    if (isKnownError(error) && (code === undefined || error.code === code)) return error as Failure;
    throw error;
  }
  throw new Error("nothing was refused");
}
