/**
 * Browsers in which somebody has logged in: wrong passwords that others try at the account do not hold them up. What
 * makes a browser known is sealed in a cookie, so that the server keeps nothing, and ends with the password.
 */
import { limits } from "../../config/limits.ts";
import type { Db } from "../../store/db.ts";
import { type KnownDevice, passwordMark } from "../credentials/passwords.ts";
import type { SealedStates } from "./sealed-states.ts";

interface Sealed extends KnownDevice {
  mark: string;
}

const PURPOSE = "known-device";

/** The cookie of a known device. */
export function sealDevice(states: SealedStates, db: Db, userId: string): string {
  const device: Sealed = { id: crypto.randomUUID(), userId, mark: passwordMark(db, userId) };
  return states.seal(PURPOSE, device, limits.knownDeviceMs);
}

/** Null if nobody has logged in there, or it is long ago, or the password has changed since. */
export function openDevice(states: SealedStates, db: Db, sealed: string | null): KnownDevice | null {
  const device = states.open<Sealed>(PURPOSE, sealed);
  return device !== null && device.mark === passwordMark(db, device.userId) ? device : null;
}
