/** JSON bodies of product routes. */
import type { z } from "zod";
import { limits } from "../config/limits.ts";
import { type ErrorIssue, invalidRequest, TiroError } from "../lib/errors.ts";
import { contentTypeOf, readBody } from "./body.ts";

/** @throws `unsupported_media_type`, `payload_too_large`, `invalid_json`; `invalid_request` with every fault. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (contentTypeOf(request) !== "application/json")
    throw new TiroError(
      "unsupported_media_type",
      "Send the body as JSON, with Content-Type: application/json.",
    );
  const parsed = schema.safeParse(parseJson(await readBody(request, limits.jsonBodyBytes)));
  if (parsed.success) return parsed.data;
  throw invalidRequest(issuesOf(parsed.error));
}

/** Everything that is wrong with an input, field by field. */
export function issuesOf({ issues }: z.ZodError): ErrorIssue[] {
  return issues.flatMap(toIssues);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (cause) {
    throw new TiroError("invalid_json", "The body is not valid JSON in UTF-8.", { cause });
  }
}

function toIssues(issue: z.core.$ZodIssue): ErrorIssue[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      param: [...path, key.slice(0, limits.fieldNameBytes)].join("."),
      message: "is not a field of this request",
    }));
  }
  return [{ param: path.join(".") || "body", message: issue.message }];
}
