/** The log-in with e-mail address and password. */
import { enterBrowserSession } from "../../accounts/credentials/browser-sessions.ts";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import type { ErrorIssue } from "../../lib/errors.ts";
import { html, type Markup } from "../../lib/html.ts";
import { sessionCookie } from "../../web/cookies.ts";
import { deviceOf } from "../../web/enter.ts";
import { readForm } from "../../web/form.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { APP_PATH, ownPath } from "../../web/own-path.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { Exchange, PublicRoute } from "../../web/route.ts";
import { icon } from "../frame/drawings.ts";
import { form } from "../frame/fields.ts";
import { gateAnswer, heading } from "../frame/gate.ts";
import { languageOf, type Reading } from "../frame/reader.ts";
import { fieldMessages } from "../messages/fields.ts";
import { logInMessages } from "../messages/log-in.ts";
import {
  type DirectoryDeps,
  logInByDirectory,
  type NameForm,
  nameForm,
  nextField,
  sentName,
} from "./directory.ts";
import { logInRoute, NEXT, proceed } from "./log-in-step.ts";
import { LOST_PASSWORD_PATH } from "./lost-password-path.ts";

type Deps = DirectoryDeps & { config: Pick<Config, "mail"> };

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
      pageOperation(
        "logIn",
        "Log in with e-mail address and password, or with name and password of the company's directory",
        [303, 400, 403, 413, 415, 429, 503],
        { body: formBody() },
      ),
      (exchange) => logIn(deps, exchange),
    ),
  ];
}

/** @param again `?again=1`: also who is logged in, to show that it is still they. */
function show(deps: Deps, exchange: Exchange): Response {
  const { request } = exchange;
  const { searchParams } = new URL(request.url);
  const next = ownPath(searchParams.get("next"));
  const token = sessionCookie(deps.publicUrl).read(request);
  const isIn = token !== null && enterBrowserSession(deps, token) !== null;
  const again = isIn && searchParams.has("again");
  return isIn && !again ? redirectAnswer(next ?? APP_PATH) : logInPage(deps, exchange, { next, again });
}

async function logIn(deps: Deps, exchange: Exchange): Promise<Response> {
  const sent = await readForm(exchange.request);
  const next = ownPath(sent.get("next"));
  if (sentName(sent) !== null && deps.directory() !== null)
    return logInByDirectory(deps, exchange, { sent, next }, (directory) =>
      logInPage(deps, exchange, { next, directory }),
    );
  const email = (sent.get("email") ?? "").trim();
  const password = sent.get("password") ?? "";
  const device = deviceOf(deps, exchange);
  exchange.holdOpen();
  const user = await deps.passwords.verify({ email, password, address: exchange.address(), device });
  if (user !== null) return proceed(deps, exchange, user, { next, method: "password" });
  exchange.errorCode = "invalid_request";
  const { wrongPassword } = logInMessages[languageOf(exchange)];
  return logInPage(deps, exchange, { next, email, issues: [{ param: "password", message: wrongPassword }] });
}

interface Shown {
  next: string | null;
  email?: string;
  issues?: readonly ErrorIssue[];
  /** The form for the company's directory, with its faults. */
  directory?: NameForm;
  again?: boolean;
}

function logInPage(deps: Deps, reading: Reading, shown: Shown): Response {
  const { issues = [], directory, again = false } = shown;
  const messages = logInMessages[languageOf(reading)];
  const body = html`${heading(messages.logIn, ...(again ? [messages.again] : []))}
${waysIn(deps, reading, shown)}`;
  const status = issues.length > 0 || directory !== undefined ? 400 : 200;
  return gateAnswer(reading, { title: messages.logIn, body, art: true, status, form: true });
}

/** The company's way comes first; if it is a form of its own, this server's own is folded up. */
function waysIn({ config }: Deps, reading: Reading, shown: Shown): Markup {
  const { next, issues = [], again = false, directory = { name: "", issues: [] } } = shown;
  const messages = logInMessages[languageOf(reading)];
  const { issuer, label, required } = config.company_log_in;
  const onward = new URLSearchParams({ ...(next !== null && { next }), ...(again && { again: "1" }) });
  const lost =
    config.mail.server === undefined
      ? html``
      : html`<p><a href="${LOST_PASSWORD_PATH}">${messages.lostPassword}</a></p>
`;
  const own = html`${passwordForm(reading, { next, email: shown.email ?? "", issues })}
${lost}<p><a class="button plain block" href="/login/passkey?${onward.toString()}">${icon("key")}${messages.byPasskey}</a></p>`;
  const folded = (summary: string) => html`<details${issues.length > 0 ? html` open` : ""}>
<summary>${summary}</summary>
<div class="stack">${own}</div>
</details>`;
  if (config.ldap.server !== undefined)
    return html`${nameForm(reading, directory, { action: "/login", submit: messages.byCompany(label), hidden: nextField(next) })}
${folded(required ? messages.administrator : messages.byOther)}`;
  if (issuer === undefined) return own;
  const byCompany = html`<p><a class="button large block" href="/login/company?${onward.toString()}">${icon("building")}${messages.byCompany(label)}</a></p>
`;
  return required
    ? html`${byCompany}${folded(messages.administrator)}`
    : html`${byCompany}<p class="or">${messages.or}</p>
${own}`;
}

function passwordForm(
  reading: Reading,
  { next, email, issues }: Required<Pick<Shown, "next" | "email" | "issues">>,
): Markup {
  const language = languageOf(reading);
  const labels = fieldMessages[language];
  const value = email.slice(0, limits.emailChars);
  const fields = [
    { name: "email", label: labels.email, type: "email", autocomplete: "username", value },
    { name: "password", label: labels.password, type: "password", autocomplete: "current-password" },
  ] as const;
  return form(language, [...fields], issues, logInMessages[language].logIn, {
    action: "/login",
    hidden: nextField(next),
  });
}
