/** The page of a one-time invitation to an organization. */
import { acceptInvitation, openInvitation } from "../../accounts/invitations.ts";
import { html } from "../../lib/html.ts";
import type { PublicRoute } from "../../web/route.ts";
import { form, nameField, passwordFields } from "../frame/fields.ts";
import { type OneTimeDeps, oneTimeRoutes } from "./one-time-page.ts";

export function invitationRoutes(deps: OneTimeDeps): PublicRoute[] {
  return oneTimeRoutes(deps, {
    path: "/invitation/:token",
    operations: {
      show: "showInvitation",
      submit: "submitInvitation",
      summary: "Join the organization",
    },
    title: "Join an organization",
    open: (token) => openInvitation(deps, token),
    show: ({ organization, email, role, person }, sent, issues) => {
      const fields = person === null ? [nameField(sent.get("name") ?? ""), ...passwordFields()] : [];
      const what =
        person === null ? "Choose a name and a password for your account." : "You already have an account.";
      return html`<h1>Join ${organization.name}</h1>
<p>You were invited as ${role} with the address <strong>${email}</strong>. ${what}</p>
${form(fields, issues, `Join ${organization.name}`)}`;
    },
    submit: async (token, sent, address) => {
      const field = (name: string) => sent.get(name) ?? "";
      const passwords = { password: field("password"), passwordAgain: field("password_again") };
      const { person } = openInvitation(deps, token);
      const user = await acceptInvitation(deps, token, { name: field("name"), ...passwords }, address);
      // Whoever invited somebody knows the link: it must not open an account that was there before.
      const entry = person === null ? ({ user, method: "invitation" } as const) : null;
      const body = html`<h1>You have joined</h1>
<p>Your account is <strong>${user.email}</strong>.</p>
<p>${entry === null ? html`<a href="/login">Log in</a>` : html`You are logged in. <a href="/account">Your account</a>`}</p>`;
      return { body, entry };
    },
  });
}
