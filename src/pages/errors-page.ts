/** Every error code and what to do about it, at the anchors that errors link to. */
import { errorCatalogue, operatorCatalogue } from "../lib/errors.ts";
import { html } from "../lib/html.ts";
import { pageOperation } from "../web/operation.ts";
import { type PublicRoute, publicRoute } from "../web/route.ts";
import { documentWithBar } from "./frame/doc-page.ts";
import type { Reading } from "./frame/reader.ts";

export function errorsPageRoutes(): PublicRoute[] {
  return [
    publicRoute(
      "GET /docs/errors",
      pageOperation("getErrorDocs", "Every error code and what to do about it", [200], {
        tags: ["Documentation"],
      }),
      (exchange) => errorsPage(exchange),
    ),
  ];
}

/** In English, as the messages of the errors themselves are. */
function errorsPage(reading: Reading): Response {
  const sections = errorCatalogue().map(
    ({ code, status, retryable, meaning }) => html`<section id="${code}">
<h3><code>${code}</code></h3>
<p>${meaning}</p>
<p class="facts">HTTP ${status}; ${
      retryable
        ? "the same call can succeed later: wait for the time in Retry-After."
        : "the same call will fail again."
    }</p>
</section>
`,
  );
  const operators = operatorCatalogue().map(
    ({ code, meaning }) => html`<dt><code>${code}</code></dt><dd>${meaning}</dd>
`,
  );
  const body = html`<main class="page text" id="main">
<div class="page-head"><div><h1>Errors</h1>
<p class="lead">Every error names one of these codes, and the request id under which the server’s log has more.</p></div></div>
<div class="stack wide">
<div class="codes-of-errors">
<h2 class="for-readers">In answers</h2>
${sections}</div>
<section class="stack">
<h2>On the command line</h2>
<p>These end a command or the start of the server, and come with a hint on what to do next. They never answer a
request.</p>
<dl class="pairs">${operators}</dl>
</section>
</div>
</main>`;
  return documentWithBar(reading, "en", {
    title: `Errors · ${reading.brand.name}`,
    place: "/docs/errors",
    body,
  });
}
