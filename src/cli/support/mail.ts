import { toIsoTime } from "../../lib/clock.ts";
import { printOutcome } from "./output.ts";
import { shownTime, type TimeFlags } from "./times.ts";

/** For a link that is sent and not printed. */
export function printMailed(
  what: Record<string, unknown> & { email?: unknown },
  expiresAt: number,
  flags: TimeFlags & { json?: boolean },
): void {
  const words = `The server sends the link to ${what.email}. It works once, until ${shownTime(expiresAt, flags)}.`;
  printOutcome(flags, { ...what, mailed: true, expires_at: toIsoTime(expiresAt) }, words);
}
