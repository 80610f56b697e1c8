/** The page of a one-time invitation to an organization, for somebody new; who has an account logs in first. */
import { joinAsNewPerson, openInvitation } from "../../accounts/invitations.ts";
import { html } from "../../lib/html.ts";
import type { PublicRoute } from "../../web/route.ts";
import { form, nameField, passwordFields } from "../frame/fields.ts";
import { joinPath } from "./join.ts";
import { type OneTimeDeps, oneTimeRoutes } from "./one-time-page.ts";

export function invitationRoutes(deps: OneTimeDeps): PublicRoute[] {
  return oneTimeRoutes(deps, {
    path: "/invitation/:token",
    operations: {
      show: "showInvitation",
      submit: "submitInvitation",
      summary: "Join the organization as somebody new",
    },
    title: "Join an organization",
    open: (token) => openInvitation(deps, token),
    // Whoever sent the link knows it: it must neither open an account that was there before nor speak for its person.
    // Where passwords are off, the company's log-in makes the account.
    leadsTo: ({ person }, token) =>
      person === null && !deps.config.company_log_in.required
        ? null
        : `/login?next=${encodeURIComponent(joinPath(token))}`,
    show: ({ organization, email, role }, sent, issues) => {
      const fields = [nameField(sent.get("name") ?? ""), ...passwordFields()];
      return html`<h1>Join ${organization.name}</h1>
<p>You were invited as ${role} with the address <strong>${email}</strong>. Choose a name and a password for your account.</p>
${form(fields, issues, `Join ${organization.name}`)}`;
    },
    submit: async (token, sent, address) => {
      const field = (name: string) => sent.get(name) ?? "";
      const passwords = { password: field("password"), passwordAgain: field("password_again") };
      const user = await joinAsNewPerson(deps, token, { name: field("name"), ...passwords }, address);
      const body = html`<h1>You have joined</h1>
<p>Your account is <strong>${user.email}</strong>.</p>
<p>You are logged in. <a href="/account">Your account</a></p>`;
      return { body, entry: { user, method: "invitation" } };
    },
  });
}
