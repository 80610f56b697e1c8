import type { LogInMethod } from "../../accounts/credentials/browser-sessions.ts";
import type { Passwords } from "../../accounts/credentials/passwords.ts";
import { changePassword } from "../../accounts/log-in/change-password.ts";
import { requirePasswords } from "../../accounts/policies/company-rules.ts";
import { html } from "../../lib/html.ts";
import { companySessionOf } from "../../store/log-in/company-sessions.ts";
import { deviceOf, type EnterDeps, enter } from "../../web/enter.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { YOU_PATH } from "../../web/own-path.ts";
import { changesOf } from "../../web/person.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { checkbox, form, ownFields, passwordFields } from "../frame/fields.ts";
import { type PersonPage, personPage } from "../frame/person-page.ts";
import { formOrFaults, personRoute, type Shown } from "../frame/person-route.ts";
import { languageOf } from "../frame/reader.ts";
import { accountMessages } from "../messages/account.ts";
import { fieldMessages } from "../messages/fields.ts";

const PATH = "/account/password";

export function passwordPageRoutes(deps: EnterDeps & { passwords: Passwords }): PersonRoute[] {
  return [
    personRoute(
      deps,
      "GET",
      PATH,
      pageOperation("showPassword", "Page to change the password", [200, 303, 403]),
      (exchange, user) => {
        requirePasswords(deps.config, user);
        return personPage(exchange, passwordPage(exchange, { issues: [] }));
      },
    ),
    personRoute(
      deps,
      "POST",
      PATH,
      pageOperation(
        "changePassword",
        "Change the password; other sessions and the access of apps end unless they are kept",
        [303, 400, 403, 429],
        { body: formBody() },
      ),
      (exchange, user) => {
        requirePasswords(deps.config, user);
        return formOrFaults(
          exchange,
          (shown) => passwordPage(exchange, shown),
          async () => {
            const { logIn, form } = exchange;
            const field = (name: string) => form.get(name) ?? "";
            exchange.holdOpen();
            const company = companySessionOf(deps.db, logIn.id);
            await changePassword({ ...changesOf(deps, exchange), passwords: deps.passwords }, user, {
              currentPassword: field("current_password"),
              password: field("password"),
              passwordAgain: field("password_again"),
              keepSessions: form.has("keep_sessions"),
              keepApps: form.has("keep_apps"),
              address: exchange.address(),
              device: deviceOf(deps, exchange),
            });
            // A new token for the session that came in, which stays as old as it was: a password alone proves less
            // than a log-in with a second step.
            const { authenticatedAt } = logIn;
            const methods = logIn.methods as LogInMethod[];
            const cookies = await enter(deps, exchange, user, methods, { authenticatedAt, company });
            return redirectAnswer(YOU_PATH, cookies);
          },
        );
      },
    ),
  ];
}

function passwordPage(exchange: PersonExchange, { issues }: Shown): PersonPage {
  const language = languageOf(exchange);
  const messages = accountMessages[language];
  const current = {
    name: "current_password",
    label: fieldMessages[language].currentPassword,
    type: "password",
    autocomplete: "current-password",
  } as const;
  // Whoever sends nothing ends both: a stolen password may have let somebody in either way.
  const choices = html`${checkbox("keep_sessions", messages.keepSessions)}${checkbox("keep_apps", messages.keepApps)}`;
  const fields = [current, ...passwordFields(language)];
  const hidden = ownFields(exchange.logIn);
  const body = html`${form(language, fields, issues, messages.changePassword, { hidden, choices })}
<p class="second">${messages.forgotPassword}</p>`;
  return { title: messages.changePassword, lead: messages.passwordLead, body };
}
