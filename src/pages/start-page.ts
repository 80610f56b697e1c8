/** Documentation that the appliance serves itself, because an air-gapped site has no other. */

import openApi from "../http/openapi.json" with { type: "json" };
import { errorCatalogue, operatorCatalogue } from "../lib/errors.ts";
import { html } from "../lib/html.ts";
import { jsonAnswer } from "../web/answers.ts";
import type { PublicRoute } from "../web/route.ts";
import { pageAnswer } from "./frame/page.ts";

export interface DocsDeps {
  version: string;
  publicUrl: string;
}

export function docsRoutes(deps: DocsDeps): PublicRoute[] {
  const common = { method: "GET", family: "product", access: "public" } as const;
  return [
    { ...common, path: "/", handle: () => landingPage(deps) },
    { ...common, path: "/docs/errors", handle: () => errorsPage() },
    { ...common, path: "/openapi.json", handle: () => jsonAnswer(200, description(deps)) },
  ];
}

function landingPage({ version, publicUrl }: DocsDeps): Response {
  const baseUrl = `${publicUrl}/v1`;
  return pageAnswer(
    "tiro",
    html`<h1>tiro ${version}</h1>
<p>Speech to finished text on this server. The API answers below <code>${baseUrl}</code>; it takes an API key
as Bearer token, and OpenAI’s client libraries work with it once their base URL is set to this address.</p>
<pre tabindex="0" role="region" aria-label="An example call"><code>curl -H "Authorization: Bearer $KEY" -F file=@talk.wav -F model=speech-v1.5 ${baseUrl}/audio/transcriptions</code></pre>
<ul>
<li><a href="/account">Your account</a></li>
<li><a href="/docs">Manual</a></li>
<li><a href="/openapi.json">Description of the API (OpenAPI)</a></li>
<li><a href="/docs/connect">Connect an assistant (MCP)</a></li>
<li><a href="/docs/errors">Errors and what to do about them</a></li>
<li><a href="/health">Health</a></li>
</ul>`,
  );
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

function description({ version, publicUrl }: DocsDeps): object {
  return { ...openApi, info: { ...openApi.info, version }, servers: [{ url: publicUrl }] };
}
