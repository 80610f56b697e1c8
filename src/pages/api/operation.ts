/** One operation as the page shows it: what it takes and answers, and a form to try it. */
import { html, type Markup } from "../../lib/html.ts";
import { fieldItem, fieldList, type Resolve, within } from "./fields.ts";
import { prose } from "./prose.ts";
import type { Parameter, Response, ShownOperation } from "./shown-operation.ts";
import { tryForm } from "./try-form.ts";

export function operationMarkup(operation: ShownOperation, resolve: Resolve): Markup {
  const { method, path, operationId, summary, description, requestBody } = operation;
  return html`<details class="operation" id="${operationId}">
<summary><h3><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${path}</code> <span class="what">${summary}</span></h3></summary>
<div class="inside">
${description === undefined ? "" : prose(description)}
<p class="facts">${whoMay(operation)}</p>
${parameterList(operation.parameters, resolve)}
${Object.entries(requestBody?.content ?? {}).map(
  ([type, { schema = {} }]) =>
    html`<h4>Body</h4><p class="facts"><code>${type}</code></p>${fieldList(schema, resolve)}`,
)}
<h4>Answers</h4>
${Object.entries(operation.responses).map(([status, response]) => responseMarkup(status, response, resolve))}
${tryForm(operation, resolve)}
</div>
</details>
`;
}

function whoMay({ security }: ShownOperation): string {
  if (security.length === 0) return "Needs no key.";
  if (security.some((way) => "browserSession" in way))
    return "For people who are logged in with a browser; API keys are not taken here.";
  const scope = security.find((way) => "oauth" in way)?.oauth?.[0];
  return scope === undefined
    ? "Needs an API key or an OAuth token."
    : `Needs an API key, or an OAuth token with the scope ${scope}.`;
}

function parameterList(parameters: readonly Parameter[], resolve: Resolve): Markup {
  if (parameters.length === 0) return html``;
  const items = parameters.map(({ name, schema, required = false, description }) => {
    const described = description === undefined ? schema : { ...schema, description };
    return fieldItem(name, described, required, resolve);
  });
  return html`<h4>Parameters</h4><ul class="fields">${items}</ul>`;
}

function responseMarkup(status: string, { description, content = {} }: Response, resolve: Resolve): Markup {
  const isError = Number(status) >= 400;
  const types = Object.entries(content).map(
    ([type, { schema = {} }]) =>
      html`<p class="facts"><code>${type}</code>${
        schema.description === undefined ? "" : ` ${schema.description}`
      }</p>${isError ? "" : within(schema, resolve)}`,
  );
  return html`<details class="answer"${isError ? html`` : html` open`}><summary><span class="status">${status}</span> <span class="facts">${headline(description, isError)}</span></summary>
${isError ? prose(description ?? "") : ""}${types}</details>`;
}

/** The codes of an error's kinds; the first words of another answer. */
function headline(description = "", isError: boolean): string {
  const codes = [...description.matchAll(/^`(\w+)`:/gm)].map(([, code]) => code);
  return isError && codes.length > 0 ? codes.join(", ") : description;
}
