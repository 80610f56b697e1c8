/** The log-in with e-mail address and password. */
import { enterBrowserSession } from "../../accounts/browser-sessions.ts";
import type { Passwords } from "../../accounts/passwords.ts";
import { limits } from "../../config/limits.ts";
import type { ErrorIssue } from "../../lib/errors.ts";
import { html } from "../../lib/html.ts";
import { readForm } from "../../web/form.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { ownPath } from "../../web/own-path.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { Exchange, PublicRoute } from "../../web/route.ts";
import { sessionCookie } from "../../web/session-cookie.ts";
import { form, hiddenField } from "../frame/fields.ts";
import { pageAnswer } from "../frame/page.ts";
import { deviceOf } from "./enter.ts";
import { type LogInDeps, logInRoute, NEXT, proceed } from "./log-in-step.ts";

type Deps = LogInDeps & { passwords: Passwords };

const TITLE = "Log in";

export function logInRoutes(deps: Deps): PublicRoute[] {
  return [
    logInRoute(
      deps,
      "GET",
      "/login",
      pageOperation("showLogIn", "Log-in for people", [200, 303], { query: { next: NEXT } }),
      (exchange) => show(deps, exchange),
    ),
    logInRoute(
      deps,
      "POST",
      "/login",
      pageOperation("logIn", "Log in with e-mail address and password", [303, 400, 403, 413, 415, 429], {
        body: formBody(),
      }),
      (exchange) => logIn(deps, exchange),
    ),
  ];
}

/** @param again `?again=1`: also who is logged in, to show that it is still they. */
function show(deps: Deps, { request }: Exchange): Response {
  const { searchParams } = new URL(request.url);
  const next = ownPath(searchParams.get("next"));
  const token = sessionCookie(deps.publicUrl).read(request);
  const isIn = token !== null && enterBrowserSession(deps, token) !== null;
  const again = isIn && searchParams.has("again");
  return isIn && !again ? redirectAnswer(next ?? "/account") : logInPage(deps, { next, again });
}

async function logIn(deps: Deps, exchange: Exchange): Promise<Response> {
  const sent = await readForm(exchange.request);
  const next = ownPath(sent.get("next"));
  const email = (sent.get("email") ?? "").trim();
  const password = sent.get("password") ?? "";
  const device = deviceOf(deps, exchange);
  exchange.holdOpen();
  const user = await deps.passwords.verify({ email, password, address: exchange.address(), device });
  if (user !== null) return proceed(deps, exchange, user, next);
  exchange.errorCode = "invalid_request";
  const issues = [{ param: "password", message: "The e-mail address or the password is wrong." }];
  return logInPage(deps, { next, email, issues });
}

interface Shown {
  next: string | null;
  email?: string;
  issues?: readonly ErrorIssue[];
  again?: boolean;
}

function logInPage({ config }: Deps, { next, email = "", issues = [], again = false }: Shown): Response {
  const value = email.slice(0, limits.emailChars);
  const fields = [
    { name: "email", label: "E-mail address", type: "email", autocomplete: "username", value },
    { name: "password", label: "Password", type: "password", autocomplete: "current-password" },
  ] as const;
  const onward = new URLSearchParams({ ...(next !== null && { next }), ...(again && { again: "1" }) });
  const { issuer, label, required } = config.company_log_in;
  const hidden = next === null ? html`` : hiddenField("next", next);
  const byCompany = html`<p><a href="/login/company?${onward.toString()}">Log in with ${label}</a></p>`;
  const byPassword = form([...fields], issues, TITLE, { action: "/login", hidden });
  const byPasskey = html`<p><a href="/login/passkey?${onward.toString()}">Log in with a passkey</a></p>`;
  const ways = required
    ? html`${byCompany}
<details${issues.length > 0 ? html` open` : ""}>
<summary>Administrator of this server</summary>
${byPassword}
${byPasskey}
</details>`
    : html`${byPassword}
${issuer === undefined ? "" : byCompany}
${byPasskey}`;
  const body = html`<h1>${TITLE}</h1>
${again ? html`<p>Log in again to continue.</p>` : ""}
${ways}`;
  return pageAnswer(`${TITLE} · tiro`, body, { status: issues.length > 0 ? 400 : 200, form: true });
}
