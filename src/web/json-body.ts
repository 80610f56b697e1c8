/** JSON bodies of product routes. */
import type { z } from "zod";
import { limits } from "../config/limits.ts";
import { type ErrorIssue, invalidRequest, TiroError } from "../lib/errors.ts";
import { inTurns } from "../lib/in-turns.ts";
import { checked, checking } from "../lib/zod-slices.ts";
import { contentTypeOf, readJsonBody } from "./body.ts";

/** @throws `unsupported_media_type`, `payload_too_large`, `invalid_json`; `invalid_request` with every fault. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  bounds: { maxBytes: number; maxValues: number } = {
    maxBytes: limits.jsonBodyBytes,
    maxValues: limits.jsonBodyValues,
  },
): Promise<z.output<Schema>> {
  if (contentTypeOf(request) !== "application/json")
    throw new TiroError(
      "unsupported_media_type",
      "Send the body as JSON, with Content-Type: application/json.",
    );
  const { value, isLarge } = await readJsonBody(request, bounds);
  const { data, issues } = isLarge
    ? await inTurns(checking(schema, value), limits.bodyTurnMs)
    : checked(schema, value);
  if (issues.length > 0) throw invalidRequest(issues.flatMap(toIssues));
  return data as z.output<Schema>;
}

/** Everything that is wrong with an input, field by field. */
export function issuesOf({ issues }: z.ZodError): ErrorIssue[] {
  return issues.flatMap(toIssues);
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
