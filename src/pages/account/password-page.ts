import type { LogInMethod } from "../../accounts/browser-sessions.ts";
import { changePassword } from "../../accounts/log-in/change-password.ts";
import type { Passwords } from "../../accounts/passwords.ts";
import { html } from "../../lib/html.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonRoute } from "../../web/route.ts";
import { csrfField, currentPasswordField, form, passwordFields } from "../frame/fields.ts";
import { personPage } from "../frame/person-page.ts";
import { enter } from "../log-in/enter.ts";
import { formOrFaults, personRoute, type Shown } from "./person.ts";

const PATH = "/account/password";
const TITLE = "Change your password";

export function passwordPageRoutes(deps: PersonDeps & { passwords: Passwords }): PersonRoute[] {
  const show = (logIn: { csrfToken: string }, { issues }: Shown) => html`<h1>${TITLE}</h1>
<p>You stay logged in here and are logged out everywhere else.</p>
${form([currentPasswordField("Current password"), ...passwordFields()], issues, TITLE, { hidden: csrfField(logIn) })}
<p>If you have no password or forgot it, ask the administrator of this server for a set-up link.</p>`;
  return [
    personRoute(
      deps,
      "GET",
      PATH,
      pageOperation("showPassword", "Page to change the password", [200, 303]),
      ({ logIn }) => personPage(logIn, { title: TITLE, body: show(logIn, { issues: [] }) }),
    ),
    personRoute(
      deps,
      "POST",
      PATH,
      pageOperation("changePassword", "Change the password; all other sessions end", [303, 400, 403, 429], {
        body: formBody(),
      }),
      (exchange, user) =>
        formOrFaults(
          exchange,
          TITLE,
          (shown) => show(exchange.logIn, shown),
          async () => {
            const field = (name: string) => exchange.form.get(name) ?? "";
            const wanted = { password: field("password"), passwordAgain: field("password_again") };
            const change = {
              ...wanted,
              currentPassword: field("current_password"),
              address: exchange.address(),
            };
            await changePassword({ ...changesOf(deps, exchange), passwords: deps.passwords }, user, change);
            // The session that came in has ended with all others.
            const methods = exchange.logIn.methods as LogInMethod[];
            return redirectAnswer("/account", [enter(deps, exchange, user, methods)]);
          },
        ),
    ),
  ];
}
