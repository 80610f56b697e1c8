/** The page of a one-time set-up link. */
import { completeSetup, FIRST_EMAIL, openSetupLink } from "../../accounts/onboarding/setup-links.ts";
import { requirePasswords } from "../../accounts/policies/company-rules.ts";
import { html } from "../../lib/html.ts";
import { passwordChangedAt } from "../../store/credentials/passwords.ts";
import { hasTotp } from "../../store/log-in/totp.ts";
import { isFirstRunOpen } from "../../store/onboarding/first-run.ts";
import type { User } from "../../store/people/users.ts";
import { APP_PATH } from "../../web/own-path.ts";
import type { PublicRoute } from "../../web/route.ts";
import { form, nameField, passwordFields } from "../frame/fields.ts";
import { heading } from "../frame/gate.ts";
import { fieldMessages } from "../messages/fields.ts";
import { logInMessages } from "../messages/log-in.ts";
import { oneTimeMessages } from "../messages/one-time.ts";
import { type OneTimeDeps, oneTimeRoutes } from "./one-time-page.ts";

export function setupRoutes(deps: OneTimeDeps): PublicRoute[] {
  /** The administrator of a new installation continues with its guide. */
  const onwardPath = ({ administrator }: User) =>
    administrator && isFirstRunOpen(deps.db) ? `${APP_PATH}welcome` : APP_PATH;
  return oneTimeRoutes(deps, {
    path: "/setup/:token",
    operations: {
      show: "showSetup",
      shown: "Set up your account: the form",
      submit: "submitSetup",
      summary: "Set address, name and password",
    },
    title: (language) => oneTimeMessages[language].setUpTitle,
    open: (token) => {
      const user = openSetupLink(deps, token);
      requirePasswords(deps.config, user);
      return user;
    },
    show: (language, user, sent, issues) => {
      const { setUpTitle, administrator, onceOnly, setUp } = oneTimeMessages[language];
      const isFirst = user.email === FIRST_EMAIL;
      const email = isFirst ? (sent.get("email") ?? "") : user.email;
      const name = sent.get("name") ?? (isFirst ? "" : (user.name ?? ""));
      const emailField = {
        name: "email",
        label: fieldMessages[language].email,
        type: "email",
        autocomplete: "username",
        value: email,
        fixed: !isFirst,
      } as const;
      const fields = [emailField, nameField(language, name), ...passwordFields(language)];
      // Who has a password has been the administrator, and only chooses another one.
      const isToBe = user.administrator && passwordChangedAt(deps.db, user.id) === null;
      return html`${heading(setUpTitle, `${isToBe ? `${administrator} ` : ""}${onceOnly}`)}
${form(language, fields, issues, setUp)}`;
    },
    submit: async (language, token, sent, address) => {
      const field = (name: string) => sent.get(name) ?? "";
      const setUp = { email: field("email"), name: field("name") };
      const passwords = { password: field("password"), passwordAgain: field("password_again") };
      const user = await completeSetup(deps, token, { ...setUp, ...passwords }, address);
      // A link proves no second step.
      const entry = hasTotp(deps.db, user.id) ? null : ({ user, method: "setup_link" } as const);
      const { isSetUp, keepPassword, loggedIn } = oneTimeMessages[language];
      const onward =
        entry === null
          ? html`<p><a class="button primary" href="/login">${logInMessages[language].logIn}</a></p>`
          : html`<p>${loggedIn}</p>
<p><a class="button primary" href="${onwardPath(user)}">${fieldMessages[language].goOn}</a></p>`;
      const body = html`${heading(isSetUp)}<p>${keepPassword(user.email)}</p>
${onward}`;
      return { body, entry };
    },
  });
}
