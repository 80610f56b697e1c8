/** The page at the address of the server itself. */
import { html } from "../lib/html.ts";
import { pageOperation } from "../web/operation.ts";
import type { PublicRoute } from "../web/route.ts";
import { pageAnswer } from "./frame/page.ts";

export interface StartPageDeps {
  version: string;
}

export function startPageRoutes({ version }: StartPageDeps): PublicRoute[] {
  return [
    {
      method: "GET",
      path: "/",
      family: "product",
      access: "public",
      operation: pageOperation("getStartPage", "Start page", [200], { tags: ["Documentation"] }),
      handle: ({ publicUrl }) => landingPage(version, publicUrl),
    },
  ];
}

function landingPage(version: string, publicUrl: string): Response {
  const baseUrl = `${publicUrl}/v1`;
  return pageAnswer(
    "tiro",
    html`<h1>tiro ${version}</h1>
<p>Speech to finished text on this server. The API answers below <code>${baseUrl}</code>; it takes an API key
as Bearer token, and OpenAI’s client libraries work with it once their base URL is set to this address.</p>
<pre tabindex="0" role="region" aria-label="An example call"><code>curl -H "Authorization: Bearer $TIRO_API_KEY" -F file=@talk.wav -F model=speech-v1.5 ${baseUrl}/audio/transcriptions</code></pre>
<ul>
<li><a href="/account">Your account</a></li>
<li><a href="/docs">Manual</a></li>
<li><a href="/docs/api">The API</a>, also as <a href="/openapi.json">OpenAPI description</a></li>
<li><a href="/docs/connect">Connect an assistant (MCP)</a></li>
<li><a href="/docs/errors">Errors and what to do about them</a></li>
<li><a href="/health">Health</a></li>
</ul>`,
  );
}
