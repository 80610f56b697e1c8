/** A route's own description: the description of the API (OpenAPI) is made of these. */
import { z } from "zod";
import type { ZodOpenApiRequestBodyObject, ZodOpenApiResponseObject } from "zod-openapi";
import type { ErrorCode } from "../lib/errors.ts";
import { SCIM_TYPE } from "./answers.ts";
import { ErrorEnvelope, OAuthErrorBody, ScimErrorBody } from "./error-bodies.ts";

export const TAGS = [
  "Transcription",
  "Jobs",
  "Dictation",
  "Sessions",
  "Recordings",
  "Customizations",
  "Settings",
  "Account",
  "Live",
  "Events",
  "Organizations",
  "Administration",
  "Models",
  "Health",
  "Documentation",
  "MCP",
  "OAuth",
  "Directory",
  "Pages",
] as const;
type Tag = (typeof TAGS)[number];

export interface Operation {
  /** `operationId`: generated clients name their functions after it. */
  id: string;
  tags: readonly [Tag, ...Tag[]];
  summary: string;
  description?: string;
  /** Of the path's variable parts, each. */
  path?: Record<string, z.ZodType>;
  query?: Record<string, z.ZodType>;
  body?: ZodOpenApiRequestBodyObject;
  /** By status. Answers of routes that ask for a key or a session get their common headers by themselves. */
  answers: Record<number, ZodOpenApiResponseObject>;
  /** Its errors besides those of every route of its kind. */
  errors?: readonly ErrorCode[];
}

/** A route's path as OpenAPI writes it. */
export function describedPath(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

/** Of routes that remember the answer to an `Idempotency-Key`. */
export const REPLAYED = z.object({
  "Idempotent-Replayed": z
    .literal("true")
    .optional()
    .describe("Present if this is the stored answer of an earlier call with the same key."),
});

export function jsonBody(schema: z.ZodType, example?: unknown): ZodOpenApiRequestBodyObject {
  const content = { schema, ...(example !== undefined && { example }) };
  return { required: true, content: { "application/json": content } };
}

export function formBody(schema: z.ZodType = z.looseObject({})): ZodOpenApiRequestBodyObject {
  return { required: true, content: { "application/x-www-form-urlencoded": { schema } } };
}

/** @param file the part that holds the recording, and what it may be. */
export function uploadBody(
  fields: z.ZodObject,
  [name, description]: [name: string, description: string],
): ZodOpenApiRequestBodyObject {
  const file = z.string().meta({ format: "binary", description });
  return {
    required: true,
    content: { "multipart/form-data": { schema: z.strictObject({ [name]: file, ...fields.shape }) } },
  };
}

export function jsonOf(description: string, schema: z.ZodType, example?: unknown): ZodOpenApiResponseObject {
  const content = { schema, ...(example !== undefined && { example }) };
  return { description, content: { "application/json": content } };
}

/** @param schema of the JSON; the table has the same lines. */
export function jsonOrCsvOf(description: string, schema: z.ZodType): ZodOpenApiResponseObject {
  return {
    description,
    content: { "application/json": { schema }, "text/csv": { schema: z.string() } },
  };
}

const html = { "text/html": { schema: z.string() } };

const PAGE: ZodOpenApiResponseObject = { id: "Page", description: "A page for people.", content: html };
export const PAGE_FAULT: ZodOpenApiResponseObject = {
  id: "PageFault",
  description:
    "A page that says what was wrong; a form is shown again. JSON if the request had the header `x-csrf-token`.",
  content: { ...html, "application/json": { schema: ErrorEnvelope } },
};
/** Outside the API, `Accept` decides. */
export const NOTHING_THERE: ZodOpenApiResponseObject = {
  id: "NothingThere",
  description: "There is nothing: a page for browsers, JSON for programs.",
  content: { ...html, "application/json": { schema: ErrorEnvelope } },
};
const ONWARD: ZodOpenApiResponseObject = {
  id: "Onward",
  description: "Sends the browser on, or to `/login` if nobody is logged in.",
  headers: z.object({ Location: z.string() }),
};

const OAUTH_FAULT: ZodOpenApiResponseObject = {
  id: "OAuthError",
  description: "An error in the words of RFC 6749, RFC 7591 and RFC 8707.",
  content: { "application/json": { schema: OAuthErrorBody } },
};

const SCIM_FAULT: ZodOpenApiResponseObject = {
  id: "ScimError",
  description: "An error in the words of RFC 7644.",
  content: { [SCIM_TYPE]: { schema: ScimErrorBody } },
};

/** Errors of a SCIM endpoint, by their statuses. */
export function scimFaults(...statuses: number[]): Operation["answers"] {
  return Object.fromEntries(statuses.map((status) => [status, SCIM_FAULT]));
}

/** Errors of an OAuth endpoint, by their statuses. */
export function oauthFaults(...statuses: number[]): Operation["answers"] {
  return Object.fromEntries(statuses.map((status) => [status, OAUTH_FAULT]));
}

/** A page for people, with a form where `faults` are the statuses with which it may come again. */
export function pageOperation(
  id: string,
  summary: string,
  answers: readonly number[],
  { answers: others, ...more }: Partial<Operation> = {},
): Operation {
  const shared = (status: number) => (status === 200 ? PAGE : status === 303 ? ONWARD : PAGE_FAULT);
  return {
    id,
    tags: ["Pages"],
    summary,
    answers: { ...Object.fromEntries(answers.map((status) => [status, shared(status)])), ...others },
    ...more,
  };
}
