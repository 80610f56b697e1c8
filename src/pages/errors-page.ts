/** Every error code and what to do about it, at the anchors that errors link to. */
import { errorCatalogue, operatorCatalogue } from "../lib/errors.ts";
import { html } from "../lib/html.ts";
import { pageOperation } from "../web/operation.ts";
import type { PublicRoute } from "../web/route.ts";
import { pageAnswer } from "./frame/page.ts";

export function errorsPageRoutes(): PublicRoute[] {
  return [
    {
      method: "GET",
      path: "/docs/errors",
      family: "product",
      access: "public",
      operation: pageOperation("getErrorDocs", "Every error code and what to do about it", [200], {
        tags: ["Documentation"],
      }),
      handle: () => errorsPage(),
    },
  ];
}

function errorsPage(): Response {
  const sections = errorCatalogue().map(
    ({ code, status, retryable, meaning }) => html`<section id="${code}">
<h2><code>${code}</code></h2>
<p>${meaning}</p>
<p class="facts">HTTP ${status}; ${
      retryable
        ? "the same call can succeed later: wait for the time in Retry-After."
        : "the same call will fail again."
    }</p>
</section>
`,
  );
  return pageAnswer(
    "Errors · tiro",
    html`<h1>Errors</h1>
<p>Every error names one of these codes, and the request id under which the server’s log tells more.
<a href="/">Start page</a></p>
${sections}
<h2>On the command line</h2>
<p>These end a command or the start of the server, and come with a hint on what to do next. They never answer a
request.</p>
<dl>${operatorCatalogue().map(
      ({ code, meaning }) => html`<dt><code>${code}</code></dt><dd>${meaning}</dd>
`,
    )}</dl>`,
  );
}
