/** A form that sends a call of an operation; `try-it.js` does the sending. */
import { html, type Markup } from "../../lib/html.ts";
import type { Resolve, Schema } from "./fields.ts";
import type { Parameter, ShownOperation } from "./shown-operation.ts";

/** People's own operations need a page of theirs: nothing could be sent from here. */
export function tryForm(operation: ShownOperation, resolve: Resolve): Markup {
  const { method, path, operationId, parameters, requestBody, security } = operation;
  if (security.some((way) => "browserSession" in way)) return html``;
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [null, null];
  const inputs = parameters.map((parameter) => parameterInput(operationId, parameter));
  const key = security.length > 0 ? "yes" : "no";
  return html`<form class="try" data-method="${method}" data-path="${path}" data-key="${key}" data-type="${type ?? ""}">
<h4>Try it</h4>
${inputs}
${body === null ? "" : bodyInputs(operationId, type ?? "", body, resolve)}
<p><button class="button primary" type="submit">Send</button></p>
<div class="result" role="region" aria-label="Answer of ${operationId}" aria-live="polite" hidden></div>
</form>`;
}

function parameterInput(
  operationId: string,
  { name, in: place, required = false, example, schema }: Parameter,
): Markup {
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const id = `${operationId}-${name}`;
  return input({ id, name, place, required, example, choices, preset: schema.examples?.[0] });
}

function bodyInputs(
  operationId: string,
  type: string,
  { schema = {}, example }: { schema?: Schema; example?: unknown },
  resolve: Resolve,
): Markup {
  if (type === "application/json") {
    const id = `${operationId}-body`;
    const text = JSON.stringify(example ?? exampleOf(schema, resolve), null, 2);
    return html`<p class="line"><label for="${id}">Body</label><textarea id="${id}" class="area" name="body" rows="${Math.min(12, text.split("\n").length + 1)}" spellcheck="false">${text}</textarea></p>`;
  }
  const { properties = {}, required = [] } = resolve(schema);
  return html`${Object.entries(properties).map(([name, field]) => {
    const { format, enum: values, const: only, ...rest } = resolve(field);
    const choices = values ?? (only === undefined ? undefined : [only]);
    const id = `${operationId}-${name}`;
    return input({
      id,
      name,
      place: "body",
      required: required.includes(name),
      file: format === "binary",
      choices,
      preset: rest.examples?.[0],
      isFlag: rest.type === "boolean",
    });
  })}`;
}

interface Input {
  id: string;
  name: string;
  place: string;
  required: boolean;
  example?: unknown;
  file?: boolean;
  choices?: unknown[] | undefined;
  /** The usual value; preset if the field is required. */
  preset?: unknown;
  isFlag?: boolean;
}

function input(field: Input): Markup {
  const { id, name, place, required, example, file = false, choices, preset, isFlag = false } = field;
  const label = html`<label for="${id}"><code>${name}</code>${required ? "" : html` <span class="facts">optional</span>`}</label>`;
  const needed = required ? html` required` : html``;
  const options = choices ?? (isFlag ? [true, false] : undefined);
  if (options !== undefined) {
    const shown = [...(required ? [] : [""]), ...options.map(String)];
    return html`<p class="line">${label}<select id="${id}" class="select" name="${name}" data-in="${place}"${needed}>${shown.map(
      (value) => html`<option>${value}</option>`,
    )}</select></p>`;
  }
  const hint = example === undefined ? html`` : html` placeholder="${String(example)}"`;
  const value = required && preset !== undefined ? html` value="${String(preset)}"` : html``;
  return html`<p class="line">${label}<input id="${id}" class="input" name="${name}" data-in="${place}" type="${file ? "file" : "text"}" autocomplete="off" spellcheck="false"${hint}${value}${needed}></p>`;
}

/** The least that the schema takes, to begin with. */
function exampleOf(schema: Schema, resolve: Resolve): unknown {
  const {
    type,
    enum: values,
    const: only,
    properties = {},
    required = [],
    anyOf,
    oneOf,
    items,
    minItems = 0,
  } = resolve(schema);
  const kinds = anyOf ?? oneOf;
  if (kinds?.[0]) return exampleOf(kinds[0], resolve);
  if (only !== undefined) return only;
  if (values) return values[0];
  if (type === "array") return items && minItems > 0 ? [exampleOf(items, resolve)] : [];
  if (type === "object")
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name))
        .map(([name, field]) => [name, exampleOf(field, resolve)]),
    );
  return type === "string" ? "" : type === "boolean" ? false : 0;
}
