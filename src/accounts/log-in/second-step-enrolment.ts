/** A second step that is being set up: the browser keeps its secret, sealed, until a code of the app shows that the app has it. */

import { TiroError } from "../../lib/errors.ts";
import { personFault } from "../../lib/person-faults.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import type { User } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import type { SealedStates } from "./sealed-states.ts";
import { enableTotp, newTotpSecret, totpUri } from "./totp.ts";

const PURPOSE = "totp-enrolment";

export interface Enrolment {
  /** Base 32, for apps into which it is typed. */
  secret: string;
  /** The address in a QR code. */
  uri: string;
  /** To be sent back with a code. */
  sealed: string;
}

interface Sealed {
  userId: string;
  secret: string;
}

type Person = Pick<User, "id" | "email">;

export function beginEnrolment(states: SealedStates, { id, email }: Person): Enrolment {
  const secret = newTotpSecret();
  const sealed = states.seal(PURPOSE, { userId: id, secret } satisfies Sealed);
  return { secret, uri: totpUri(secret, email), sealed };
}

/** @throws TiroError `invalid_request` if it is another person's, or too old. */
export function enrolmentOf(states: SealedStates, { id, email }: Person, sealed: string): Enrolment {
  const begun = states.open<Sealed>(PURPOSE, sealed);
  if (begun?.userId !== id) throw new TiroError("invalid_request", personFault("took_too_long"));
  return { secret: begun.secret, uri: totpUri(begun.secret, email), sealed };
}

/**
 * @returns the recovery codes, which can be read this once.
 * @throws TiroError `invalid_request` (param `code`) if the app's code does not fit the secret.
 */
export function finishEnrolment(
  changes: ChangeDeps,
  userId: string,
  { secret }: Enrolment,
  code: string,
): Promise<string[]> {
  return whenWritable(changes.db, () => enableTotp(changes, userId, secret, code));
}
