/** How errors look, by family. */
import { z } from "zod";

const code = z.string().meta({
  description:
    "The error, for programs. /docs/errors says what to do about each; there may be more in later versions.",
  examples: ["invalid_request", "rate_limit_exceeded"],
});
const uri = z.string().meta({ format: "uri" });
const docs_url = uri.describe("The remedy.");
const billing_url = uri.optional().describe("The page on which usage and payment are settled.");

/** OpenAI's shape, for its clients. */
export const TranscriptionError = z.object({
  error: z.object({
    message: z.string().describe("For people: what went wrong and what to do."),
    type: z.enum([
      "invalid_request_error",
      "authentication_error",
      "permission_error",
      "billing_error",
      "rate_limit_error",
      "timeout_error",
      "server_error",
    ]),
    param: z.string().nullable().describe("The parameter that the error is about."),
    code,
    job_id: z.string().optional().describe("The stored job that continues."),
    docs_url,
    billing_url,
  }),
});
export type TranscriptionError = z.infer<typeof TranscriptionError>;

export const ErrorEnvelope = z.object({
  error: z.object({
    code,
    message: z.string().describe("For people: what went wrong and what to do."),
    details: z.looseObject({
      issues: z
        .array(z.object({ param: z.string(), message: z.string() }))
        .optional()
        .describe("With `invalid_request`: every field that is wrong."),
      param: z.string().optional().describe("The parameter that the error is about."),
    }),
    docs_url,
    billing_url,
  }),
});
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

export const OAuthErrorBody = z.object({
  error: z.string().meta({ examples: ["invalid_grant"] }),
  error_description: z.string(),
});
export type OAuthErrorBody = z.infer<typeof OAuthErrorBody>;

/** RFC 7644 §3.12. */
export const ScimErrorBody = z.object({
  schemas: z.tuple([z.literal("urn:ietf:params:scim:api:messages:2.0:Error")]),
  scimType: z.string().optional(),
  detail: z.string(),
  status: z.string(),
});
export type ScimErrorBody = z.infer<typeof ScimErrorBody>;
