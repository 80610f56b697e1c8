/** The API as a page: every operation for programs, and a form to try it with one's own key. */
import { limits } from "../../config/limits.ts";
import { html, type Markup } from "../../lib/html.ts";
import { inTurns } from "../../lib/in-turns.ts";
import type { Slices } from "../../lib/slices.ts";
import { pageOperation, TAGS } from "../../web/operation.ts";
import { type PublicRoute, publicRoute } from "../../web/route.ts";
import { sheets } from "../frame/assets.ts";
import { documentWithBar } from "../frame/doc-page.ts";
import type { Resolve, Schema } from "./fields.ts";
import { operationMarkup } from "./operation.ts";
import { prose } from "./prose.ts";
import type { ShownOperation } from "./shown-operation.ts";
import script from "./try-it.js" with { type: "text" };

/** Of interest to programs; routes for people in a browser are only in the description itself. */
const SHOWN_TAGS = TAGS.filter((tag) => tag !== "Pages" && tag !== "Documentation");

export interface ApiPageDeps {
  /** The description as it is served. */
  describe: (publicUrl: string) => Promise<object>;
}

export function apiPageRoutes({ describe }: ApiPageDeps): PublicRoute[] {
  let made: ApiMarkup | null = null;
  /** Made once, beside other requests: it takes 15 ms of the processor. */
  const markup = async (publicUrl: string) => {
    made ??= await inTurns(apiMarkup((await describe(publicUrl)) as Description), limits.documentTurnMs);
    return made;
  };
  return [
    publicRoute(
      "GET /docs/api",
      pageOperation("getApiDocs", "This description as a page, with forms to try it", [200], {
        tags: ["Documentation"],
      }),
      async (exchange) =>
        documentWithBar(exchange, "en", {
          title: `API · ${exchange.brand.name}`,
          place: "/docs/api",
          body: apiBody(await markup(exchange.publicUrl), exchange.publicUrl),
          sheet: sheets.api,
          script,
        }),
    ),
  ];
}

interface Description {
  info: { description: string };
  paths: Record<string, Record<string, ShownOperation>>;
}

/** Markup that is the same under every address. */
interface ApiMarkup {
  introduction: Markup;
  navigation: Markup;
  sections: Markup;
}

function* apiMarkup(description: Description): Slices<ApiMarkup> {
  const resolve = resolverOf(description);
  const operations = operationsOf(description);
  const navigation: Markup[] = [];
  const sections: Markup[] = [];
  for (const tag of SHOWN_TAGS) {
    const shown = operations.filter(({ tags }) => tags[0] === tag);
    navigation.push(
      html`<details open><summary>${tag}</summary><ul>${shown.map(
        ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
      )}</ul></details>`,
    );
    const described: Markup[] = [];
    for (const operation of shown) {
      described.push(operationMarkup(operation, resolve));
      yield;
    }
    sections.push(html`<section id="${tag.toLowerCase()}">
<h2>${tag}</h2>
${described}</section>
`);
  }
  return {
    introduction: prose(description.info.description),
    navigation: html`${navigation}`,
    sections: html`${sections}`,
  };
}

function apiBody({ introduction, navigation, sections }: ApiMarkup, publicUrl: string): Markup {
  return html`<div class="api">
<nav class="operations" aria-label="Operations">
${navigation}
</nav>
<main class="text" id="main">
<h1>API</h1>
${introduction}
<dl class="at-a-glance">
<div><dt>Address</dt><dd><code>${publicUrl}</code></dd></div>
<div><dt>For programs</dt><dd><a href="/openapi.json">OpenAPI 3.1 description</a></dd></div>
<div><dt>Errors</dt><dd><a href="/docs/errors">Every code and what to do</a></dd></div>
</dl>
<form class="key-form field"><label for="key">Your API key</label>
<input id="key" class="input" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-note">
<p id="key-note" class="hint">Only for the forms on this page; it is forgotten when you leave. What you send is real: it is counted, and changes what it says.</p></form>
<noscript><p class="banner wait">Trying a call needs scripts.</p></noscript>
${sections}
</main>
</div>`;
}

function operationsOf(description: Description): ShownOperation[] {
  const follow = referencesIn(description);
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method,
      parameters: (operation.parameters ?? []).map(follow),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [status, follow(response)]),
      ),
      security: operation.security ?? [{ apiKey: [] }],
    })),
  );
}

function resolverOf(description: Description): Resolve {
  const follow = referencesIn(description);
  return (schema: Schema) => follow(schema);
}

/** Members beside a reference override those of its target (OpenAPI 3.1, "Reference Object"). */
function referencesIn(description: object): <Node extends object>(node: Node) => Node {
  return (node) => {
    if (!("$ref" in node)) return node;
    const steps = String(node.$ref).slice(2).split("/");
    const target = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], description);
    const { $ref: _, ...beside } = node;
    return { ...(target as typeof node), ...beside };
  };
}
