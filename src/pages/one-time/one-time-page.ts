/** The shared parts of the pages behind one-time links. */
import { z } from "zod";
import type { LogInMethod } from "../../accounts/credentials/browser-sessions.ts";
import type { SetupDeps } from "../../accounts/onboarding/setup-links.ts";
import type { DelayedAttempts } from "../../accounts/throttling/delayed-attempts.ts";
import { type ErrorIssue, TiroError } from "../../lib/errors.ts";
import { html, type Markup } from "../../lib/html.ts";
import { networkOf } from "../../lib/network.ts";
import type { User } from "../../store/people/users.ts";
import { type EnterDeps, enter } from "../../web/enter.ts";
import { isSameOrigin, readForm } from "../../web/form.ts";
import type { InterfaceLanguage } from "../../web/language.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import { type Exchange, type PublicRoute, publicRoute } from "../../web/route.ts";
import { type FailurePage, failurePage, withFailurePage } from "../frame/failure.ts";
import { gateAnswer } from "../frame/gate.ts";
import { languageOf, type Reading } from "../frame/reader.ts";
import { oneTimeMessages } from "../messages/one-time.ts";

export interface OneTimeDeps extends SetupDeps, EnterDeps {
  /** Links that do not exist, by network. */
  linkAttempts: DelayedAttempts;
}

export interface OneTimePage<Opened> {
  path: string;
  /** Names of the two operations, and what the form does. */
  operations: { show: string; shown: string; submit: string; summary: string };
  title: (language: InterfaceLanguage) => string;
  /** @throws TiroError with the param `token` if the link does not work. */
  open(token: string): Opened;
  /** Where the link leads on to instead of its form. */
  leadsTo?(opened: Opened, token: string): string | null;
  /** The form, with what was sent before and what was wrong with it. */
  show(
    language: InterfaceLanguage,
    opened: Opened,
    sent: URLSearchParams,
    issues: readonly ErrorIssue[],
  ): Markup;
  /** @throws TiroError with issues where fields are not valid. */
  submit(
    language: InterfaceLanguage,
    token: string,
    sent: URLSearchParams,
    address: string,
  ): Promise<Submitted>;
}

export interface Submitted {
  /** The page that says it is done. */
  body: Markup;
  /** The person who is logged in from now on, and by what; null if they have to log in. */
  entry: { user: User; method: LogInMethod } | null;
}

export const LINK_PATH = { token: z.string().describe("The secret part of the link.") };

/** GET shows the form, POST takes it. The token in the path is the secret, so every answer is private to its holder. */
export function oneTimeRoutes<Opened>(deps: OneTimeDeps, page: OneTimePage<Opened>): PublicRoute[] {
  const onward = page.leadsTo ? [303] : [];
  const failure = (exchange: Exchange) => linkFailure(exchange, page.title(languageOf(exchange)));
  return [
    publicRoute(
      `GET ${page.path}`,
      pageOperation(page.operations.show, page.operations.shown, [200, ...onward, 403, 404, 429], {
        path: LINK_PATH,
      }),
      (exchange) => withFailurePage(exchange, failure(exchange), () => show(deps, page, exchange)),
    ),
    publicRoute(
      `POST ${page.path}`,
      pageOperation(
        page.operations.submit,
        page.operations.summary,
        [200, ...onward, 400, 403, 404, 413, 415, 429],
        { path: LINK_PATH, body: formBody() },
      ),
      (exchange) => withFailurePage(exchange, failure(exchange), () => submit(deps, page, exchange)),
    ),
  ];
}

async function show<Opened>(
  deps: OneTimeDeps,
  page: OneTimePage<Opened>,
  exchange: Exchange,
): Promise<Response> {
  const opened = await openLink(deps, exchange, page.open);
  const onward = page.leadsTo?.(opened, tokenOf(exchange)) ?? null;
  if (onward !== null) return redirectAnswer(onward);
  const body = page.show(languageOf(exchange), opened, new URLSearchParams(), []);
  return formAnswer(exchange, page, body, 200);
}

async function submit<Opened>(
  deps: OneTimeDeps,
  page: OneTimePage<Opened>,
  exchange: Exchange,
): Promise<Response> {
  const { request } = exchange;
  const token = tokenOf(exchange);
  const language = languageOf(exchange);
  if (!isSameOrigin(request, deps.publicUrl)) {
    exchange.errorCode = "foreign_request";
    const { foreignForm } = oneTimeMessages[language];
    return failurePage(exchange, linkFailure(exchange, page.title(language)), 403, foreignForm);
  }
  const opened = await openLink(deps, exchange, page.open);
  const onward = page.leadsTo?.(opened, token) ?? null;
  if (onward !== null) return redirectAnswer(onward);
  const sent = await readForm(request);
  try {
    const { body, entry } = await page.submit(language, token, sent, exchange.address());
    const answer = formAnswer(exchange, page, body, 200);
    for (const line of entry === null ? [] : await enter(deps, exchange, entry.user, [entry.method]))
      answer.headers.append("Set-Cookie", line);
    return answer;
  } catch (error) {
    if (!(error instanceof TiroError && error.extras.issues)) throw error;
    exchange.errorCode = error.code;
    const body = page.show(language, opened, sent, error.extras.issues);
    return formAnswer(exchange, page, body, error.status);
  }
}

/** Nobody guesses 256 bits; attempts are slowed down nonetheless. */
export async function openLink<Opened>(
  { linkAttempts }: Pick<OneTimeDeps, "linkAttempts">,
  exchange: Exchange,
  open: (token: string) => Opened,
): Promise<Opened> {
  const network = networkOf(exchange.address());
  exchange.holdOpen();
  await linkAttempts.begin(network, network);
  const opened = open(tokenOf(exchange));
  linkAttempts.takeBack(network);
  return opened;
}

export function tokenOf({ params }: Exchange): string {
  return params.token ?? "";
}

/** A link that does not work is a page that is not there. */
export function linkFailure(reading: Reading, title: string): FailurePage {
  const next = html`<p>${oneTimeMessages[languageOf(reading)].newLink}</p>`;
  const statusOf = (error: TiroError) => (error.extras.param === "token" ? 404 : error.status);
  return { title, next, statusOf };
}

function formAnswer<Opened>(
  reading: Reading,
  { title }: OneTimePage<Opened>,
  body: Markup,
  status: number,
): Response {
  return gateAnswer(reading, { title: title(languageOf(reading)), body, art: true, status, form: true });
}
