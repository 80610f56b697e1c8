/** The page of a one-time invitation to an organization, for somebody new; people with an account log in first. */
import { joinAsNewPerson, openInvitation } from "../../accounts/onboarding/invitations.ts";
import { roleNames } from "../../accounts/organizations/role-names.ts";
import { html } from "../../lib/html.ts";
import { APP_PATH } from "../../web/own-path.ts";
import type { PublicRoute } from "../../web/route.ts";
import { form, nameField, passwordFields } from "../frame/fields.ts";
import { heading } from "../frame/gate.ts";
import { fieldMessages } from "../messages/fields.ts";
import { oneTimeMessages } from "../messages/one-time.ts";
import { joinPath } from "./join.ts";
import { type OneTimeDeps, oneTimeRoutes } from "./one-time-page.ts";

export function invitationRoutes(deps: OneTimeDeps): PublicRoute[] {
  return oneTimeRoutes(deps, {
    path: "/invitation/:token",
    operations: {
      show: "showInvitation",
      shown: "Join an organization: the form",
      submit: "submitInvitation",
      summary: "Join the organization as somebody new",
    },
    title: (language) => oneTimeMessages[language].joinTitle,
    open: (token) => openInvitation(deps, token),
    // The sender of the link has it, too: it must neither open an account that was there before nor speak for its person.
    // Where passwords are off, the company's log-in makes the account.
    leadsTo: ({ person }, token) =>
      person === null && !deps.config.company_log_in.required
        ? null
        : `/login?next=${encodeURIComponent(joinPath(token))}`,
    show: (language, { organization, email, role }, sent, issues) => {
      const { join, invited, choose } = oneTimeMessages[language];
      const title = join(organization.name);
      const fields = [nameField(language, sent.get("name") ?? ""), ...passwordFields(language)];
      return html`${heading(title, invited(roleNames[language][role], email), choose)}
${form(language, fields, issues, title)}`;
    },
    submit: async (language, token, sent, address) => {
      const field = (name: string) => sent.get(name) ?? "";
      const passwords = { password: field("password"), passwordAgain: field("password_again") };
      const user = await joinAsNewPerson(deps, token, { name: field("name"), ...passwords }, address);
      const { joined, yourAccountIs, loggedIn } = oneTimeMessages[language];
      const body = html`${heading(joined)}<p>${yourAccountIs(user.email)} ${loggedIn}</p>
<p><a class="button primary" href="${APP_PATH}">${fieldMessages[language].goOn}</a></p>`;
      return { body, entry: { user, method: "invitation" } };
    },
  });
}
