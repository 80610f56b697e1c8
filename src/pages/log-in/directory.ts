/** The log-in by the company's directory, with a name and a password, and connecting it to an account that is there. */
import { NOBODY, type SecurityEvents } from "../../accounts/audit/security-events.ts";
import type { Passwords } from "../../accounts/credentials/passwords.ts";
import { isLinked, linkIdentity, userOfIdentity } from "../../accounts/log-in/company.ts";
import {
  CompanyLogInRefused,
  type CompanyRefusal,
  noteCompanyRefusal,
} from "../../accounts/log-in/company-refusals.ts";
import type { CompanyIdentity } from "../../accounts/log-in/identity-provider.ts";
import { DirectoryFailed } from "../../accounts/log-in/ldap/connection.ts";
import type { Directory } from "../../accounts/log-in/ldap/directory.ts";
import type { Config } from "../../config/schema.ts";
import { type ErrorIssue, TiroError } from "../../lib/errors.ts";
import { html, type Markup } from "../../lib/html.ts";
import { personFault } from "../../lib/person-faults.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import type { User } from "../../store/people/users.ts";
import { deviceOf } from "../../web/enter.ts";
import { changesOf } from "../../web/person.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { Exchange, PersonExchange } from "../../web/route.ts";
import { form, hiddenField, ownFields } from "../frame/fields.ts";
import { languageOf, type Reading } from "../frame/reader.ts";
import { fieldMessages } from "../messages/fields.ts";
import { logInMessages } from "../messages/log-in.ts";
import { companyRefusal } from "./company-refusal.ts";
import { type LogInDeps, proceed } from "./log-in-step.ts";

export type DirectoryDeps = LogInDeps & {
  config: Pick<Config, "company_log_in" | "ldap">;
  /** Null if the site has none. */
  directory: () => Directory | null;
  passwords: Passwords;
  security: SecurityEvents;
};

export interface NameForm {
  name: string;
  issues: readonly ErrorIssue[];
}

const NAME = "user_name";
const PASSWORD = "company_password";

/** Null if the form is another one. */
export function sentName(sent: URLSearchParams): string | null {
  return sent.get(NAME)?.trim() ?? null;
}

/** The form in which somebody enters what the directory knows them by. */
export function nameForm(
  reading: Reading,
  { name, issues }: NameForm,
  { action, submit, hidden }: { action: string; submit: string; hidden: Markup },
): Markup {
  const language = languageOf(reading);
  const label = logInMessages[language].userName;
  const { password } = fieldMessages[language];
  return form(
    language,
    [
      { name: NAME, label, type: "text", autocomplete: "username", value: name },
      { name: PASSWORD, label: password, type: "password", autocomplete: "current-password" },
    ],
    issues,
    submit,
    { action, hidden },
  );
}

/** For the page of a person who is logged in. */
export function connectForm(
  exchange: PersonExchange,
  action: string,
  submit: string,
  shown: NameForm = { name: "", issues: [] },
): Markup {
  return nameForm(exchange, shown, { action, submit, hidden: ownFields(exchange.logIn) });
}

export function nextField(next: string | null): Markup {
  return next === null ? html`` : hiddenField("next", next);
}

/** @param again shows the form once more, with what was wrong with it. */
export async function logInByDirectory(
  deps: DirectoryDeps,
  exchange: Exchange,
  { sent, next }: { sent: URLSearchParams; next: string | null },
  again: (form: NameForm) => Response,
): Promise<Response> {
  exchange.holdOpen();
  return withIdentity(deps, exchange, { sent, again }, async (identity) => {
    const { db, clock, config } = deps;
    const company = { db, clock, settings: config.company_log_in, address: exchange.address() };
    const user = await whenWritable(db, () => userOfIdentity(company, identity));
    return proceed(deps, exchange, user, { next, method: "directory" });
  });
}

/** Connects the account of somebody who is logged in. */
export function connectByDirectory(
  deps: DirectoryDeps,
  exchange: PersonExchange,
  { user, page }: { user: User; page: string },
  again: (form: NameForm) => Response,
): Promise<Response> {
  return withIdentity(deps, exchange, { sent: exchange.form, again }, async (identity) => {
    const { db, clock, config } = deps;
    const company = { db, clock, settings: config.company_log_in, address: exchange.address() };
    await whenWritable(db, () => linkIdentity(company, changesOf(deps, exchange), user, identity));
    return redirectAnswer(page);
  });
}

/** Who guesses passwords must not learn from these more than that it was not the right pair. */
const READ_AS_WRONG: ReadonlySet<CompanyRefusal> = new Set([
  "name_unknown",
  "name_ambiguous",
  "password_wrong",
  "locked_there",
]);
/** Refusals by the directory or its entry despite the right password. */
const READ_AS_REFUSED: ReadonlySet<CompanyRefusal> = new Set([
  "disabled_there",
  "expired_there",
  "password_expired",
  "id_missing",
]);

async function withIdentity(
  deps: DirectoryDeps,
  exchange: Exchange,
  { sent, again }: { sent: URLSearchParams; again: (form: NameForm) => Response },
  go: (identity: CompanyIdentity) => Promise<Response>,
): Promise<Response> {
  const name = sentName(sent) ?? "";
  const address = exchange.address();
  try {
    return await go(await identify(deps, exchange, { name, password: sent.get(PASSWORD) ?? "" }));
  } catch (error) {
    if (error instanceof DirectoryFailed) {
      deps.logger.warn("company_log_in_failed", { code: error.code, message: error.message });
      noteCompanyRefusal(deps.security, address, "provider_silent", "directory");
      return companyRefusal(exchange, 503, ({ companySilent }) => companySilent);
    }
    if (!(error instanceof CompanyLogInRefused)) throw error;
    noteCompanyRefusal(deps.security, address, error.reason, "directory");
    if (READ_AS_REFUSED.has(error.reason))
      return companyRefusal(exchange, 403, ({ companyRefused }) => companyRefused);
    if (!READ_AS_WRONG.has(error.reason)) throw error;
    exchange.errorCode = error.code;
    const { wrongName } = logInMessages[languageOf(exchange)];
    return again({ name, issues: [{ param: PASSWORD, message: wrongName }] });
  }
}

/** Attempts wait their turn as those at this server's own passwords do, and count together with them. */
async function identify(
  deps: DirectoryDeps,
  exchange: Exchange,
  credentials: { name: string; password: string },
): Promise<CompanyIdentity> {
  const directory = deps.directory();
  if (directory === null) throw new TiroError("route_not_found", personFault("no_company_log_in"));
  const device = deviceOf(deps, exchange);
  const attempt = await deps.passwords.attempts.begin({
    account: `directory ${credentials.name}`,
    address: exchange.address(),
    deviceId: device !== null && isLinked(deps.db, device.userId) ? device.id : null,
  });
  if (attempt.waited)
    deps.security.note("user.log_in_delayed", { target: NOBODY, address: exchange.address() });
  try {
    const identity = await directory.identify(credentials);
    attempt.succeed();
    return identity;
  } catch (error) {
    if (!(error instanceof CompanyLogInRefused)) attempt.takeBack();
    throw error;
  }
}
