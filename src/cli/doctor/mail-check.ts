import type { Config, Secrets } from "../../config/schema.ts";
import { DeliveryFailure, type FailureReason } from "../../delivery/failure.ts";
import { sendsMail } from "../../delivery/mail/channel.ts";
import { mailServerOf } from "../../delivery/mail/smtp.ts";
import { checkTemplates } from "../../delivery/mail/templates.ts";
import { type Finding, fail, ok } from "./check.ts";

const ADVICE: Partial<Record<FailureReason, string>> = {
  unreachable: "See that mail.server names the right host and port, and that no firewall is between.",
  late: "The server answers too slowly, or the port wants TLS from the beginning: smtps:// is for port 465, smtp:// for 587.",
  untrusted:
    "The certificate must be valid for the name in mail.server. Name your own authority in mail.ca_file.",
  not_admitted: "See that mail.user and mail.password are the server's.",
};

/** Connects and logs in, as a message would, and sends nothing. */
export async function checkMail(
  { mail }: Pick<Config, "mail">,
  secrets: Pick<Secrets, "mailPassword">,
): Promise<Finding> {
  if (!sendsMail(mail)) return ok("none configured; links are passed on by hand");
  if (mail.templates_dir !== undefined) checkTemplates(mail.templates_dir);
  try {
    await mailServerOf(mail, secrets).verify();
    const how = mail.tls === "required" ? "over TLS" : "in clear text";
    return ok(`${mail.server} takes messages ${how}`);
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    return fail(
      `${mail.server} takes no message: ${error.message}`,
      ADVICE[error.reason] ?? "The mail server's own log says why.",
    );
  }
}
