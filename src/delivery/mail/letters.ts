/** The letter of a delivery, made when it is sent: from ids, and from how things are then. */
import { SYSTEM } from "../../accounts/audit/actor.ts";
import { credentialChangeWords } from "../../accounts/audit/credential-change-words.ts";
import type { CredentialChange } from "../../accounts/audit/credential-changes.ts";
import { FIRST_EMAIL, makeSetupLink } from "../../accounts/onboarding/setup-links.ts";
import { roleNames } from "../../accounts/organizations/role-names.ts";
import { allowsLogInMethods } from "../../accounts/policies/company-rules.ts";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import type { InterfaceLanguage } from "../../lib/interface-languages.ts";
import type { Logger } from "../../lib/logger.ts";
import { hashSecret } from "../../lib/secrets.ts";
import { DAY_MS } from "../../lib/units.ts";
import { passwordHashOf } from "../../store/credentials/passwords.ts";
import { transact } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import { countDeliveries, type Delivery, setDeliveryDetails } from "../../store/delivery/deliveries.ts";
import { invitationByHash } from "../../store/onboarding/invitations.ts";
import { setupLinkByHash } from "../../store/onboarding/setup-links.ts";
import { organizationById } from "../../store/organizations/organizations.ts";
import { type User, userByEmail, userById } from "../../store/people/users.ts";
import { isMailKind, type MailKind } from "./kinds.ts";
import { linkToken } from "./links.ts";
import type { Letter } from "./smtp.ts";
import { type MailText, type MailValues, mailText } from "./templates.ts";

export interface LetterDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  config: Pick<Config, "mail" | "company_log_in">;
  publicUrl: string;
}

/** Members of `details` of any kind. */
interface Details {
  at?: number;
  change?: CredentialChange["change"];
  /** In the place of the person's address. */
  to?: string;
  address?: string | null;
  device?: string;
  reason?: string;
  days?: number;
}

interface Addressed {
  to: string;
  language: InterfaceLanguage;
  values: MailValues;
}

/** Null if there is nothing left to say: a link that was used or replaced, a person who is gone. */
export async function letterOf(deps: LetterDeps, delivery: Delivery): Promise<Letter | null> {
  const { kind } = delivery;
  if (!isMailKind(kind)) return null;
  const addressed = await addressedOf(deps, delivery, kind);
  if (addressed === null) return null;
  const { to, language, values } = addressed;
  const text = textOf(deps, kind, language, { ...values, site: new URL(deps.publicUrl).host });
  return { id: delivery.id, to, ...text };
}

/** A site's own text that cannot be used keeps nobody from their link. */
function textOf(
  { config, logger }: LetterDeps,
  kind: MailKind,
  language: InterfaceLanguage,
  values: MailValues,
): MailText {
  try {
    return mailText(config.mail.templates_dir, kind, language, values);
  } catch (error) {
    logger.warn("mail_template_not_used", { kind, language, cause: String(error) });
    return mailText(undefined, kind, language, values);
  }
}

function addressedOf(
  deps: LetterDeps,
  delivery: Delivery,
  kind: MailKind,
): Addressed | null | Promise<Addressed | null> {
  if (kind === "invitation") return invited(deps, delivery);
  if (kind === "setup_link") return setUp(deps, delivery);
  if (kind === "lost_password") return lost(deps, delivery);
  const details = JSON.parse(delivery.details) as Details;
  if (kind === "test") {
    const { language } = deps.config.mail;
    return { to: delivery.recipient, language, values: valuesOf(language, details) };
  }
  const user = userById(deps.db, delivery.recipient);
  const to = details.to ?? user?.email;
  if (user === null || to === undefined || to === FIRST_EMAIL) return null;
  // Somebody who was disabled gets notices of what was done before.
  const language = languageOf(deps, user);
  // A letter to a former address does not name the new one.
  return { to, language, values: { name: nameOf({ ...user, email: to }), ...valuesOf(language, details) } };
}

