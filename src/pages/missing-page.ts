import { html } from "../lib/html.ts";
import { variesByAccept, wantsPage } from "../web/accept.ts";
import { APP_PATH } from "../web/own-path.ts";
import type { Exchange, Middleware } from "../web/route.ts";
import { gateAnswer } from "./frame/gate.ts";
import { languageOf } from "./frame/reader.ts";
import { frameMessages } from "./messages/frame.ts";
import { missingMessages } from "./messages/missing.ts";

/** Only programs ask there, even if they accept HTML. */
const FOR_PROGRAMS = /^\/(v1|mcp|scim|oauth)(\/|$)/;
const MISSING: ReadonlySet<string | null> = new Set(["route_not_found", "method_not_allowed"]);

/** Where nothing is, browsers get a page in the place of the error that programs read; around what renders errors. */
export function missingPages(): Middleware {
  return (next) => async (exchange) => {
    const answer = await next(exchange);
    const isError = answer.headers.get("content-type") === "application/json";
    if (!MISSING.has(exchange.errorCode) || !isError) return answer;
    const { pathname } = new URL(exchange.request.url);
    if (FOR_PROGRAMS.test(pathname)) return answer;
    return variesByAccept(wantsPage(exchange.request) ? missingPage(exchange, answer, pathname) : answer);
  };
}

function missingPage(exchange: Exchange, { status, headers }: Response, pathname: string): Response {
  const language = languageOf(exchange);
  const { title, lead, forAdministrator, address, request } = missingMessages[language];
  const { app } = frameMessages[language];
  const page = gateAnswer(exchange, {
    title,
    status,
    form: true,
    art: true,
    body: html`<div class="stack tight"><p class="quiet num">${status}</p><h1>${title}</h1>
<p class="lead">${lead}</p></div>
<div class="row"><a class="button primary" href="${APP_PATH}">${app}</a></div>
<details><summary>${forAdministrator}</summary><dl class="pairs small"><dt>${address}</dt><dd><code>${pathname}</code></dd><dt>${request}</dt><dd><code>${exchange.requestId}</code></dd></dl></details>`,
  });
  for (const name of ["allow", "x-should-retry"]) {
    const value = headers.get(name);
    if (value !== null) page.headers.set(name, value);
  }
  return page;
}
