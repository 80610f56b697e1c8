/** Holds every answer of a test's server against the description of the API that the server itself gives. */
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import { describeApi } from "../../src/http/openapi/document.ts";
import type { Route } from "../../src/web/route.ts";
import type { Json } from "./json.ts";

export interface Checked {
  fetch(request: Request): Promise<Response>;
  /** Answers that are not described. */
  faults: string[];
}

/** The application, with every answer of its routes looked at on its way out. */
export function checked(
  app: { fetch(request: Request): Response | Promise<Response> },
  routes: readonly Route[],
): Checked {
  const patterns = routes
    .filter(({ operation }) => operation !== null)
    .map((route) => ({
      route,
      pattern: new RegExp(`^${route.path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`),
    }));
  // As the router has it, a path without variable parts comes before one with them.
  patterns.sort((a, b) => Number(a.route.path.includes(":")) - Number(b.route.path.includes(":")));
  const faults: string[] = [];
  let check: CheckAnswer | undefined;
  return {
    faults,
    fetch: async (request) => {
      const answer = await app.fetch(request);
      const method = request.method === "HEAD" ? "GET" : request.method;
      const pathname = URL.canParse(request.url) ? new URL(request.url).pathname : "";
      const found = patterns.find(({ route, pattern }) => route.method === method && pattern.test(pathname));
      if (!found || request.signal.aborted) return answer;
      check ??= checkerOf(routes);
      const fault = await check(found.route, request, answer);
      if (fault !== null) faults.push(`${request.method} ${pathname} answered ${answer.status}: ${fault}`);
      return answer;
    },
  };
}

/** The fault of an answer, or null. */
type CheckAnswer = (route: Route, request: Request, answer: Response) => Promise<string | null>;

const checkers = new Map<string, CheckAnswer>();

/** Most servers of a test process have the same routes: their schemas are compiled once, each when it is needed. */
function checkerOf(routes: readonly Route[]): CheckAnswer {
  const key = routes.map(({ method, path }) => `${method} ${path}`).join();
  const checker = checkers.get(key) ?? createChecker(describeApi(routes));
  checkers.set(key, checker);
  return checker;
}

function createChecker(document: Json): CheckAnswer {
  // Published schemas allow for fields of later versions; a test reports undescribed ones.
  for (const [name, schema] of Object.entries(document.components.schemas))
    if (!REQUESTS.has(name)) close(schema);
  for (const operations of Object.values<Json>(document.paths))
    for (const { responses } of Object.values<Json>(operations)) close(responses);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
  const validators = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string) => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
    validators.set(pointer, validate);
    return validate;
  };

  return async (route, request, answer) => {
    const at = ["paths", route.path.replace(/:(\w+)/g, "{$1}"), route.method.toLowerCase()];
    const response = resolve(document, [...at, "responses", String(answer.status)]);
    if (response.value === undefined) return `this status is not described: ${await answer.clone().text()}`;
    const header = headerFault(headersOf(document, response.value), answer.headers);
    if (header !== null) return header;
    const isEmpty = answer.body === null || answer.headers.get("content-length") === "0";
    if (request.method === "HEAD" || isEmpty) return null;
    const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
    if (response.value.content?.[type] === undefined) return `the type “${type}” is not described`;
    if (type !== "application/json") return null;
    const body = JSON.parse(await textOf(answer.clone())) as unknown;
    const validate = validatorAt(pointerOf([...response.at, "content", type, "schema"]));
    if (!validate(body)) return `${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`;
    // A task that failed carries an error, too, in an answer that is none.
    const code = answer.ok ? null : (body as Json)?.error?.code;
    const codes: string[] | undefined = find(document, at)["x-error-codes"];
    return typeof code === "string" && codes?.includes(code) === false ? `${code} is not described` : null;
  };
}

function headerFault(described: Record<string, Json>, headers: Headers): string | null {
  for (const [name, { required, schema }] of Object.entries(described)) {
    const value = headers.get(name);
    if (value === null && required) return `the header ${name} is missing`;
    if (value !== null && !isHeader(value, schema)) return `the header ${name} is ${value}`;
  }
  return null;
}

/** Schemas of requests are closed or open as they say. */
const REQUESTS = new Set(["CustomizationOperation"]);

function close(schema: Json): void {
  if (typeof schema !== "object" || schema === null) return;
  if (schema.type === "object" && schema.properties && schema.additionalProperties === undefined)
    schema.additionalProperties = false;
  for (const value of Object.values(schema)) close(value);
}

function headersOf(document: Json, { headers = {} }: Json): Record<string, Json> {
  return Object.fromEntries(
    Object.entries<Json>(headers).map(([name, header]) => [
      name,
      header.$ref ? find(document, stepsOf(header.$ref)) : header,
    ]),
  );
}

/** A header is text; the description says what it is read as. */
function isHeader(value: string, { type, pattern, enum: values, const: only, minimum }: Json): boolean {
  if (type === "integer" || type === "number")
    return (
      /^\d+(\.\d+)?$/.test(value) &&
      (type === "number" || !value.includes(".")) &&
      Number(value) >= (minimum ?? 0)
    );
  if (only !== undefined) return value === only;
  if (values !== undefined) return values.includes(value);
  return pattern === undefined || new RegExp(pattern).test(value);
}

function resolve(document: Json, at: string[]): { value: Json; at: string[] } {
  const value = find(document, at);
  return value?.$ref ? resolve(document, stepsOf(value.$ref)) : { value, at };
}

function find(document: Json, at: readonly string[]): Json {
  return at.reduce((value, step) => value?.[step], document);
}

function stepsOf(reference: string): string[] {
  return reference
    .slice(2)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function pointerOf(steps: readonly string[]): string {
  return steps
    .map((step) => `/${encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))}`)
    .join("");
}

const DECODERS: Record<string, (body: ArrayBuffer) => Buffer> = {
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

/** Before the client has it, it is still compressed. */
async function textOf(answer: ReturnType<Response["clone"]>): Promise<string> {
  const decode = DECODERS[answer.headers.get("content-encoding") ?? ""];
  return decode === undefined ? answer.text() : decode(await answer.arrayBuffer()).toString();
}
