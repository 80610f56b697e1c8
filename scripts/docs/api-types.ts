/**
 * Writes the types with which the dashboard calls the API, from the description of the API: what is not described cannot
 * be called. `bun run docs`, after `openapi.ts`; a test says when they are stale.
 */
import { readFileSync, writeFileSync } from "node:fs";

const DESCRIPTION = new URL("../../src/http/openapi/description.json", import.meta.url).pathname;
const TYPES = new URL("../../src/dashboard/client/api-types.ts", import.meta.url).pathname;
const HEAD =
  "/** The API as the dashboard sees it. Written by `bun run docs` from its description. */\n// biome-ignore-all format: generated\n\n";

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}
interface Body {
  content?: Record<string, { schema: Schema }>;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
interface OperationObject {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: Body;
  responses: Record<string, Body>;
}
interface Description {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema> };
}

export function generatedTypesFile(): { path: string; content: string } {
  const { paths, components } = JSON.parse(readFileSync(DESCRIPTION, "utf8")) as Description;
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `  ${name}: ${typeOf(schema)};\n`,
  );
  const routes = Object.entries(paths)
    .filter(([path]) => path.startsWith("/v1/") && !path.includes("/.well-known/"))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => routeLine(path, method, operation)),
    );
  const content = `${HEAD}export interface Schemas {\n${schemas.join("")}}\n\nexport interface Routes {\n${routes.join("")}}\n`;
  return { path: TYPES, content };
}

function routeLine(
  path: string,
  method: string,
  { parameters = [], requestBody, responses }: OperationObject,
) {
  const fieldsIn = (place: string) => {
    const fields = parameters.filter((each): each is Parameter => "in" in each && each.in === place);
    return fields.length === 0
      ? "Record<never, never>"
      : `{ ${fields.map((field) => `${keyOf(field.name)}${field.required ? "" : "?"}: ${typeOf(field.schema)}`).join("; ")} }`;
  };
  const good = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const answers = [...new Set(good.map(([, response]) => bodyType(response, "undefined")))];
  return `  "${method.toUpperCase()} ${path}": { path: ${fieldsIn("path")}; query: ${fieldsIn("query")}; body: ${bodyType(requestBody, "never")}; answer: ${answers.join(" | ") || "never"} };\n`;
}

/** Other bodies than JSON are sent as a form and other answers read as text. */
function bodyType(body: Body | undefined, none: string): string {
  if (body?.content === undefined) return none;
  const json = body.content["application/json"];
  if (json !== undefined) return typeOf(json.schema);
  return none === "never" ? "FormData" : "string";
}

function typeOf(schema: Schema): string {
  const { $ref, const: value, enum: values, type } = schema;
  if ($ref !== undefined) return `Schemas["${$ref.split("/").at(-1)}"]`;
  if (value !== undefined) return JSON.stringify(value);
  if (values !== undefined) return values.map((each) => JSON.stringify(each)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(" | ");
  if (schema.allOf !== undefined) return schema.allOf.map(typeOf).join(" & ");
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return types.map((name) => plainType(name, schema)).join(" | ") || "unknown";
}

function plainType(name: string, schema: Schema): string {
  if (name === "integer") return "number";
  if (name === "array") return `(${typeOf(schema.items ?? {})})[]`;
  if (name !== "object") return name;
  const { properties = {}, required = [], additionalProperties: more } = schema;
  const fields = Object.entries(properties).map(
    ([key, field]) => `${keyOf(key)}${required.includes(key) ? "" : "?"}: ${typeOf(field)}`,
  );
  if (fields.length > 0) return `{ ${fields.join("; ")} }`;
  return typeof more === "object" ? `Record<string, ${typeOf(more)}>` : "Record<string, unknown>";
}

function keyOf(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}

if (import.meta.main) {
  const { path, content } = generatedTypesFile();
  writeFileSync(path, content);
  process.stdout.write(`wrote ${path}\n`);
}
