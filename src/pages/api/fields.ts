/** A schema as a list of fields that a person can read. */
import { html, type Markup } from "../../lib/html.ts";
import { prose } from "./prose.ts";

/** As much of JSON Schema as the description uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  examples?: unknown[];
}

export type Resolve = (schema: Schema) => Schema;

export function fieldList(schema: Schema, resolve: Resolve): Markup {
  const { properties = {}, required = [] } = resolve(schema);
  const fields = Object.entries(properties);
  if (fields.length === 0) return html``;
  return html`<ul class="fields">${fields.map(([name, field]) =>
    fieldItem(name, field, required.includes(name), resolve),
  )}</ul>`;
}

export function fieldItem(name: string, field: Schema, required: boolean, resolve: Resolve): Markup {
  const { description } = { ...resolve(field), ...field };
  return html`<li><code>${name}</code> <span class="type">${typeOf(field, resolve)}${required ? "" : ", optional"}</span>
${description === undefined ? "" : prose(description)}${within(field, resolve)}</li>`;
}

/** The fields of an object, of a list's items, or of each kind that it can be. */
export function within(schema: Schema, resolve: Resolve): Markup {
  const { items, properties, anyOf, oneOf } = resolve(schema);
  if (properties) return fieldList(schema, resolve);
  if (items) return within(items, resolve);
  const kinds = (anyOf ?? oneOf ?? []).filter((kind) => hasFields(kind, resolve));
  if (kinds.length < 2) return html`${kinds.map((kind) => within(kind, resolve))}`;
  return html`${kinds.map(
    (kind) =>
      html`<details class="kind"><summary>${kindName(kind, resolve)}</summary>${within(kind, resolve)}</details>`,
  )}`;
}

function hasFields(schema: Schema, resolve: Resolve): boolean {
  const { items, properties } = resolve(schema);
  return properties !== undefined || (items !== undefined && hasFields(items, resolve));
}

function kindName(schema: Schema, resolve: Resolve): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  const { type, jsonrpc } = resolve(schema).properties ?? {};
  return type?.const !== undefined ? String(type.const) : jsonrpc ? "JSON-RPC" : typeOf(schema, resolve);
}

function typeOf(schema: Schema, resolve: Resolve): string {
  const { type, format, enum: values, anyOf, oneOf, items, ...rest } = resolve(schema);
  const kinds = anyOf ?? oneOf;
  if (kinds) return [...new Set(kinds.map((kind) => typeOf(kind, resolve)))].join(" or ");
  if (rest.const !== undefined) return JSON.stringify(rest.const);
  if (values) return values.map((value) => JSON.stringify(value)).join(", ");
  const name =
    type === "array" && items
      ? `list of ${typeOf(items, resolve)}`
      : [type ?? "anything"].flat().join(" or ");
  return [format === undefined ? name : `${name} (${format})`, ...bounds(rest)].join(", ");
}

function bounds(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: byDefault } = schema;
  return [
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " items"),
    byDefault === undefined ? null : `default ${JSON.stringify(byDefault)}`,
  ].filter((bound) => bound !== null);
}

function range(least: number | undefined, most: number | undefined, unit: string): string | null {
  if (least && most !== undefined) return `${least} to ${most}${unit}`;
  if (most !== undefined) return `at most ${most}${unit}`;
  return least === undefined || least === 0 ? null : `at least ${least}${unit}`;
}
