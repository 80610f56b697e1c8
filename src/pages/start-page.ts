/** The page at the address of the server itself; whoever is logged in goes on to the app. */
import { html } from "../lib/html.ts";
import { type SessionEntryDeps, sessionOf } from "../web/browser-session.ts";
import { pageOperation } from "../web/operation.ts";
import { APP_PATH } from "../web/own-path.ts";
import { redirectAnswer } from "../web/redirect.ts";
import type { PublicRoute } from "../web/route.ts";
import { docAnswer } from "./frame/doc-page.ts";
import { icon } from "./frame/drawings.ts";
import { languageOf, type Reading } from "./frame/reader.ts";
import { startMessages } from "./messages/start.ts";

export interface StartPageDeps extends SessionEntryDeps {
  version: string;
}

export function startPageRoutes(deps: StartPageDeps): PublicRoute[] {
  return [
    {
      method: "GET",
      path: "/",
      family: "product",
      access: "public",
      operation: pageOperation(
        "getStartPage",
        "Start page; leads whoever is logged in to the app",
        [200, 303],
        { tags: ["Documentation"] },
      ),
      handle: (exchange) =>
        sessionOf(deps, exchange.request) === null
          ? landingPage(deps.version, exchange)
          : redirectAnswer(APP_PATH),
    },
  ];
}

function landingPage(version: string, reading: Reading): Response {
  const messages = startMessages[languageOf(reading)];
  const baseUrl = `${reading.publicUrl}/v1`;
  const ways = [
    ["/app/", "mic", messages.app, messages.appWhat],
    ["/docs/connect", "key", messages.connect, messages.connectWhat],
    ["/docs", "book", messages.manual, messages.manualWhat],
    ["/docs/api", "engine", messages.api, messages.apiWhat],
  ] as const;
  const body = html`<div class="page-head"><div><h1>${messages.title}</h1>
<p class="lead">${messages.lead}</p></div></div>
<div class="stack wide">
<div class="halves">
${ways.map(
  ([path, drawing, title, what]) =>
    html`<a class="way" href="${path}">${icon(drawing)}<strong>${title}</strong><span class="quiet small">${what}</span></a>
`,
)}</div>
<section class="stack">
<h2>${messages.programs}</h2>
<p>${messages.takes} <code>${baseUrl}</code></p>
<div class="code-block"><pre tabindex="0" role="region" aria-label="${messages.example}"><code>curl -H "Authorization: Bearer $TIRO_API_KEY" -F file=@talk.wav -F model=speech-v1.5 ${baseUrl}/audio/transcriptions</code></pre></div>
<p class="row loose"><a href="/openapi.json">${messages.description}</a> <a href="/docs/errors">${messages.errors}</a> <a href="/health">${messages.health}</a> <a href="/account">${messages.account}</a> <span class="quiet">tiro ${version}</span></p>
</section>
</div>`;
  return docAnswer(reading, { title: reading.brand.name, body });
}
