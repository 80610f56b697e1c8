/** Mail as a way to send what waits. */

import type { Config, Secrets } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Channel } from "../outbox.ts";
import { type LetterDeps, letterOf } from "./letters.ts";
import { mailServerOf } from "./smtp.ts";

/** Of a site that sends mail. */
export type MailSettings = Config["mail"] & { server: string; from: string };

export function mailChannel(
  deps: LetterDeps,
  settings: MailSettings,
  secrets: Pick<Secrets, "mailPassword">,
): Channel {
  const server = mailServerOf(settings, secrets);
  return {
    name: "mail",
    deliver: async (delivery, signal) => {
      const letter = await letterOf(deps, delivery);
      if (letter === null) return "dropped";
      await server.send(letter, signal);
      return "sent";
    },
  };
}

/** Whether the site sends mail. */
export function sendsMail(settings: Config["mail"]): settings is MailSettings {
  return settings.server !== undefined && settings.from !== undefined;
}

/** @throws TiroError `invalid_request` if the site sends no mail. */
export function requireMail({ mail }: Pick<Config, "mail">): MailSettings {
  if (sendsMail(mail)) return mail;
  throw new TiroError("invalid_request", "This site sends no mail.", {
    hint: "Set mail.server and mail.from, or pass the link on yourself.",
  });
}
