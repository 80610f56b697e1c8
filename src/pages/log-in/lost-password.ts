/**
 * The way to a new password by mail. Every address gets the same answer after the same work: one line in the queue.
 * Whose it is, and whether they get a link, is decided where mail is sent (delivery/mail/letters.ts).
 */
import { requireEmail } from "../../accounts/names.ts";
import type { Attempts } from "../../accounts/throttling/attempts.ts";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { mailLostPassword } from "../../delivery/mail/lost-password.ts";
import { type ErrorIssue, TiroError } from "../../lib/errors.ts";
import { html } from "../../lib/html.ts";
import { networkOf } from "../../lib/network.ts";
import { readForm } from "../../web/form.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import type { Exchange, PublicRoute } from "../../web/route.ts";
import { form } from "../frame/fields.ts";
import { gateAnswer, heading } from "../frame/gate.ts";
import { languageOf, type Reading } from "../frame/reader.ts";
import { fieldMessages } from "../messages/fields.ts";
import { logInMessages } from "../messages/log-in.ts";
import { type LogInDeps, logInRoute } from "./log-in-step.ts";
import { LOST_PASSWORD_PATH } from "./lost-password-path.ts";

type Deps = LogInDeps & { lostPasswordAttempts: Attempts; config: Pick<Config, "mail"> };

export function lostPasswordRoutes(deps: Deps): PublicRoute[] {
  // If no mail is sent there is no such page.
  const withMail = (answer: (exchange: Exchange) => Response | Promise<Response>) => (exchange: Exchange) => {
    if (deps.config.mail.server !== undefined) return answer(exchange);
    throw new TiroError("route_not_found", "This server sends no mail: ask its administrator for a link.");
  };
  return [
    logInRoute(
      deps,
      "GET",
      LOST_PASSWORD_PATH,
      pageOperation("showLostPassword", "Lost password: the form", [200, 404]),
      withMail((exchange) => lostPasswordPage(exchange, {})),
    ),
    logInRoute(
      deps,
      "POST",
      LOST_PASSWORD_PATH,
      pageOperation(
        "askForPassword",
        "Ask for a link to a new password",
        [200, 400, 403, 404, 413, 415, 429],
        { body: formBody() },
      ),
      withMail((exchange) => ask(deps, exchange)),
    ),
  ];
}

async function ask(deps: Deps, exchange: Exchange): Promise<Response> {
  const sent = await readForm(exchange.request);
  const typed = (sent.get("email") ?? "").trim();
  const issues = issuesOf(typed);
  if (issues.length > 0) {
    exchange.errorCode = "invalid_request";
    return lostPasswordPage(exchange, { email: typed, issues });
  }
  deps.lostPasswordAttempts.begin(networkOf(exchange.address()));
  await mailLostPassword(deps, typed);
  const { linkIsSent, linkIsSentText, logIn } = logInMessages[languageOf(exchange)];
  const body = html`${heading(linkIsSent, linkIsSentText(typed))}
<p><a class="button" href="/login">${logIn}</a></p>`;
  return gateAnswer(exchange, { title: linkIsSent, body, art: true });
}

function issuesOf(email: string): ErrorIssue[] {
  try {
    requireEmail(email);
    return [];
  } catch (error) {
    if (!(error instanceof TiroError)) throw error;
    return [{ param: "email", message: error.message }];
  }
}

function lostPasswordPage(
  reading: Reading,
  { email = "", issues = [] }: { email?: string; issues?: readonly ErrorIssue[] },
): Response {
  const language = languageOf(reading);
  const { lostPasswordTitle, lostPasswordLead, sendLink } = logInMessages[language];
  const value = email.slice(0, limits.emailChars);
  const { email: label } = fieldMessages[language];
  const field = { name: "email", label, type: "email", autocomplete: "username", value } as const;
  const body = html`${heading(lostPasswordTitle, lostPasswordLead)}
${form(language, [field], issues, sendLink, { action: LOST_PASSWORD_PATH })}`;
  const status = issues.length > 0 ? 400 : 200;
  return gateAnswer(reading, { title: lostPasswordTitle, body, art: true, status, form: true });
}
