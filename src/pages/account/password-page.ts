import type { LogInMethod } from "../../accounts/browser-sessions.ts";
import { changePassword } from "../../accounts/log-in/change-password.ts";
import { requirePasswords } from "../../accounts/log-in/company-rules.ts";
import type { Passwords } from "../../accounts/passwords.ts";
import { html } from "../../lib/html.ts";
import { companySessionOf } from "../../store/company-sessions.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { changesOf } from "../../web/person.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonRoute } from "../../web/route.ts";
import { checkbox, csrfField, currentPasswordField, form, passwordFields } from "../frame/fields.ts";
import { personPage } from "../frame/person-page.ts";
import { deviceOf, type EnterDeps, enter } from "../log-in/enter.ts";
import { formOrFaults, personRoute, type Shown } from "./person.ts";

const PATH = "/account/password";
const TITLE = "Change your password";

export function passwordPageRoutes(deps: EnterDeps & { passwords: Passwords }): PersonRoute[] {
  const show = (logIn: { csrfToken: string }, { issues }: Shown) => {
    // Whoever sends nothing ends both: a stolen password may have let somebody in either way.
    const choices = html`${checkbox("keep_sessions", "Stay logged in elsewhere")}${checkbox("keep_apps", "Keep the access of apps")}`;
    const fields = [currentPasswordField("Current password"), ...passwordFields()];
    return html`<h1>${TITLE}</h1>
<p>You stay logged in here. Everywhere else you are logged out, and apps lose their access, unless you choose to keep them.</p>
${form(fields, issues, TITLE, { hidden: csrfField(logIn), choices })}
<p>If you have no password or forgot it, ask the administrator of this server for a set-up link.</p>`;
  };
  return [
    personRoute(
      deps,
      "GET",
      PATH,
      pageOperation("showPassword", "Page to change the password", [200, 303, 403]),
      ({ logIn }, user) => {
        requirePasswords(deps.config, user);
        return personPage(logIn, { title: TITLE, body: show(logIn, { issues: [] }) });
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
          TITLE,
          (shown) => show(exchange.logIn, shown),
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
            return redirectAnswer("/account", cookies);
          },
        );
      },
    ),
  ];
}
