/** A message that shows whether mail arrives, sent at once, past the queue. */
import { requireEmail } from "../../accounts/names.ts";
import { limits } from "../../config/limits.ts";
import type { Config, Secrets } from "../../config/schema.ts";
import { type Clock, toIsoTime } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { noteAttempt } from "../../lib/last-attempts.ts";
import { requireMail } from "./channel.ts";
import { mailServerOf } from "./smtp.ts";
import { mailText } from "./templates.ts";

export interface TestMessageDeps {
  config: Pick<Config, "mail">;
  secrets: Pick<Secrets, "mailPassword">;
  publicUrl: string;
  clock: Clock;
}

/**
 * @returns the address, and the server that took it.
 * @throws TiroError `invalid_request` if the site sends no mail, or that is no address; DeliveryFailure.
 */
export async function sendTestMessage(
  { config, secrets, publicUrl, clock }: TestMessageDeps,
  address: string,
): Promise<{ to: string; server: string }> {
  const to = requireEmail(address);
  const mail = requireMail(config);
  const values = { site: new URL(publicUrl).host, when: toIsoTime(clock.now()) };
  const text = mailText(mail.templates_dir, "test", mail.language, values);
  const signal = AbortSignal.timeout(limits.deliveryAttemptMs);
  try {
    await mailServerOf(mail, secrets).send({ id: newId("dlv"), to, ...text }, signal);
    noteAttempt("mail", clock.now(), null);
  } catch (error) {
    noteAttempt("mail", clock.now(), (error as Error).message);
    throw error;
  }
  return { to, server: mail.server };
}
