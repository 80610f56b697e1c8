/** Pages of a logged-in person, with the way to their other pages and out. */
import { html, type Markup } from "../../lib/html.ts";
import type { IconName } from "../../web/look/drawings.ts";
import type { PersonExchange } from "../../web/route.ts";
import { frameMessages } from "../messages/frame.ts";
import { icon, wordMark } from "./drawings.ts";
import { ownFields } from "./fields.ts";
import { documentAnswer } from "./page.ts";
import { languageOf, placeOf } from "./reader.ts";

export interface PersonPage {
  title: string;
  /** Below the title. */
  lead?: string | Markup;
  body: Markup;
  status?: number;
  script?: string;
}

type Messages = (typeof frameMessages)["en"];

const PLACES = [
  { path: "/app/", icon: "home", name: ({ home }) => home },
  { path: "/account", icon: "people", name: ({ account }) => account },
  { path: "/account/apps", icon: "key", name: ({ apps }) => apps },
  { path: "/billing", icon: "chart", name: ({ usage }) => usage },
] as const satisfies Place[];
const HELP = [
  { path: "/docs/connect", icon: "mic", name: ({ connect }) => connect },
  { path: "/docs", icon: "book", name: ({ manual }) => manual },
  { path: "/docs/api", icon: "engine", name: ({ api }) => api },
] as const satisfies Place[];

interface Place {
  path: string;
  icon: IconName;
  name: (messages: Messages) => string;
}

export function personPage(
  exchange: PersonExchange,
  { title, lead, body, status = 200, script }: PersonPage,
): Response {
  const language = languageOf(exchange);
  const messages = frameMessages[language];
  const current = currentPlace(new URL(exchange.request.url).pathname);
  const item = (place: Place) =>
    html`<li>${link(place, messages, current)}</li>
`;
  const home = html`<a class="word-mark" href="/app/">${wordMark(exchange.brand)}</a>`;
  const logOut = html`<form method="post" action="/logout">${ownFields(exchange.logIn)}<button class="button plain small" type="submit">${messages.logOut}</button></form>`;
  const crumb = current !== null && current !== new URL(exchange.request.url).pathname;
  return documentAnswer(exchange, {
    language,
    title: `${title} · ${exchange.brand.name}`,
    status,
    form: true,
    script: script ?? null,
    body: html`<a class="button primary skip" href="#main">${messages.skip}</a>
<div class="shell">
<nav class="side" aria-label="${messages.mainPages}">
${home}
<div><h2>${messages.you}</h2><ul>
${PLACES.map(item)}</ul></div>
<div><h2>${messages.help}</h2><ul>
${HELP.map(item)}</ul></div>
<div class="side-foot stack tight">
${whoAndWhere(exchange)}
${logOut}
</div>
</nav>
<div>
<header class="top-bar phone-only">${home}<div class="push">${logOut}</div></header>
<main class="page" id="main">
<div class="page-head"><div>
${crumb && current === "/account" ? html`<p class="small crumb"><a href="/account">${messages.account}</a></p>` : ""}<h1>${title}</h1>
${lead === undefined ? "" : html`<p class="lead">${lead}</p>`}
</div></div>
<div class="stack wide prose">
${body}
</div>
</main>
</div>
<nav class="bottom-bar" aria-label="${messages.mainPages}">
${PLACES.map((place) => link(place, messages, current))}
</nav>
</div>`,
  });
}

function link({ path, icon: drawing, name }: Place, messages: Messages, current: string | null): Markup {
  return html`<a href="${path}"${path === current ? html` aria-current="page"` : ""}>${icon(drawing)}${name(messages)}</a>`;
}

/** The place that the page belongs to. */
function currentPlace(path: string): string | null {
  const within = PLACES.filter((place) => path === place.path || path.startsWith(`${place.path}/`));
  return within.at(-1)?.path ?? null;
}

function whoAndWhere(exchange: PersonExchange): Markup {
  const { name = "", organizations = [] } = exchange.reader ?? {};
  return html`<p class="who"><strong>${name}</strong><span class="quiet small">${organizations.join(" · ")}</span><span class="quiet small">${placeOf(exchange)}</span></p>`;
}
