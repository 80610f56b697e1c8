import type { Config } from "../../config/schema.ts";
import { type MailSettings, sendsMail } from "../../delivery/mail/channel.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
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

/** @throws TiroError `invalid_request` where the site sends no mail. */
export function requireMail({ mail }: Pick<Config, "mail">): MailSettings {
  if (sendsMail(mail)) return mail;
  throw new TiroError("invalid_request", "This site sends no mail.", {
    hint: "Set mail.server and mail.from, or pass the link on yourself.",
  });
}
