import { toIsoTime } from "../../lib/clock.ts";
import { printJson, printLine } from "./output.ts";
import { shownTime, type TimeFlags } from "./times.ts";

/** For a link that is sent and not printed. */
export function printMailed(
  what: Record<string, unknown> & { email?: unknown },
  expiresAt: number,
  flags: TimeFlags & { json?: boolean },
): void {
  if (flags.json) printJson({ ...what, mailed: true, expires_at: toIsoTime(expiresAt) });
  else
    printLine(
      `The server sends the link to ${what.email}. It works once, until ${shownTime(expiresAt, flags)}.`,
    );
}