function invited({ db, clock, config, publicUrl }: LetterDeps, delivery: Delivery): Addressed | null {
  const token = linkToken(db, delivery.id);
  const invitation = invitationByHash(db, hashSecret(token));
  if (invitation === null || invitation.expiresAt <= clock.now()) return null;
  const organization = organizationById(db, invitation.organizationId);
  if (organization === null || organization.disabledAt !== null) return null;
  const person = userByEmail(db, invitation.email);
  const language = person?.interfaceLanguage ?? config.mail.language;
  const values = {
    organization: organization.name,
    role: roleNames[language][invitation.role],
    link: `${publicUrl}/invitation/${token}`,
    until: timeIn(language, invitation.expiresAt),
  };
  return { to: invitation.email, language, values };
}

function setUp(deps: LetterDeps, delivery: Delivery): Addressed | null {
  const { db, clock, publicUrl } = deps;
  const token = linkToken(db, delivery.id);
  const link = setupLinkByHash(db, hashSecret(token));
  const user = link === null || link.expiresAt <= clock.now() ? null : userById(db, link.userId);
  if (link === null || user === null || user.disabledAt !== null || user.email === FIRST_EMAIL) return null;
  return withLink(deps, user, `${publicUrl}/setup/${token}`, link.expiresAt);
}

/**
 * Somebody typed this address, and everything about it is decided here, long after they were answered: nobody learns
 * whether it is anybody's.
 */
async function lost(deps: LetterDeps, delivery: Delivery): Promise<Addressed | null> {
  const { db, clock, config, publicUrl } = deps;
  const user = userByEmail(db, delivery.recipient);
  if (user === null || user.disabledAt !== null || user.email === FIRST_EMAIL) return null;
  if (!allowsLogInMethods(config, user, ["password"]) || passwordHashOf(db, user.id) === null) return null;
  const now = clock.now();
  if (delivery.createdAt + limits.lostPasswordLinkMs <= now) return null;
  const asked = countDeliveries(db, delivery.recipient, "lost_password", now - DAY_MS);
  if (asked > limits.lostPasswordsPerPersonAndDay) return null;
  const token = linkToken(db, delivery.id);
  const expiresAt = delivery.createdAt + limits.lostPasswordLinkMs;
  const { isMade = false } = JSON.parse(delivery.details) as { isMade?: boolean };
  // One that was used, or replaced, does not work again because a message is sent again.
  if (isMade && setupLinkByHash(db, hashSecret(token)) === null) return null;
  if (!isMade)
    await transact(db, () => {
      makeSetupLink({ db, clock, actor: SYSTEM }, user, publicUrl, { token, validMs: expiresAt - now });
      setDeliveryDetails(db, delivery.id, { isMade: true });
    });
  return withLink(deps, user, `${publicUrl}/setup/${token}`, expiresAt);
}

function withLink(deps: LetterDeps, user: User, link: string, expiresAt: number): Addressed {
  const language = languageOf(deps, user);
  return {
    to: user.email,
    language,
    values: { name: nameOf(user), link, until: timeIn(language, expiresAt) },
  };
}

function valuesOf(
  language: InterfaceLanguage,
  { at, change, address, device, reason, days }: Details,
): MailValues {
  return {
    when: at === undefined ? "" : timeIn(language, at),
    change: change === undefined ? "" : credentialChangeWords[language][change],
    address: address ?? "—",
    device: device ?? "",
    reason: reason ?? "",
    days: String(days ?? ""),
  };
}

function languageOf({ config }: LetterDeps, { interfaceLanguage }: User): InterfaceLanguage {
  return interfaceLanguage ?? config.mail.language;
}

function nameOf({ name, email }: User): string {
  return name ?? email;
}

const LOCALES = { en: "en-GB", de: "de", fr: "fr", es: "es" } as const;

/** To the minute, in UTC: nobody knows the reader's time zone. */
function timeIn(language: InterfaceLanguage, epochMs: number): string {
  const style = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(LOCALES[language], style).format(epochMs)} UTC`;
}
