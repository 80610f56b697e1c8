/** The page that installed apps show while the server cannot be reached; the app's worker keeps it. */
import { html } from "../lib/html.ts";
import { pageOperation } from "../web/operation.ts";
import { APP_PATH } from "../web/own-path.ts";
import { type PublicRoute, publicRoute } from "../web/route.ts";
import { gateAnswer } from "./frame/gate.ts";
import { languageOf } from "./frame/reader.ts";
import { offlineMessages } from "./messages/offline.ts";

export function offlinePageRoutes(): PublicRoute[] {
  return [
    publicRoute(
      "GET /offline",
      pageOperation("getOfflinePage", "The page that the app shows while it is offline", [200]),
      (exchange) => {
        const { title, lead, again } = offlineMessages[languageOf(exchange)];
        return gateAnswer(exchange, {
          title,
          art: true,
          body: html`<div class="stack tight"><h1>${title}</h1>
<p class="lead">${lead}</p></div>
<div class="row"><a class="button primary" href="${APP_PATH}">${again}</a></div>`,
        });
      },
    ),
  ];
}
