/** The page of a one-time set-up link. */
import { FIRST_EMAIL } from "../../accounts/first-run.ts";
import { requirePasswords } from "../../accounts/log-in/company-rules.ts";
import { completeSetup, openSetupLink } from "../../accounts/setup.ts";
import { html } from "../../lib/html.ts";
import { hasTotp } from "../../store/totp.ts";
import type { PublicRoute } from "../../web/route.ts";
import { form, nameField, passwordFields } from "../frame/fields.ts";
import { type OneTimeDeps, oneTimeRoutes } from "./one-time-page.ts";

export function setupRoutes(deps: OneTimeDeps): PublicRoute[] {
  return oneTimeRoutes(deps, {
    path: "/setup/:token",
    operations: { show: "showSetup", submit: "submitSetup", summary: "Set address, name and password" },
    title: "Set up your account",
    open: (token) => {
      const user = openSetupLink(deps, token);
      requirePasswords(deps.config, user);
      return user;
    },
    show: (user, sent, issues) => {
      const email = sent.get("email") ?? (user.email === FIRST_EMAIL ? "" : user.email);
      const name = sent.get("name") ?? (user.email === FIRST_EMAIL ? "" : (user.name ?? ""));
      const fields = [
        {
          name: "email",
          label: "E-mail address",
          type: "email",
          autocomplete: "username",
          value: email,
        } as const,
        nameField(name),
        ...passwordFields(),
      ];
      return html`<h1>Set up your account</h1>
<p>${user.administrator ? "You will be the administrator of this server." : ""} This link works once.</p>
${form(fields, issues, "Set up")}`;
    },
    submit: async (token, sent, address) => {
      const field = (name: string) => sent.get(name) ?? "";
      const setUp = { email: field("email"), name: field("name") };
      const passwords = { password: field("password"), passwordAgain: field("password_again") };
      const user = await completeSetup(deps, token, { ...setUp, ...passwords }, address);
      // A link proves no second step.
      const entry = hasTotp(deps.db, user.id) ? null : ({ user, method: "setup_link" } as const);
      const body = html`<h1>Your account is set up</h1>
<p>Your account is <strong>${user.email}</strong>. Keep the password safe: nobody can look it up here.</p>
<p>${entry === null ? html`<a href="/login">Log in</a>` : html`You are logged in. <a href="/account">Your account</a>`}</p>`;
      return { body, entry };
    },
  });
}
