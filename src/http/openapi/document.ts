/**
 * The description of the API (OpenAPI 3.1), made of what the routes say about themselves: for `bun run docs`, because making
 * it takes 60 ms of the processor at once, and for tests.
 */
import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { endsSomething } from "../../web/ending-actions.ts";
import { describedPath, type Operation, PAGE_FAULT, TAGS } from "../../web/operation.ts";
import type { Route } from "../../web/route.ts";
import {
  errorHeaders,
  parameters,
  rateLimitHeaders,
  requestIdHeader,
  schemas,
  securitySchemes,
} from "./components.ts";
import { errorCodesOf, meaningsByStatus } from "./errors.ts";

/** A description that can be sent as JSON. */
export type ApiDescription = ReturnType<typeof createDocument>;

/** Without what each site has of its own: the version and the address. */
export function describeApi(routes: readonly Route[]): ApiDescription {
  const paths: NonNullable<ZodOpenApiObject["paths"]> = {};
  for (const route of routes) {
    if (route.operation === null) continue;
    const path = describedPath(route.path);
    const method = route.method.toLowerCase() as Lowercase<Route["method"]>;
    paths[path] = { ...paths[path], [method]: describeOperation(route, route.operation) };
  }
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "tiro",
        version: "",
        description:
          "Speech to finished text on a company's own server. Errors, headers and formats follow OpenAI's audio API, so its client libraries work once their base URL is set.",
      },
      servers: [],
      security: [{ apiKey: [] }, { oauth: [] }],
      tags: TAGS.map((name) => ({ name })),
      paths,
      components: { schemas, securitySchemes, responses: { TranscriptionError, ProductError } },
    },
    { override: plainly },
  );
}

const errorResponse = (schema: z.ZodType): ZodOpenApiResponseObject => ({
  description: "An error. Its code, status and remedy: /docs/errors.",
  headers: z.object(errorHeaders),
  content: { "application/json": { schema } },
});
const TranscriptionError = errorResponse(schemas.TranscriptionError);
const ProductError = errorResponse(schemas.ErrorEnvelope);

function describeOperation(route: Route, operation: Operation): ZodOpenApiOperationObject {
  const { id, tags, summary, description, path, query, body } = operation;
  const codes = errorCodesOf(route, operation);
  const header = headerParametersOf(route);
  return {
    operationId: id,
    tags: [...tags],
    summary,
    ...(description !== undefined && { description }),
    requestParams: {
      ...(path && { path: z.object(path) }),
      ...(query && { query: z.object(query) }),
      ...(header && { header: z.object(header) }),
    },
    ...(body && { requestBody: body }),
    responses: { ...answersOf(route, operation), ...errorsOf(route, operation) },
    ...securityOf(route),
    ...(codes.length > 0 && { "x-error-codes": codes }),
  };
}

function headerParametersOf(route: Route): Record<string, z.ZodType> | null {
  const isApi = route.path.startsWith("/v1/");
  if (route.access === "person" && isApi)
    return {
      "Tiro-For": parameters.person,
      ...(route.method !== "GET" && { "x-csrf-token": parameters.csrfToken }),
    };
  if (route.access !== "key") return null;
  return {
    "Tiro-For": parameters.person,
    ...(isApi && route.method !== "GET" && { "Tiro-Policy": parameters.policyRevision }),
    ...((route.audio || route.idempotent) && { "Idempotency-Key": parameters.idempotencyKey }),
    ...(route.family !== "transcription" && { "Service-User": parameters.serviceUser }),
    "X-Client-Request-Id": parameters.clientRequestId,
  };
}

/** The scopes of OAuth tokens are listed if the route names one; otherwise the security of the whole API holds. */
function securityOf(route: Route): Pick<ZodOpenApiOperationObject, "security"> {
  if (route.access === "public") return { security: [] };
  if (route.access === "person") return { security: [{ browserSession: [] }] };
  return route.scope ? { security: [{ apiKey: [] }, { oauth: [route.scope] }] } : {};
}

function answersOf(route: Route, { answers, tags }: Operation): ZodOpenApiResponsesObject {
  const common = { ...requestIdHeader, ...(route.access === "key" && rateLimitHeaders) };
  const isPage = route.access === "person" ? !route.path.startsWith("/v1/") : tags.includes("Pages");
  const isForm = isPage && route.access === "person" && route.method !== "GET";
  return Object.fromEntries(
    Object.entries({
      ...(isPage && { 403: PAGE_FAULT }),
      ...(isPage && !endsSomething(route) && { 429: PAGE_FAULT }),
      ...(isForm && { 409: PAGE_FAULT }),
      ...answers,
    }).map(([status, answer]) => {
      // A named response is the same wherever it stands.
      if (answer.id !== undefined) return [status, answer];
      const own = answer.headers instanceof z.ZodObject ? answer.headers.shape : {};
      return [status, { ...answer, headers: z.object({ ...own, ...common }) }];
    }),
  );
}

/** By status, with the codes that it can have here and what they mean. */
function errorsOf(route: Route, operation: Operation): ZodOpenApiResponsesObject {
  const name = route.family === "transcription" ? "TranscriptionError" : "ProductError";
  return Object.fromEntries(
    meaningsByStatus(errorCodesOf(route, operation))
      .filter(({ status }) => operation.answers[status] === undefined)
      .map(({ status, description }) => [status, { $ref: `#/components/responses/${name}`, description }]),
  );
}

/** As a person would write it: answers may get more fields in later versions, and whole numbers have no bounds of the language's. */
const plainly: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};
