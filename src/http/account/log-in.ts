/** The log-in, with e-mail address and password. */
import { type BrowserSessionDeps, enterBrowserSession } from "../../accounts/browser-sessions.ts";
import type { Passwords } from "../../accounts/passwords.ts";
import { limits } from "../../config/limits.ts";
import type { ErrorIssue } from "../../lib/errors.ts";
import { html } from "../../lib/html.ts";
import { isSameOrigin, readForm } from "../../web/form.ts";
import { ownPath } from "../../web/own-path.ts";
import { failurePage, withFailurePage } from "../../web/pages/failure.ts";
import { form, hiddenField } from "../../web/pages/fields.ts";
import { pageAnswer } from "../../web/pages/page.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { Exchange, PublicRoute } from "../../web/route.ts";
import { sessionCookie } from "../../web/session-cookie.ts";
import { enter } from "./enter.ts";

export interface LogInDeps extends BrowserSessionDeps {
  publicUrl: string;
  passwords: Passwords;
}

const TITLE = "Log in";
const FIRST_PAGE = "/account";
const FAILURE = { title: TITLE, next: html`<p><a href="/login">Log in</a></p>` };

export function logInRoutes(deps: LogInDeps): PublicRoute[] {
  const common = { path: "/login", family: "product", access: "public" } as const;
  return [
    { ...common, method: "GET", handle: (exchange) => showLogIn(deps, exchange) },
    {
      ...common,
      method: "POST",
      handle: (exchange) => withFailurePage(exchange, FAILURE, () => logIn(deps, exchange)),
    },
  ];
}

function showLogIn(deps: LogInDeps, { request }: Exchange): Response {
  const next = ownPath(new URL(request.url).searchParams.get("next"));
  const token = sessionCookie(deps.publicUrl).read(request);
  if (token !== null && enterBrowserSession(deps, token) !== null) return redirectAnswer(next ?? FIRST_PAGE);
  return logInPage(next, "", []);
}

async function logIn(deps: LogInDeps, exchange: Exchange): Promise<Response> {
  const { request } = exchange;
  if (!isSameOrigin(request, deps.publicUrl)) {
    exchange.errorCode = "foreign_request";
    return failurePage(FAILURE, 403, "The form was not sent from this page.");
  }
  const sent = await readForm(request);
  const next = ownPath(sent.get("next"));
  const address = exchange.address();
  const email = (sent.get("email") ?? "").trim();
  const user = await deps.passwords.verify({ email, password: sent.get("password") ?? "", address });
  if (user === null) {
    exchange.errorCode = "invalid_request";
    return logInPage(next, email, [{ param: "password", message: "The address or the password is wrong." }]);
  }
  return redirectAnswer(next ?? FIRST_PAGE, [enter(deps, exchange, user, ["password"])]);
}

function logInPage(next: string | null, email: string, issues: readonly ErrorIssue[]): Response {
  const fields = [
    {
      name: "email",
      label: "E-mail address",
      type: "email",
      autocomplete: "username",
      value: email.slice(0, limits.emailChars),
    },
    { name: "password", label: "Password", type: "password", autocomplete: "current-password" },
  ] as const;
  const hidden = next === null ? html`` : hiddenField("next", next);
  const body = html`<h1>${TITLE}</h1>
${form([...fields], issues, TITLE, { action: "/login", hidden })}`;
  return pageAnswer(`${TITLE} · tiro`, body, { status: issues.length > 0 ? 400 : 200, form: true });
}
